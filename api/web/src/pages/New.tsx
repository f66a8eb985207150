import { useState } from 'preact/hooks';
import { api, got, signIn, type Schemas } from '../api/client';
import { presetTitle, timeText } from '../game/describe';
import { t, type Key } from '../i18n';
import { RuleTable } from '../learn/RuleTable';
import { navigate, path } from '../router';
import { useCall } from '../ui/useCall';
import { useTitle } from '../ui/useTitle';
import { problemNotice } from './problems';
import { Thumbnail } from '../board/Board';
import { parse, rows, startFen } from '../board/position';

type TimeControl = Schemas['TimeControl'];
type Options = Schemas['RuleOptions'];

const minute = 60_000;
const controls: TimeControl[] = [
  { type: 'per_move', per_move_ms: 90_000 },
  { type: 'fischer', initial_ms: 3 * minute, increment_ms: 5_000 },
  { type: 'fischer', initial_ms: 10 * minute, increment_ms: 10_000 },
  { type: 'byoyomi', main_ms: 10 * minute, periods: 3, period_ms: 30_000 },
  { type: 'byoyomi', main_ms: 30 * minute, periods: 3, period_ms: 60_000 },
  { type: 'per_move', per_move_ms: 86_400_000 },
  { type: 'unlimited' },
];

/** Pieces that the stronger side leaves out in a handicap game (접장기): Cho's, whom Han then precedes. */
const handicaps: [Key, string[]][] = [
  ['handicap.none', []],
  ['handicap.soldiers', ['c4', 'g4']],
  ['handicap.elephant', ['g1']],
  ['handicap.horse', ['h1']],
  ['handicap.cannon', ['h3']],
  ['handicap.chariot', ['i1']],
  ['handicap.chariotHorse', ['i1', 'h1']],
  ['handicap.chariots', ['a1', 'i1']],
];

const strengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** A game with every choice. */
export function New() {
  useTitle(t('new.title'));
  const [opponent, setOpponent] = useState<'human' | 'computer' | 'self'>('human');
  const [strength, setStrength] = useState(5);
  const [time, setTime] = useState(0);
  const [preset, setPreset] = useState('standard');
  const [changed, setChanged] = useState<Partial<Options>>({});
  const [side, setSide] = useState<'cho' | 'han' | 'random'>('random');
  const [visibility, setVisibility] = useState<'public' | 'unlisted' | 'private'>('public');
  const [chat, setChat] = useState(true);
  const [delay, setDelay] = useState(0);
  const [handicap, setHandicap] = useState(0);
  const [busy, setBusy] = useState(false);
  const rulesets = useCall(() => got(api.GET('/v1/rulesets')), []);
  const all = rulesets.data?.rulesets ?? [];
  const rules = all.find((r) => r.name === preset);
  const start = handicapPieces(handicap);

  async function create(e: Event) {
    e.preventDefault();
    setBusy(true);
    try {
      await signIn();
      const tc = opponent === 'self' ? { type: 'unlimited' as const } : controls[time]!;
      const g = await got(api.POST('/v1/games', {
        params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
        body: {
          ruleset: Object.keys(changed).length ? { preset, ...changed } : preset,
          time_control: tc, visibility, chat, opponent: opponent === 'computer' ? { type: opponent, strength } : { type: opponent },
          ...(opponent !== 'self' && { side }),
          ...(tc.type === 'unlimited' ? {} : tc.type === 'per_move' ? { setup_ms: tc.per_move_ms } : { setup_ms: 90_000 }),
          ...(delay > 0 && { spectator_delay_ms: delay }),
          ...(handicap > 0 && { start_fen: `${rows(start)} b - - 0 1` }),
        },
      }));
      navigate(path('game', { id: g.id }));
    } catch (error) {
      problemNotice(error);
    } finally {
      setBusy(false);
    }
  }
  const radio = <T extends string>(name: string, value: T, set: (v: T) => void, of: readonly T[], prefix: string) => (
    <div class="segments">
      {of.map((v) => (
        <label key={v} class={value === v ? 'chosen' : ''}>
          <input type="radio" name={name} checked={value === v} onChange={() => set(v)} />{t(`${prefix}.${v}` as Key)}
        </label>
      ))}
    </div>
  );
  return (
    <form class="narrow stack" onSubmit={create}>
      <h1>{t('new.title')}</h1>
      <fieldset><legend>{t('new.opponent')}</legend>{radio('opponent', opponent, setOpponent, ['human', 'computer', 'self'], 'opponent')}</fieldset>
      {opponent === 'computer' && (
        <label class="field"><span>{t('new.strength')}</span>
          <select value={strength} onChange={(e) => setStrength(Number(e.currentTarget.value))}>{strengths.map((n) => <option key={n} value={n}>{strengthText(n)}</option>)}</select>
        </label>
      )}
      {opponent !== 'self' && (
        <>
          <fieldset><legend>{t('new.side')}</legend>{radio('side', side, setSide, ['random', 'cho', 'han'], 'new.side')}</fieldset>
          <label class="field"><span>{t('new.time')}</span>
            <select value={time} onChange={(e) => setTime(Number(e.currentTarget.value))}>{controls.map((tc, i) => <option key={i} value={i}>{timeText(tc)}</option>)}</select>
          </label>
        </>
      )}
      <label class="field"><span>{t('new.rules')}</span>
        <select value={preset} onChange={(e) => { setPreset(e.currentTarget.value); setChanged({}); }}>{all.filter((r) => r.name !== 'record').map((r) => <option key={r.name} value={r.name}>{presetTitle(r.name)}</option>)}</select>
      </label>
      {rules && (
        <details class="panel"><summary>{t('new.details')}</summary>
          <RuleTable options={{ ...rules.options, ...changed }} onChange={(name, value) => setChanged({ ...changed, [name]: value })} />
        </details>
      )}
      <label class="field"><span>{t('new.handicap')}</span>
        <select value={handicap} onChange={(e) => setHandicap(Number(e.currentTarget.value))}>{handicaps.map(([key], i) => <option key={key} value={i}>{t(key)}</option>)}</select>
      </label>
      {handicap > 0 && <div class="preview"><Thumbnail pieces={start} /><p class="small quiet">{t('handicap.about')}</p></div>}
      {opponent === 'human' && (
        <>
          <fieldset><legend>{t('new.visibility')}</legend>{radio('visibility', visibility, setVisibility, ['public', 'unlisted', 'private'], 'visibility')}<p class="small quiet">{t(`visibility.${visibility}.about`)}</p></fieldset>
          <label class="check"><input type="checkbox" checked={chat} onChange={(e) => setChat(e.currentTarget.checked)} />{t('new.chat')}</label>
          <label class="field"><span>{t('new.delay')}</span>
            <select value={delay} onChange={(e) => setDelay(Number(e.currentTarget.value))}>{[0, 30_000, 60_000, 300_000].map((ms) => <option key={ms} value={ms}>{ms === 0 ? t('new.delay.none') : t('span.seconds', { n: ms / 1000 })}</option>)}</select>
          </label>
        </>
      )}
      <button class="primary big" type="submit" disabled={busy}>{t('new.do')}</button>
    </form>
  );
}

function strengthText(n: number) {
  const named = { 2: 'level.beginner', 5: 'level.intermediate', 9: 'level.advanced' } as const;
  return n in named ? `${n} · ${t(named[n as keyof typeof named])}` : String(n);
}

function handicapPieces(index: number) {
  const out = handicaps[index]![1];
  return parse(startFen('HEEH', 'HEEH')).pieces.filter((p) => !out.includes(p.at));
}
