import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api, got, type Game, type LegalMove, type Side } from '../api/client';
import { session } from '../api/session';
import { Board } from '../board/Board';
import { other } from '../board/position';
import { t, type Key } from '../i18n';
import { navigate, path, route } from '../router';
import { announce, notify } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { Actions } from './Actions';
import { Chat } from './Chat';
import { Ended } from './Ended';
import { problemText } from './problem';
import { PlayerBar } from './PlayerBar';
import { SetupChooser } from './SetupChooser';
import { sound } from './sound';
import { GameStore } from './store';
import { clockOf, low, tick } from './time';
import { TurnList } from './TurnList';
import { Waiting } from './Waiting';
import { warningOf } from './warnings';
import { outcomeText, playerName, turnSaid } from './words';

/** A game: played, watched or looked through. */
export function GamePage({ id, code }: { id: string; code?: string }) {
  const store = useMemo(() => new GameStore(id, (key, values) => notify(t(key, values))), [id]);
  useEffect(() => () => store.close(), [store]);
  const g = store.game.value;
  if (store.missing.value) return <div class="narrow"><h1>{t('game.missing')}</h1><p>{t('game.missingWhy')}</p><a class="button" href="/">{t('nav.home')}</a></div>;
  if (!g) return <div class="narrow" aria-busy="true"><h1 class="quiet">{t('game.loading')}</h1></div>;
  return <Table store={store} g={g} code={code} />;
}

function Table({ store, g, code }: { store: GameStore; g: Game; code?: string }) {
  const [turned, setTurned] = useState(false);
  const [asked, setAsked] = useState<{ move: string; warning: Key | null } | null>(null);
  const facts = useFacts(store, g);
  const sides = store.sides.value;
  const own: Side = sides.length === 1 ? sides[0]! : 'cho';
  const below = turned ? other(own) : own;
  const playing = g.status === 'playing';
  const movable = playing && store.live.value ? store.mayAct.value : null;
  const turn = store.turns.value[store.ply.value - 1];
  const live = store.live.value;
  const check = live && !store.pending.value ? (g.in_check ? g.turn ?? g.to_act : null) : turn?.check ? other(turn.side) : null;
  const checked = check ?? (g.outcome?.reason === 'checkmate' && live ? other(g.outcome.winner!) : null);

  useMoment(store, g);
  useKeys(store);
  useNews(store, g);
  useTitle(store, g);
  useRematch(store, g);

  function play(move: string) {
    const warning = g.legal_moves.includes(move) ? warningOf(g, move, facts?.find((m) => m.move === move)) : null;
    if (move === 'pass' || warning) setAsked({ move, warning });
    else void store.play(move);
  }

  const refusal = store.refusal.value;
  const names = g.status !== 'waiting';

  return (
    <div class="game">
      <h1 class="sr-only">{t('game.title', { cho: playerName(g, 'cho'), han: playerName(g, 'han') })}</h1>
      <div class="table">
        {names && <PlayerBar store={store} g={g} side={other(below)} />}
        <div class="board-place">
          {g.status === 'waiting' ? <Waiting store={store} g={g} code={code} /> : g.status === 'setup' ? <SetupChooser store={store} g={g} flipped={below === 'han'} /> : (
            <Board
              pieces={store.pieces.value} flipped={below === 'han'} movable={movable} legal={g.legal_moves}
              last={store.lastMove.value} check={checked} facing={live && !store.pending.value && g.facing}
              fault={refusal?.at ?? null} onMove={play} label={t('board.label')}
            />
          )}
        </div>
        {names && <PlayerBar store={store} g={g} side={below} />}
      </div>
      <div class="side">
        <Connection store={store} />
        {refusal && (
          <div class="notice bad" role="alert">
            <p>{problemText(refusal)}</p>
            <button class="plain" aria-label={t('ui.close')} onClick={() => { store.refusal.value = null; }}><Icon name="close" /></button>
          </div>
        )}
        {g.status === 'ended' && g.outcome && <Ended store={store} g={g} />}
        {playing && <p class={`turn-line${store.mayAct.value ? ' mine' : ''}`}>{turnText(store, g)}</p>}
        <Actions store={store} g={g} onPass={() => play('pass')} onTurn={() => setTurned(!turned)} />
        {(playing || g.status === 'ended') && <TurnList store={store} g={g} />}
        {g.chat && g.status !== 'waiting' && <Chat store={store} />}
      </div>
      {asked && (
        <Dialog title={asked.move === 'pass' ? t('pass.title') : t('warn.title')} onClose={() => setAsked(null)}>
          <p>{asked.warning ? t(asked.warning) : t('pass.text')}</p>
          <div class="row end">
            <button onClick={() => setAsked(null)}>{t('ui.cancel')}</button>
            <button class="primary" onClick={() => { const { move } = asked; setAsked(null); void store.play(move); }}>
              {asked.move === 'pass' ? t('pass.do') : t('warn.do')}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function turnText(store: GameStore, g: Game): string {
  if (store.pending.value?.sent === 'waiting') return t('turn.waiting');
  const side = g.to_act;
  if (!side) return '';
  const check = g.in_check ? `${t('turn.check')} ` : '';
  if (store.alone.value || !store.isPlayer.value) return check + t(side === 'cho' ? 'turn.cho' : 'turn.han');
  return check + (store.sides.value.includes(side) ? t('turn.yours') : t('turn.theirs'));
}

function Connection({ store }: { store: GameStore }) {
  const state = store.stream.value;
  if (state !== 'lost') return null;
  return <div class="notice warn" role="status">{t('connection.lost')}</div>;
}

/** What the rules say of each legal turn; asked for when it is this page's turn. */
function useFacts(store: GameStore, g: Game): LegalMove[] | null {
  const [facts, setFacts] = useState<{ revision: number; moves: LegalMove[] } | null>(null);
  const mine = store.mayAct.value !== null && g.status === 'playing';
  useEffect(() => {
    if (!mine) return;
    let current = true;
    got(api.GET('/v1/games/{id}/legal-moves', { params: { path: { id: g.id } } }))
      .then((l) => { if (current && l.ply === g.ply) setFacts({ revision: g.revision, moves: l.moves }); })
      .catch(() => { /* turns are made without warnings then */ });
    return () => { current = false; };
  }, [mine, g.id, g.revision]);
  return facts?.revision === g.revision ? facts.moves : null;
}

/** The moment in the address (?ply=) is shown, and follows what is looked at. */
function useMoment(store: GameStore, g: Game) {
  const first = useRef(true);
  useEffect(() => {
    const wanted = route.value.query.get('ply');
    if (first.current && wanted !== null && (g.status === 'playing' || g.status === 'ended')) store.look(Number(wanted));
    first.current = false;
  }, []);
}

/** Says and sounds what has happened. */
function useNews(store: GameStore, g: Game) {
  const known = useRef<{ ply: number; status: string; low: boolean } | null>(null);
  const turns = store.turns.value;
  useEffect(() => {
    const before = known.current;
    const turn = turns[g.ply - 1];
    if (g.ply > 0 && !turn && g.status === 'playing') return; // its words are under way
    known.current = { ply: g.ply, status: g.status, low: false };
    if (!before) return;
    if (g.status === 'playing' && before.status !== 'playing' && before.status !== 'ended') announce(t('news.started'));
    if (g.ply < before.ply) announce(t('news.takenBack', { ply: g.ply }));
    if (g.ply > before.ply && turn) {
      sound(turn.captured ? 'capture' : turn.move === 'pass' ? 'pass' : 'move');
      announce([turnSaid(turn), turn.check ? t('turn.check') : '', store.mayAct.value ? t('turn.yours') : ''].filter(Boolean).join(' '));
    }
    if (g.status === 'ended' && before.status !== 'ended' && g.outcome) {
      sound('end');
      announce(outcomeText(g));
    }
  }, [g.revision, turns]);
  useEffect(() => {
    const side = store.mayAct.value;
    const k = known.current;
    if (!side || !k || k.low || g.status !== 'playing') return;
    if (low(clockOf(g, side))) {
      k.low = true;
      sound('low');
      announce(t('news.low'));
    }
  }, [tick.value]);
}

function useTitle(store: GameStore, g: Game) {
  const mine = store.mayAct.value !== null && !store.alone.value;
  useEffect(() => {
    document.title = mine ? `● ${t('turn.yours')}` : `${playerName(g, 'cho')} – ${playerName(g, 'han')} · ${t('site.name')}`;
  }, [mine, g.revision, session.value]);
}

/** Whoever has the game open follows into its rematch. */
function useRematch(store: GameStore, g: Game) {
  const first = useRef(g.rematch);
  useEffect(() => {
    if (g.rematch && g.rematch !== first.current && store.isPlayer.value) navigate(path('game', { id: g.rematch }));
  }, [g.rematch]);
}

/** Arrow keys go through the game, wherever the page has its focus but on the board and in fields. */
function useKeys(store: GameStore) {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.altKey || e.ctrlKey || e.metaKey || (e.target as Element).closest?.('input, textarea, select, dialog, [role=grid], [role=log]')) return;
      const ply = store.ply.value;
      const to: Record<string, number> = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: Infinity };
      const wanted = to[e.key];
      if (wanted === undefined) return;
      e.preventDefault();
      store.look(wanted);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [store]);
}
