import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { GamePage } from './game/GamePage';
import { lang, t, type Key } from './i18n';
import { Home } from './pages/Home';
import { path, route, type RouteName } from './router';
import { announcement, notice } from './ui/announce';
import { Grain } from './board/Board';
import { Figure } from './board/Figure';
import { Icon } from './ui/Icon';

type Page = ComponentType;

/** Pages beside the first view and the game load when they are gone to. */
const later: Partial<Record<RouteName, () => Promise<Page>>> = {
  new: () => import('./pages/New').then((m) => m.New),
  quick: () => import('./pages/Quick').then((m) => m.Quick),
  room: () => import('./pages/Room').then((m) => m.Room),
  watch: () => import('./pages/Watch').then((m) => m.Watch),
  mine: () => import('./pages/Mine').then((m) => m.Mine),
  import: () => import('./pages/Import').then((m) => m.Import),
  settings: () => import('./pages/Settings').then((m) => m.Settings),
  learn: () => import('./learn/Learn').then((m) => m.Learn),
  lesson: () => import('./learn/LessonPage').then((m) => m.LessonPage),
  puzzles: () => import('./learn/Puzzles').then((m) => m.Puzzles),
  puzzle: () => import('./learn/PuzzlePage').then((m) => m.PuzzlePage),
  guide: () => import('./learn/Guide').then((m) => m.Guide),
  glossary: () => import('./learn/Glossary').then((m) => m.Glossary),
  rules: () => import('./learn/Rules').then((m) => m.Rules),
};

const nav: [RouteName, Key][] = [['home', 'nav.play'], ['watch', 'nav.watch'], ['learn', 'nav.learn'], ['puzzles', 'nav.puzzles'], ['mine', 'nav.mine']];

export function App() {
  void lang.value;
  const { name } = route.value;
  return (
    <>
      <a class="skip" href="#main" onClick={(e) => { e.preventDefault(); document.getElementById('main')!.focus(); }}>{t('nav.skip')}</a>
      <Grain />
      <header class="top">
        <a class="brand" href="/">
          <svg viewBox="-58 -58 116 116" aria-hidden="true"><Figure piece={{ side: 'cho', kind: 'general' }} /></svg>
          <span>{t('site.name')}</span>
        </a>
        <nav aria-label={t('nav.label')}>
          {nav.map(([page, key]) => <a key={page} href={path(page)} aria-current={name === page ? 'page' : undefined}>{t(key)}</a>)}
        </nav>
        <a class="icon-button" href={path('settings')} aria-label={t('nav.settings')} title={t('nav.settings')} aria-current={name === 'settings' ? 'page' : undefined}><Icon name="gear" /></a>
      </header>
      <main id="main" tabIndex={-1}><Current /></main>
      {name !== 'game' && (
        <footer>
          <a href={path('rules')}>{t('nav.rules')}</a><a href={path('guide')}>{t('nav.guide')}</a><a href={path('glossary')}>{t('nav.glossary')}</a>
          
          <a href={path('import')}>{t('nav.import')}</a><a href="/docs" target="_blank" rel="noopener">{t('nav.api')}</a>
        </footer>
      )}
      <div class="sr-only" aria-live="polite" role="status">{announcement.value}</div>
      {notice.value && <div class="toast" aria-hidden="true">{notice.value}</div>}
    </>
  );
}

function Current() {
  const { name, params } = route.value;
  if (name === 'home') return <Home />;
  if (name === 'game') return <GamePage key={params.id} id={params.id!} />;
  if (name === 'lost') return <div class="narrow"><h1>{t('lost.title')}</h1><a class="button" href="/">{t('nav.home')}</a></div>;
  return <Later key={name} name={name} />;
}

function Later({ name }: { name: RouteName }) {
  const [page, setPage] = useState<{ Page: Page } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    later[name]!().then((Page) => setPage({ Page })).catch(() => setFailed(true));
  }, []);
  // A part that cannot be loaded belongs to an older version of the page, or there is no connection.
  if (failed) return <div class="narrow"><h1>{t('part.missing')}</h1><button class="primary" onClick={() => location.reload()}>{t('part.reload')}</button></div>;
  if (!page) return <div class="narrow" aria-busy="true" />;
  return <page.Page />;
}
