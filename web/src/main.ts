import '@fontsource/marcellus/latin-400.css';
import '@fontsource-variable/source-sans-3/wght.css';
import './look/tokens.css';
import './look/parts.css';
import './look/site.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadMe } from './lib/api';
import { showTheme } from './lib/settings.svelte';
import { preferredLanguage, setLanguage } from './lib/i18n.svelte';
import { install } from './offline/install';

showTheme();
loadMe().catch(() => undefined); // the cookie comes first, and is renewed by every visit
await setLanguage(preferredLanguage());
mount(App, { target: document.getElementById('app')! });
void install().catch(() => undefined);
