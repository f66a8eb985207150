import { useEffect, useRef, useState } from 'preact/hooks';
import { session } from '../api/session';
import { t, type Key } from '../i18n';
import type { GameStore } from './store';

const phrases: Key[] = ['phrase.hello', 'phrase.luck', 'phrase.nice', 'phrase.thanks', 'phrase.sorry'];

/** What is said at the board: players among themselves, onlookers among themselves. */
export function Chat({ store }: { store: GameStore }) {
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const messages = store.messages.value;
  useEffect(() => { if (list.current) list.current.scrollTop = list.current.scrollHeight; }, [messages.length]);
  const say = async (words: string) => { if (words.trim() && await store.say(words.trim())) setText(''); };
  return (
    <details class="panel chat" open={messages.length > 0}>
      <summary>{store.isPlayer.value ? t('chat.players') : t('chat.spectators')}{messages.length > 0 && <span class="count">{messages.length}</span>}</summary>
      <div class="messages" ref={list} role="log" aria-label={t('chat.title')} tabIndex={0}>
        {messages.length === 0 && <p class="quiet small">{t('chat.empty')}</p>}
        {messages.map((m) => <p key={m.number} class={m.player.id === session.value?.id ? 'own' : ''}><b>{m.player.name}</b> {m.text}</p>)}
      </div>
      <div class="phrases">{phrases.map((key) => <button key={key} class="chip" onClick={() => say(t(key))}>{t(key)}</button>)}</div>
      <form class="row" onSubmit={(e) => { e.preventDefault(); void say(text); }}>
        <input value={text} maxLength={500} onInput={(e) => setText(e.currentTarget.value)} aria-label={t('chat.write')} placeholder={t('chat.write')} />
        <button type="submit">{t('chat.send')}</button>
      </form>
    </details>
  );
}
