/** The language of the page. One catalogue of messages is loaded at a time; the page follows a change at once. */

import type { Problem } from './api';
import { format, type Catalogue, type Message, type Params } from './format';

export const LANGUAGES = ['en', 'it', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const load: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('$messages/en.json'),
  it: () => import('$messages/it.json'),
  es: () => import('$messages/es.json'),
};

let current = $state.raw<{ language: Language; messages: Catalogue }>({ language: 'en', messages: {} });

const languageOf = (tag: string): Language | undefined =>
  LANGUAGES.find((language) => tag.toLowerCase().startsWith(language));

/** Return the language chosen before, else the first language of the browser that there is a catalogue for. */
export function preferredLanguage(): Language {
  const tags = [localStorage.getItem('language') ?? '', ...navigator.languages];
  return tags.map(languageOf).find((language) => language !== undefined) ?? 'en';
}

/** Load a language and show the page in it; `save` makes it the choice of this browser. */
export async function setLanguage(language: Language, save = false): Promise<void> {
  const { default: messages } = await load[language]();
  current = { language, messages };
  document.documentElement.lang = language;
  if (save) localStorage.setItem('language', language);
}

export const language = () => current.language;
export const catalogue = () => current.messages;
/** Return whether there is a message of that key. */
export const has = (key: string) => key in current.messages;

/** Return the message of a key in the language of the page. */
export const t = (key: string, params?: Params) => format(current.messages, key, params);
/** Return a message that the server sent, in the language of the page. */
export const translate = (message: Message) => t(message.key, message.params);

/** Return why a request failed, as a sentence. */
export function problemText({ key, params }: Problem): string {
  const known = [key, `problem.${key}`].find(has);
  return known ? t(known, params) : t('problem.server.busy');
}

/** Return a sentence that begins with a capital letter. */
export const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase(current.language) + text.slice(1);

/** Return a number with its sign; the minus is a true minus, not a hyphen. */
export const signed = (points: number) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0');
export const percent = (share: number) =>
  new Intl.NumberFormat(current.language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
