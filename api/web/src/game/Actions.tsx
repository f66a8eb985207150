import { useState } from 'preact/hooks';
import type { Game } from '../api/client';
import { serverNow } from '../api/clock';
import { other } from '../board/position';
import { t, type Key } from '../i18n';
import { Dialog } from '../ui/Dialog';
import { Icon, type IconName } from '../ui/Icon';
import { lettering } from '../prefs';
import { tick } from './time';
import type { GameStore } from './store';

const claimAfter = 60_000;

type Ask = { title: Key; text: Key; confirm: Key; run: () => void };

/** What a player may do besides moving, and what anyone may do with a game. */
export function Actions({ store, g, onPass, onTurn }: { store: GameStore; g: Game; onPass: () => void; onTurn: () => void }) {
  const [ask, setAsk] = useState<Ask | null>(null);
  const [saving, setSaving] = useState(false);
  const playing = g.status === 'playing';
  const mine = store.isPlayer.value;
  const own = store.sides.value[0];
  const against = own && !store.alone.value ? other(own) : null;
  const draws = g.ruleset.settle === 'draw' || Number.isInteger(g.ruleset.deom);
  const computer = against !== null && (g.players[against]?.kind as string | undefined) === 'computer';
  void tick.value;
  const away = against && store.presence.value?.[against]?.away_since;
  const claimable = playing && away && g.time_control.type !== 'unlimited' && serverNow() - Date.parse(away) > claimAfter;
  const button = (icon: IconName, key: Key, run: () => void, off = false, kind = '') => (
    <button class={`action ${kind}`} disabled={off} onClick={run}><Icon name={icon} /><span>{t(key)}</span></button>
  );
  return (
    <section class="actions" aria-label={t('actions.title')}>
      {mine && playing && against && g.offers.takeback === against && <Offer text={t('offer.takeback')} yes={() => store.takeback('accept')} no={() => store.takeback('decline')} />}
      {mine && playing && against && g.offers.draw === against && <Offer text={t('offer.draw')} yes={() => store.draw('accept')} no={() => store.draw('decline')} />}
      {claimable && <div class="notice warn" role="status"><p>{t('claim.text')}</p><button class="primary" onClick={store.claimWin}>{t('claim.do')}</button></div>}
      <div class="buttons">
        {mine && playing && button('pass', 'action.pass', onPass, store.mayAct.value === null || !store.live.value || !g.legal_moves.includes('pass'))}
        {mine && playing && g.ply > 0 && button('undo', 'action.takeback', () => store.takeback('offer'), g.offers.takeback === own && !store.alone.value)}
        {mine && playing && draws && !store.alone.value && button('hands', 'action.draw', () => store.draw('offer'), g.offers.draw === own)}
        {mine && playing && against && !computer && g.time_control.type !== 'unlimited' && button('clock', 'action.addTime', store.addTime)}
        {mine && (playing ? g.ply >= 2 : false) && button('flag', 'action.resign', () => setAsk({ title: 'resign.title', text: 'resign.text', confirm: 'action.resign', run: store.resign }), false, 'danger')}
        {mine && g.status !== 'ended' && !(playing && g.ply >= 2) && button('close', 'action.abort', () => setAsk({ title: 'abort.title', text: 'abort.text', confirm: 'action.abort', run: store.abort }), false, 'danger')}
        {g.status !== 'waiting' && button('flip', 'action.flip', onTurn)}
        {g.ply > 0 && button('download', 'action.save', () => setSaving(true))}
      </div>
      {store.watchers.value > 0 && <p class="small quiet"><Icon name="eye" /> {t('game.watchers', { n: store.watchers.value })}</p>}
      {ask && (
        <Dialog title={t(ask.title)} onClose={() => setAsk(null)}>
          <p>{t(ask.text)}</p>
          <div class="row end">
            <button onClick={() => setAsk(null)}>{t('ui.cancel')}</button>
            <button class="danger" onClick={() => { setAsk(null); ask.run(); }}>{t(ask.confirm)}</button>
          </div>
        </Dialog>
      )}
      {saving && <Save store={store} g={g} onClose={() => setSaving(false)} />}
    </section>
  );
}

function Offer({ text, yes, no }: { text: string; yes: () => void; no: () => void }) {
  return (
    <div class="notice" role="alert">
      <p>{text}</p>
      <div class="row"><button class="primary" onClick={yes}>{t('ui.accept')}</button><button onClick={no}>{t('ui.decline')}</button></div>
    </div>
  );
}

/** The game as a file. A game that only its players may see is fetched as one of them. */
function Save({ store, g, onClose }: { store: GameStore; g: Game; onClose: () => void }) {
  const base = `/v1/games/${g.id}`;
  const look = `lang=${lettering.value}`;
  const files: [Key, string, string][] = [
    ['save.gib', `${base}/record?format=gib`, 'janggi.gib'],
    ['save.pgn', `${base}/record?format=pgn`, 'janggi.pgn'],
    ['save.uci', `${base}/record?format=uci`, 'janggi.txt'],
    ['save.picture', `${base}/board.png?${look}&width=1200&ply=${store.ply.value}`, 'janggi.png'],
    ['save.film', `${base}/film.svg?${look}`, 'janggi.svg'],
  ];
  const save = async (url: string, name: string) => {
    const { identity } = await import('../api/client');
    const response = await fetch(url, { headers: identity() });
    if (!response.ok) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    onClose();
  };
  return (
    <Dialog title={t('save.title')} onClose={onClose}>
      <div class="stack">{files.map(([key, url, name]) => <button key={key} onClick={() => save(url, name)}>{t(key)}</button>)}</div>
      <div class="row end"><button onClick={onClose}>{t('ui.close')}</button></div>
    </Dialog>
  );
}
