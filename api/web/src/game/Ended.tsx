import type { Game } from '../api/client';
import { number, t } from '../i18n';
import { path } from '../router';
import { Icon } from '../ui/Icon';
import { outcomeText } from './words';
import type { GameStore } from './store';

/** How a game ended, and what one may do then. */
export function Ended({ store, g }: { store: GameStore; g: Game }) {
  const o = g.outcome!;
  const own = store.sides.value.length === 1 ? store.sides.value[0]! : null;
  const mood = own && o.winner ? (o.winner === own ? 'won' : 'lost') : '';
  const offered = g.offers.rematch;
  return (
    <section class={`panel ended ${mood}`} aria-label={t('ended.title')}>
      <h2>{own && o.winner ? t(o.winner === own ? 'ended.youWon' : 'ended.youLost') : t('ended.title')}</h2>
      <p>{outcomeText(g)}</p>
      {o.points && <p class="small">{t('ended.points', { cho: number(o.points.cho), han: number(o.points.han) })}</p>}
      <div class="row wrap">
        {g.rematch ? <a class="button primary" href={path('game', { id: g.rematch })}>{t('rematch.go')}</a>
          : store.isPlayer.value && o.reason !== 'aborted' && (
            own && offered && offered !== own
              ? <><button class="primary" onClick={() => store.rematch('accept')}>{t('rematch.accept')}</button><button onClick={() => store.rematch('decline')}>{t('ui.decline')}</button></>
              : <button class="primary" disabled={offered !== null} onClick={() => store.rematch('offer')}><Icon name="again" /> {offered ? t('rematch.offered') : t('rematch.offer')}</button>
          )}
        <a class="button" href="/">{t('ended.other')}</a>
      </div>
    </section>
  );
}
