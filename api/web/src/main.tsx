import { render } from 'preact';
import './style.css';
import { App } from './App';
import { renew } from './api/client';
import { loadCharacters } from './board/drawing';
import { startLanguage } from './i18n';
import { lettering, startTheme } from './prefs';
import { startRouter } from './router';

startTheme();
startRouter();
await Promise.all([startLanguage(), loadCharacters(lettering.value)]);
render(<App />, document.getElementById('app')!);
void renew().catch(() => { /* the token at hand still holds */ });
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js');
