import { t } from '../i18n';
import { useTitle } from '../ui/useTitle';
import { learnTexts } from './texts';

/** The words of the game, with the Korean ones. */
export function Glossary() {
  useTitle(t('nav.glossary'));
  const texts = learnTexts.value;
  if (!texts) return <div class="narrow" aria-busy="true" />;
  return (
    <div class="narrow">
      <h1>{t('nav.glossary')}</h1>
      <dl class="rules">
        {texts.glossary.map(([word, korean, meaning]) => (
          <div class="rule" key={korean}><dt>{word} <span class="quiet" lang="ko">{korean}</span></dt><dd>{meaning}</dd></div>
        ))}
      </dl>
    </div>
  );
}
