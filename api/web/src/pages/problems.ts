import { Refused } from '../api/client';
import { problemText } from '../game/problem';
import { t } from '../i18n';
import { notify } from '../ui/announce';

/** Tells why something did not work. */
export function problemNotice(e: unknown) {
  notify(e instanceof Refused ? problemText(e.problem) : t('error.connection'));
}
