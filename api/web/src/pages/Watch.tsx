import { api, got } from '../api/client';
import { t } from '../i18n';
import { GameCard } from '../ui/GameCard';
import { useCall } from '../ui/useCall';
import { useTitle } from '../ui/useTitle';

/** Games in play, and open ones to sit down at. */
export function Watch() {
  useTitle(t('watch.title'));
  const list = (status: 'playing' | 'waiting' | 'ended', limit: number) => () => got(api.GET('/v1/games', { params: { query: { status, limit } } }));
  const playing = useCall(list('playing', 24), [], 10_000);
  const open = useCall(list('waiting', 12), [], 10_000);
  const over = useCall(list('ended', 12), [], 30_000);
  const part = (title: string, games: typeof playing, empty: string | null) => {
    if (!games.data || (games.data.games.length === 0 && empty === null)) return null;
    return (
      <section>
        <h2>{title}</h2>
        {games.data.games.length === 0 ? <p class="quiet">{empty}</p> : <div class="cards">{games.data.games.map((g) => <GameCard key={g.id} g={g} />)}</div>}
      </section>
    );
  };
  return (
    <div class="wide">
      <h1>{t('watch.title')}</h1>
      {playing.lost && <p class="notice warn" role="status">{t('connection.lost')}</p>}
      {part(t('watch.playing'), playing, t('watch.none'))}
      {part(t('watch.open'), open, null)}
      {part(t('watch.ended'), over, null)}
    </div>
  );
}
