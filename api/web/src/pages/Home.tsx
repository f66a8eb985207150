import { useState } from 'preact/hooks';
import { api, got, signIn, type Schemas } from '../api/client';
import { session } from '../api/session';
import { Thumbnail } from '../board/Board';
import { parse } from '../board/position';
import { t } from '../i18n';
import { level, levels } from '../prefs';
import { navigate, path } from '../router';
import { notify } from '../ui/announce';
import { GameCard } from '../ui/GameCard';
import { Icon } from '../ui/Icon';
import { useCall } from '../ui/useCall';
import { useTitle } from '../ui/useTitle';
import { problemNotice } from './problems';

const shown = 'r1ba1a1nr/4k4/1cn1b2c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1B1NC1/4K4/R1BA1A2R w - - 0 1';

/** The first view: one press of a button from a game. */
export function Home() {
  useTitle();
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState('');
  const playing = useCall(() => got(api.GET('/v1/games', { params: { query: { status: 'playing', limit: 6 } } })), [], 15_000);

  async function create(body: Schemas['CreateGame']) {
    setBusy(true);
    try {
      await signIn();
      const g = await got(api.POST('/v1/games', { params: { header: { 'Idempotency-Key': crypto.randomUUID() } }, body }));
      navigate(path('game', { id: g.id }));
    } catch (e) {
      problemNotice(e);
    } finally {
      setBusy(false);
    }
  }
  const computer = () => create({ visibility: 'unlisted', opponent: { type: 'computer', level: level.value }, time_control: { type: 'unlimited' } });
  const friend = () => create({ visibility: 'unlisted', time_control: { type: 'fischer', initial_ms: 600_000, increment_ms: 10_000 } });
  const alone = () => create({ visibility: 'unlisted', opponent: { type: 'self' }, time_control: { type: 'unlimited' } });
  const enter = (e: Event) => {
    e.preventDefault();
    const clean = code.replace(/\s/g, '').toUpperCase();
    if (/^[A-Z2-9]{6}$/.test(clean)) navigate(path('room', { code: clean }));
    else notify(t('room.badCode'));
  };

  return (
    <div class="home">
      <section class="hero">
        <div class="hero-text">
          <h1>{t('home.title')}</h1>
          <p class="lead">{t('home.lead')}</p>
          <div class="start">
            <button class="primary big" disabled={busy} onClick={computer}><Icon name="robot" /><span><b>{t('home.computer')}</b><small>{t('home.computerAbout')}</small></span></button>
            <fieldset class="levels"><legend class="sr-only">{t('home.level')}</legend>
              <div class="segments">
                {levels.map((l) => (
                  <label key={l} class={level.value === l ? 'chosen' : ''}>
                    <input type="radio" name="level" checked={level.value === l} onChange={() => { level.value = l; }} />{t(`level.${l}`)}
                  </label>
                ))}
              </div>
            </fieldset>
            <a class="button big" href={path('quick')}><Icon name="bolt" /><span><b>{t('home.quick')}</b><small>{t('home.quickAbout')}</small></span></a>
            <button class="big" disabled={busy} onClick={friend}><Icon name="people" /><span><b>{t('home.friend')}</b><small>{t('home.friendAbout')}</small></span></button>
            <button class="big" disabled={busy} onClick={alone}><Icon name="play" /><span><b>{t('home.alone')}</b><small>{t('home.aloneAbout')}</small></span></button>
          </div>
          <form class="row code-entry" onSubmit={enter}>
            <input value={code} maxLength={8} autoComplete="off" autoCapitalize="characters" spellcheck={false} onInput={(e) => setCode(e.currentTarget.value)} aria-label={t('home.code')} placeholder={t('home.code')} />
            <button type="submit">{t('home.enter')}</button>
            <a href={path('new')}>{t('home.more')}</a>
          </form>
        </div>
        <div class="hero-board" aria-hidden="true"><Thumbnail pieces={parse(shown).pieces} /></div>
      </section>
      <section class="tiles" aria-label={t('home.learnTitle')}>
        <a class="card tile" href={path('learn')}><Icon name="book" /><span><b>{t('home.learn')}</b><small>{t('home.learnAbout')}</small></span></a>
        <a class="card tile" href={path('puzzles')}><Icon name="puzzle" /><span><b>{t('home.puzzles')}</b><small>{t('home.puzzlesAbout')}</small></span></a>
        <a class="card tile" href={path('guide')}><Icon name="bulb" /><span><b>{t('home.guide')}</b><small>{t('home.guideAbout')}</small></span></a>
      </section>
      {playing.data && playing.data.games.length > 0 && (
        <section>
          <h2>{t('home.playing')}</h2>
          <div class="cards">{playing.data.games.map((g) => <GameCard key={g.id} g={g} />)}</div>
        </section>
      )}
      {session.value && <p class="small quiet center">{t('home.as', { name: session.value.name })}</p>}
    </div>
  );
}
