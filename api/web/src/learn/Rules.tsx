import { api, got } from '../api/client';
import { presetTitle, presets } from '../game/describe';
import { t, type Key } from '../i18n';
import { useCall } from '../ui/useCall';
import { useTitle } from '../ui/useTitle';
import { RuleTable } from './RuleTable';

/** The rules of each preset, from the server's own table of them. */
export function Rules() {
  useTitle(t('nav.rules'));
  const { data, lost } = useCall(() => got(api.GET('/v1/rulesets')), []);
  return (
    <div class="narrow">
      <h1>{t('nav.rules')}</h1>
      <p>{t('rules.text')}</p>
      {lost && <p class="notice warn" role="status">{t('connection.lost')}</p>}
      {data?.rulesets.map((r) => (
        <details key={r.name} class="panel" open={r.name === 'standard'}>
          <summary><h2 class="inline">{presetTitle(r.name)}</h2></summary>
          <p>{presets.includes(r.name) ? t(`preset.${r.name}.about` as Key) : r.description}</p>
          <RuleTable options={r.options} />
        </details>
      ))}
    </div>
  );
}
