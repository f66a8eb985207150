import { api, got } from '../api/client';
import { session } from '../api/session';
import { t } from '../i18n';
import { path } from '../router';
import { GameCard } from '../ui/GameCard';
import { useCall } from '../ui/useCall';
import { useTitle } from '../ui/useTitle';

/** The games of this browser's player, those that wait for a turn first. */
export function Mine() {
  useTitle(t('mine.title'));
  const id = session.value?.id;
  const games = useCall(async () => (id ? (await got(api.GET('/v1/games', { params: { query: { player: id, limit: 100 } } }))).games : []), [id], 15_000);
  const all = games.data ?? [];
  const mine = all.filter((g) => g.status !== 'ended' && g.to_act && g.players[g.to_act]?.id === id);
  const going = all.filter((g) => g.status !== 'ended' && !mine.includes(g));
  const over = all.filter((g) => g.status === 'ended');
  const part = (title: string, list: typeof all) => list.length > 0 && (
    <section><h2>{title}</h2><div class="cards">{list.map((g) => <GameCard key={g.id} g={g} />)}</div></section>
  );
  return (
    <div class="wide">
      <h1>{t('mine.title')}</h1>
      {games.lost && <p class="notice warn" role="status">{t('connection.lost')}</p>}
      {games.data && all.length === 0 && <><p class="quiet">{t('mine.none')}</p><a class="button primary" href={path('home')}>{t('nav.play')}</a></>}
      {part(t('mine.turn'), mine)}
      {part(t('mine.going'), going)}
      {part(t('mine.over'), over)}
    </div>
  );
}
