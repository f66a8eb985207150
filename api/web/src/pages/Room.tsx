import { api, got } from '../api/client';
import { session } from '../api/session';
import { GamePage } from '../game/GamePage';
import { problemText } from '../game/problem';
import { Waiting } from '../game/Waiting';
import { GameStore } from '../game/store';
import { t } from '../i18n';
import { navigate, path, route } from '../router';
import { useCall } from '../ui/useCall';
import { useTitle } from '../ui/useTitle';
import { useEffect, useMemo } from 'preact/hooks';

/** The page behind a room's code or link. */
export function Room() {
  const code = (route.value.params.code ?? '').toUpperCase();
  useTitle(t('room.title'));
  const room = useCall(() => got(api.GET('/v1/rooms/{code}', { params: { path: { code } } })), [code, session.value?.id]);
  const g = room.data;
  if (room.problem) return <div class="narrow"><h1>{t('room.missing')}</h1><p>{room.problem.status === 404 ? t('room.missingWhy') : problemText(room.problem)}</p><a class="button" href="/">{t('nav.home')}</a></div>;
  if (!g) return <div class="narrow" aria-busy="true" />;
  // Before a private game is joined its own routes do not know the visitor.
  if (g.visibility === 'private' && g.status === 'waiting') return <Invitation key={g.id} id={g.id} code={code} g={g} />;
  return <GamePage key={g.id} id={g.id} code={code} />;
}

function Invitation({ id, code, g }: { id: string; code: string; g: NonNullable<GameStore['game']['value']> }) {
  const store = useMemo(() => new GameStore(id), [id]);
  useEffect(() => () => store.close(), [store]);
  const shown = store.game.value ?? g;
  useEffect(() => { if (store.isPlayer.value) navigate(path('game', { id }), true); }, [store.isPlayer.value]);
  return <div class="narrow wide"><h1 class="sr-only">{t('room.title')}</h1><Waiting store={store} g={shown} code={code} /></div>;
}
