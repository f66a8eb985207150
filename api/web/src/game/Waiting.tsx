import type { Game } from '../api/client';
import { Thumbnail } from '../board/Board';
import { parse, startFen } from '../board/position';
import { t } from '../i18n';
import { path } from '../router';
import { notify } from '../ui/announce';
import { Icon } from '../ui/Icon';
import { optionsText } from './describe';
import type { GameStore } from './store';

/** A game that waits for its second player. */
export function Waiting({ store, g, code }: { store: GameStore; g: Game; code?: string }) {
  const key = g.room_code ?? code ?? null;
  const link = `${location.origin}${key ? path('room', { code: key }) : path('game', { id: g.id })}`;
  const shape = parse(g.start_fen ?? startFen('HEEH', 'HEEH')).pieces.filter((p) => g.start_fen || (p.kind !== 'horse' && p.kind !== 'elephant'));
  const share = async () => {
    if (navigator.share) await navigator.share({ title: t('site.name'), text: t('wait.invite'), url: link }).catch(() => {});
    else {
      await navigator.clipboard.writeText(link).catch(() => {});
      notify(t('wait.copied'));
    }
  };
  return (
    <div class="setup">
      <Thumbnail pieces={shape} />
      <div class="setup-choice">
        {store.isPlayer.value ? (
          <>
            <h2>{t('wait.title')}</h2>
            <p>{t('wait.text')}</p>
            {key && <p class="code"><span class="sr-only">{t('wait.code')} </span>{key}</p>}
            <input class="link" readOnly value={link} aria-label={t('wait.link')} onFocus={(e) => e.currentTarget.select()} />
            <button class="primary big" onClick={share}><Icon name="link" /> {t('wait.share')}</button>
            <p class="small quiet">{optionsText(g)}</p>
          </>
        ) : (
          <>
            <h2>{t('join.title', { name: (g.players.cho ?? g.players.han)?.name ?? '' })}</h2>
            <p>{t('join.side', { side: t(g.players.cho ? 'side.han' : 'side.cho') })}</p>
            <p class="small quiet">{optionsText(g)}</p>
            <button class="primary big" onClick={() => store.join(undefined, code)}>{t('join.do')}</button>
          </>
        )}
      </div>
    </div>
  );
}
