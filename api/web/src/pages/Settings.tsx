import { useState } from 'preact/hooks';
import type { Signal } from '@preact/signals';
import { signIn } from '../api/client';
import { session } from '../api/session';
import { Thumbnail } from '../board/Board';
import { parse, startFen } from '../board/position';
import { choose, lang, languages, t, type Key, type Lang } from '../i18n';
import { boardTheme, boardThemes, coordinates, lettering, letterings, mode, modes, notation, sounds } from '../prefs';
import { useTitle } from '../ui/useTitle';
import { problemNotice } from './problems';

const sample = parse(startFen('HEEH', 'EHHE')).pieces;

export function Settings() {
  useTitle(t('settings.title'));
  const [name, setName] = useState(session.value?.name ?? '');
  const pick = <T extends string>(label: Key, value: Signal<T>, all: readonly T[], prefix: string) => (
    <fieldset>
      <legend>{t(label)}</legend>
      <div class="segments">
        {all.map((v) => (
          <label key={v} class={value.value === v ? 'chosen' : ''}>
            <input type="radio" name={prefix} checked={value.value === v} onChange={() => { value.value = v; }} />{t(`${prefix}.${v}` as Key)}
          </label>
        ))}
      </div>
    </fieldset>
  );
  const rename = async (e: Event) => {
    e.preventDefault();
    if (!name.trim()) return;
    try { await signIn(name); } catch (error) { problemNotice(error); }
  };
  return (
    <div class="wide settings">
      <div>
        <h1>{t('settings.title')}</h1>
        <fieldset>
          <legend>{t('settings.language')}</legend>
          <div class="segments">
            {(Object.keys(languages) as Lang[]).map((l) => (
              <label key={l} class={lang.value === l ? 'chosen' : ''} lang={l}>
                <input type="radio" name="language" checked={lang.value === l} onChange={() => choose(l)} />{languages[l]}
              </label>
            ))}
          </div>
        </fieldset>
        {pick('settings.board', boardTheme, boardThemes, 'board')}
        {pick('settings.mode', mode, modes, 'mode')}
        {pick('settings.pieces', lettering, letterings, 'lettering')}
        {pick('settings.coordinates', coordinates, ['on', 'off'], 'coordinates')}
        {pick('settings.notation', notation, ['korean', 'uci'], 'notation')}
        {pick('settings.sounds', sounds, ['on', 'off'], 'sounds')}
        <form class="field" onSubmit={rename}>
          <label for="name">{t('settings.name')}</label>
          <div class="row"><input id="name" value={name} maxLength={40} onInput={(e) => setName(e.currentTarget.value)} /><button type="submit">{session.value ? t('settings.newName') : t('settings.setName')}</button></div>
          {session.value && <p class="small quiet">{t('settings.nameWhy')}</p>}
        </form>
      </div>
      <div class="sample" aria-hidden="true"><Thumbnail pieces={sample} /></div>
    </div>
  );
}
