import { batch, computed, effect, signal } from '@preact/signals';
import { api, got, Refused, signIn, type Game, type Problem, type Schemas, type Side, type Turn } from '../api/client';
import { session } from '../api/session';
import { follow, type Frame, type StreamState } from '../api/stream';
import { ends, history, parse, played, startFen, type Piece } from '../board/position';
import type { Key } from '../i18n';

export type Message = Schemas['Message'];
type Presence = { cho: { away_since: string | null } | null; han: { away_since: string | null } | null };

/** A turn that is on its way to the server; the page shows it as made. */
type Pending = { move: string; ply: number; key: string; sent: 'sending' | 'waiting' };

const retryPause = 1500;
const lingerPause = 4000;

/** One game as this page sees it: what the server said last, and what is on its way there. */
export class GameStore {
  readonly game = signal<Game | null>(null);
  readonly turns = signal<Turn[]>([]);
  readonly messages = signal<Message[]>([]);
  readonly presence = signal<Presence | null>(null);
  readonly watchers = signal(0);
  readonly stream = signal<StreamState>('connecting');
  readonly missing = signal(false);
  readonly pending = signal<Pending | null>(null);
  /** Why the last thing tried was refused. */
  readonly refusal = signal<Problem | null>(null);
  /** The ply looked at; null for the present one. */
  readonly looking = signal<number | null>(null);

  readonly sides = computed<Side[]>(() => {
    const id = session.value?.id;
    const players = this.game.value?.players;
    if (!id || !players) return [];
    return (['cho', 'han'] as const).filter((s) => players[s]?.id === id);
  });
  readonly isPlayer = computed(() => this.sides.value.length > 0);
  readonly alone = computed(() => this.sides.value.length === 2);

  /** The side whose turn or choice this page may make now. */
  readonly mayAct = computed<Side | null>(() => {
    const side = this.game.value?.to_act ?? null;
    return side && this.sides.value.includes(side) && !this.pending.value ? side : null;
  });

  readonly positions = computed<Piece[][]>(() => {
    const g = this.game.value;
    if (!g) return [[]];
    const start = g.start_fen ?? (g.setups.cho && g.setups.han ? startFen(g.setups.cho, g.setups.han) : null);
    if (!start) return [[]];
    return history(start, g.moves);
  });

  readonly ply = computed(() => this.looking.value ?? this.game.value?.ply ?? 0);
  readonly live = computed(() => this.looking.value === null);

  /** The pieces to show: at the ply looked at, with the turn under way. */
  readonly pieces = computed<Piece[]>(() => {
    const all = this.positions.value;
    const now = all[Math.min(this.ply.value, all.length - 1)] ?? [];
    const p = this.pending.value;
    return p && this.live.value && p.ply === this.game.value?.ply ? played(now, p.move) : now;
  });

  readonly lastMove = computed<string | null>(() => {
    if (this.live.value && this.pending.value) return this.pending.value.move;
    return this.game.value?.moves[this.ply.value - 1] ?? null;
  });

  private readonly stops: (() => void)[] = [];
  private fetching: Promise<void> | null = null;
  private wantedRevision = 0;
  private closed = false;

  constructor(readonly id: string, private readonly told: (key: Key, values?: Record<string, string | number>) => void = () => {}) {
    // Another player in this browser sees another game: come again as that player.
    let asked: string | null | undefined;
    this.stops.push(effect(() => {
      const who = session.value?.id ?? null;
      if (asked === who) return;
      asked = who;
      queueMicrotask(() => { if (!this.closed) this.open(); });
    }));
  }

  private unfollow: (() => void) | null = null;
  private unfollowPlayer: (() => void) | null = null;

  private open() {
    this.unfollow?.();
    this.unfollowPlayer?.();
    this.unfollowPlayer = null;
    this.missing.value = false;
    this.unfollow = follow(`/v1/games/${this.id}/stream`, (f) => this.take(f), (s) => {
      this.stream.value = s;
      if (s === 'closed' && !this.game.value) void this.refresh(0);
      if (s === 'live' && this.game.value?.chat) void this.hear();
    });
  }

  /**
   * A game's stream ends with the game. What comes after, an offer of a rematch and what is said,
   * is heard by the player's stream and by asking.
   */
  private linger() {
    if (this.unfollowPlayer || this.closed || !this.isPlayer.value) return;
    const stop = follow('/v1/me/stream', (f) => { if (f.game_id) void this.refresh(0); }, () => {}); // a rematch is told of by its own id
    const timer = setInterval(() => { if (this.game.value?.chat && document.visibilityState === 'visible') void this.hear(); }, lingerPause);
    this.unfollowPlayer = () => { stop(); clearInterval(timer); };
  }

  close() {
    this.closed = true;
    this.unfollow?.();
    this.unfollowPlayer?.();
    this.stops.forEach((stop) => stop());
  }

  private take(f: Frame) {
    switch (f.frame) {
      case 'state':
        this.set(f.game as Game);
        this.presence.value = (f.presence as Presence | undefined) ?? null;
        this.watchers.value = (f.watchers as number | undefined) ?? 0;
        if ((f.game as Game).chat) void this.hear();
        break;
      case 'event':
        void this.refresh(f.revision as number);
        break;
      case 'presence': this.presence.value = f.presence as Presence; break;
      case 'watchers': this.watchers.value = f.watchers as number; break;
      case 'message': this.addMessages([f as unknown as Message]); break;
    }
  }

  /** Takes over a game that the server sent, unless it is older than the one known. */
  set(g: Game) {
    const old = this.game.value;
    if (old && old.id === g.id && old.revision > g.revision) return;
    batch(() => {
      this.game.value = g;
      const p = this.pending.value;
      if (p && g.ply > p.ply) this.pending.value = null;
      if (this.looking.value !== null && this.looking.value > g.ply) this.looking.value = null;
    });
    if (!old || old.revision !== g.revision) void this.loadTurns();
    if (g.status === 'ended') this.linger();
  }

  /** Reads the game, at least at a revision. Several wishes make one request. */
  async refresh(revision: number): Promise<void> {
    this.wantedRevision = Math.max(this.wantedRevision, revision);
    this.fetching ??= (async () => {
      try {
        do {
          const least = this.wantedRevision;
          const query = least > 0 ? { min_revision: least } : {};
          this.set(await got(api.GET('/v1/games/{id}', { params: { path: { id: this.id }, query } })));
        } while ((this.game.value?.revision ?? 0) < this.wantedRevision && !this.closed);
      } catch (e) {
        if (e instanceof Refused && e.problem.status === 404) this.missing.value = true;
      } finally {
        this.fetching = null;
      }
    })();
    return this.fetching;
  }

  private loadingTurns = false;

  private async loadTurns() {
    if (this.loadingTurns) return;
    this.loadingTurns = true;
    try {
      let wanted: number;
      do {
        wanted = this.game.value!.revision;
        if (this.game.value!.ply === 0) { this.turns.value = []; continue; }
        this.turns.value = await got(api.GET('/v1/games/{id}/turns', { params: { path: { id: this.id } } }));
      } while (this.game.value!.revision !== wanted && !this.closed);
    } catch { /* comes with the next change */ } finally {
      this.loadingTurns = false;
    }
  }

  /** Makes a turn: shown at once, sent until the server has judged it, taken back if refused. */
  async play(move: string) {
    const g = this.game.value;
    if (!g || this.pending.value) return;
    const known = move === 'pass' || g.legal_moves.includes(move);
    const p: Pending = { move, ply: g.ply, key: crypto.randomUUID(), sent: 'sending' };
    this.refusal.value = null;
    this.looking.value = null;
    if (!known && ends(move) === null) return;
    if (known) this.pending.value = p;
    await this.attempt(p, known);
  }

  private async attempt(p: Pending, known: boolean) {
    for (;;) {
      try {
        const g = await got(api.POST('/v1/games/{id}/moves', {
          params: { path: { id: this.id }, header: { 'Idempotency-Key': p.key } },
          body: { move: p.move, ply: p.ply },
        }));
        batch(() => { this.pending.value = null; this.set(g); });
        return;
      } catch (e) {
        if (e instanceof Refused && ![429, 502, 503, 504].includes(e.problem.status)) { this.refuse(e.problem); return; }
        if (!known) return; // an illegal turn is asked about once
        if (this.closed) return;
        this.pending.value = { ...p, sent: 'waiting' };
        await new Promise<void>((resolve) => {
          const done = () => { clearTimeout(timer); removeEventListener('online', done); resolve(); };
          const timer = setTimeout(done, retryPause);
          addEventListener('online', done);
        });
      }
    }
  }

  private refuse(problem: Problem) {
    batch(() => {
      this.pending.value = null;
      this.refusal.value = problem;
      if (problem.game) this.set(problem.game);
    });
  }

  /** Carries out any other command, and tells why where it is refused. */
  async command(call: (key: string) => Promise<{ data?: Game; error?: unknown; response: Response }>): Promise<boolean> {
    this.refusal.value = null;
    try {
      await signIn();
      this.set(await got(call(crypto.randomUUID())));
      return true;
    } catch (e) {
      if (e instanceof Refused) this.refuse(e.problem);
      else this.told('error.connection');
      return false;
    }
  }

  private readonly at = (key: string) => ({ path: { id: this.id }, header: { 'Idempotency-Key': key } });

  join = (side?: Side, code?: string) => this.command((key) => api.POST('/v1/games/{id}/join', { params: this.at(key), body: { ...(side && { side }), ...(code && { code }) } }));
  setup = (setup: string, side?: Side) => this.command((key) => api.POST('/v1/games/{id}/setup', { params: this.at(key), body: { setup, ...(side && { side }) } }));
  pass = () => this.play('pass');
  resign = () => this.command((key) => api.POST('/v1/games/{id}/resign', { params: this.at(key), body: {} }));
  abort = () => this.command((key) => api.POST('/v1/games/{id}/abort', { params: this.at(key), body: {} }));
  addTime = () => this.command((key) => api.POST('/v1/games/{id}/add-time', { params: this.at(key), body: {} }));
  claimWin = () => this.command((key) => api.POST('/v1/games/{id}/claim-win', { params: this.at(key), body: {} }));
  takeback = (action: Action) => this.command((key) => api.POST('/v1/games/{id}/takeback', { params: this.at(key), body: { action } }));
  draw = (action: Action) => this.command((key) => api.POST('/v1/games/{id}/draw', { params: this.at(key), body: { action } }));
  rematch = (action: Action) => this.command((key) => api.POST('/v1/games/{id}/rematch', { params: this.at(key), body: { action } }));

  private hearing = false;

  private async hear() {
    if (this.hearing) return;
    this.hearing = true;
    try {
      const last = this.messages.value.at(-1)?.number ?? -1;
      const page = await got(api.GET('/v1/games/{id}/chat', { params: { path: { id: this.id }, query: { from: last + 1, limit: 200 } } }));
      this.addMessages(page.messages);
    } catch { /* the next connection asks again */ } finally {
      this.hearing = false;
    }
  }

  private addMessages(more: Message[]) {
    const known = new Map(this.messages.value.map((m) => [m.number, m]));
    for (const m of more) known.set(m.number, m);
    this.messages.value = [...known.values()].sort((a, b) => a.number - b.number);
  }

  async say(text: string): Promise<boolean> {
    try {
      await signIn();
      const m = await got(api.POST('/v1/games/{id}/chat', { params: this.at(crypto.randomUUID()), body: { text } }));
      this.addMessages([m]);
      return true;
    } catch (e) {
      if (e instanceof Refused) this.refusal.value = e.problem;
      else this.told('error.connection');
      return false;
    }
  }

  look(ply: number) {
    const g = this.game.value;
    if (!g) return;
    const to = Math.max(0, Math.min(ply, g.ply));
    this.looking.value = to === g.ply ? null : to;
  }
}

export type Action = 'offer' | 'accept' | 'decline';

/** The side to move by a FEN, for boards without a game. */
export const turnOf = (fen: string) => parse(fen).turn;
