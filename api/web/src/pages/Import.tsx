import { useState } from 'preact/hooks';
import { identity, signIn, Refused, type Problem, type Schemas } from '../api/client';
import { t } from '../i18n';
import { path } from '../router';
import { useTitle } from '../ui/useTitle';
import { problemNotice } from './problems';

type Line = Schemas['ImportedRecord'] | Schemas['ImportSummary'];

const types: Record<string, string> = { gib: 'text/x-gib', pgn: 'application/vnd.chess-pgn', uci: 'text/x-uci' };

/** Which format a text is in, by what it has alone. */
function formatOf(name: string, text: string): keyof typeof types {
  const ending = /\.(gib|pgn|uci)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending) return ending as keyof typeof types;
  if (/\[[^\]]*[가-힣]/.test(text) || /\d\d[가-힣]\d\d/.test(text)) return 'gib';
  return text.includes('[') ? 'pgn' : 'uci';
}

/** Reads records from a file or a text and leads to their games. */
export function Import() {
  useTitle(t('import.title'));
  const [text, setText] = useState('');
  const [read, setRead] = useState<Schemas['ImportedRecord'][] | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(body: Blob | string, format: keyof typeof types) {
    setBusy(true);
    setRead(null);
    try {
      await signIn();
      const response = await fetch('/v1/imports?visibility=unlisted', { method: 'POST', headers: { ...identity(), 'Content-Type': types[format]! }, body });
      const answer = await response.text();
      if (!response.ok) throw new Refused(JSON.parse(answer) as Problem);
      const lines = answer.split('\n').filter(Boolean).map((l) => JSON.parse(l) as Line);
      setRead(lines.filter((l): l is Schemas['ImportedRecord'] => 'game' in l));
    } catch (e) {
      problemNotice(e);
    } finally {
      setBusy(false);
    }
  }
  async function onFile(file: File | undefined) {
    if (file) await send(file, formatOf(file.name, await file.slice(0, 4096).text()));
  }

  return (
    <div class="narrow">
      <h1>{t('import.title')}</h1>
      <p>{t('import.text')}</p>
      <label class="field"><span>{t('import.file')}</span><input type="file" accept=".gib,.pgn,.uci,.txt" disabled={busy} onChange={(e) => onFile(e.currentTarget.files?.[0])} /></label>
      <label class="field"><span>{t('import.paste')}</span><textarea rows={7} value={text} onInput={(e) => setText(e.currentTarget.value)} placeholder="79졸78 08마87 …" /></label>
      <button class="primary" disabled={busy || !text.trim()} onClick={() => send(text, formatOf('', text))}>{t('import.do')}</button>
      {read && (
        <section aria-live="polite">
          <h2>{t('import.found', { n: read.length })}</h2>
          <ul class="plain-list">
            {read.map((r) => (
              <li key={r.game}>
                {r.id ? <a href={path('game', { id: r.id })}>{t('import.game', { n: r.game, turns: r.turns })}</a> : <span>{t('import.unreadable', { n: r.game })}: {r.reason}</span>}
                {r.cut && <span class="small quiet"> {t('import.cut', { turns: r.turns, written: r.written })}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
