import type { Schemas } from '../api/client';
import { number, t, type Key } from '../i18n';

type Options = Schemas['RuleOptions'];

const values = {
  bikjang: ['off', 'score', 'answer'],
  settle: ['points', 'draw'],
  repetition: ['ends', 'loses', 'forbidden', 'off'],
  perpetual_check: ['ignored', 'loses'],
  double_pass: ['ends', 'off'],
} as const;

const limits = { turn_limit: [null, 200, 400], no_capture_limit: [null, 50, 100], low_material: [null, 30] } as const;
const deoms = [0, 0.5, 1, 1.5, 2, 3];

/** The options of a ruleset as the server has them, each in a sentence; with onChange to choose. */
export function RuleTable({ options, onChange }: { options: Options; onChange?: (name: keyof Options, value: unknown) => void }) {
  const row = (name: keyof Options, said: string, choices: [string, string][], current: string, parse: (text: string) => unknown) => (
    <div class="rule" key={name}>
      <dt>{onChange ? <label for={`rule-${name}`}>{t(`rule.${name}` as Key)}</label> : t(`rule.${name}` as Key)}</dt>
      <dd>
        {onChange
          ? <select id={`rule-${name}`} value={current} onChange={(e) => onChange(name, parse(e.currentTarget.value))}>{choices.map(([v, text]) => <option key={v} value={v}>{text}</option>)}</select>
          : <strong>{choices.find(([v]) => v === current)?.[1] ?? current}</strong>}
        <p class="small">{said}</p>
      </dd>
    </div>
  );
  const named = (Object.keys(values) as (keyof typeof values)[]).map((name) => {
    const now = String(options[name] ?? 'ends');
    return row(name, t(`rule.${name}.${now}.about` as Key), values[name].map((v) => [v, t(`rule.${name}.${v}` as Key)]), now, (v) => v);
  });
  const limited = (Object.keys(limits) as (keyof typeof limits)[]).map((name) => {
    const now = options[name] ?? null;
    const all = [...new Set<number | null>([...limits[name], now])];
    return row(name, t(`rule.${name}.about` as Key), all.map((v) => [String(v), v === null ? t('rule.none') : number(v)]), String(now), (v) => (v === 'null' ? null : Number(v)));
  });
  return (
    <dl class="rules">
      {named}
      {limited}
      {row('bikjang_over_check', t('rule.bikjang_over_check.about'), [['false', t('ui.no')], ['true', t('ui.yes')]], String(options.bikjang_over_check), (v) => v === 'true')}
      {row('deom', t('rule.deom.about'), [...new Set([...deoms, options.deom])].map((v) => [String(v), number(v)]), String(options.deom), Number)}
    </dl>
  );
}
