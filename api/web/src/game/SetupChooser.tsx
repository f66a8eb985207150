import { useState } from 'preact/hooks';
import type { Game, Side } from '../api/client';
import { Thumbnail } from '../board/Board';
import { Figure } from '../board/Figure';
import { parse, startFen, type Kind } from '../board/position';
import { t, type Key } from '../i18n';
import type { GameStore } from './store';
import { clockOf, clockText, tick } from './time';

export const setups = ['HEHE', 'EHEH', 'HEEH', 'EHHE'] as const;

/** The four setups, each drawn on the board. Han chooses first. */
export function SetupChooser({ store, g, flipped }: { store: GameStore; g: Game; flipped: boolean }) {
  void tick.value;
  const side = store.mayAct.value;
  const [chosen, setChosen] = useState<string>('HEEH');
  const [sending, setSending] = useState(false);
  const acting = g.to_act ?? 'han';
  const mine = side ?? acting;
  const seen = (setup: string) => (mine === 'cho' ? parse(startFen(setup, g.setups.han ?? 'HEEH')) : parse(startFen('HEEH', setup)));
  // Before Han has chosen nothing is known of the other side's horses and elephants.
  const known = (setup: string) => seen(setup).pieces.filter((p) => p.side === mine || g.setups[p.side] !== null || (p.kind !== 'horse' && p.kind !== 'elephant'));
  const left = clockOf(g, acting).ms;
  return (
    <div class="setup">
      <Thumbnail pieces={known(chosen)} flipped={flipped} />
      <div class="setup-choice">
        <h2>{side ? t('setup.title', { side: t(`side.${side}`) }) : t('setup.wait', { side: t(`side.${acting}`) })}</h2>
        {left !== null && <p class="small" role="timer">{t('setup.left', { time: clockText(left) })}</p>}
        {side && (
          <>
            <div class="choices setups" role="radiogroup" aria-label={t('setup.label')}>
              {setups.map((setup) => (
                <label key={setup} class={`choice${chosen === setup ? ' chosen' : ''}`}>
                  <input type="radio" name="setup" value={setup} checked={chosen === setup} onChange={() => setChosen(setup)} />
                  <strong>{t(`setup.${setup}` as Key)}</strong>
                  <BackRow side={side} setup={setup} />
                  <span class="small">{t(`setup.${setup}.about` as Key)}</span>
                </label>
              ))}
            </div>
            <button class="primary big" disabled={sending} onClick={async () => { setSending(true); await store.setup(chosen, store.alone.value ? side : undefined); setSending(false); }}>
              {t('setup.do')}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

/** A side's back row, as the side itself sees it. */
function BackRow({ side, setup }: { side: Side; setup: string }) {
  const [a, b, c, d] = [...setup].map((letter): Kind => (letter === 'H' ? 'horse' : 'elephant'));
  const row: Kind[] = ['chariot', a!, b!, 'guard', 'guard', c!, d!, 'chariot'];
  return (
    <svg class="back-row" viewBox="0 0 800 104" aria-hidden="true" focusable="false">
      {row.map((kind, i) => <g key={i} transform={`translate(${50 + 100 * i} 50)`}><Figure piece={{ side, kind }} /></g>)}
    </svg>
  );
}
