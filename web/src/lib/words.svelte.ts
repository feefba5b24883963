/** The language of the page: one catalogue at a time, fetched when it is spoken; a change shows at once. */

import { format, type Catalogue, type Message, type Params } from './format';

export const LANGUAGES = ['en', 'it', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const load: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('$messages/en.json'),
  it: () => import('$messages/it.json'),
  es: () => import('$messages/es.json'),
};

let spoken = $state.raw<{ language: Language; messages: Catalogue }>({ language: 'en', messages: {} });

const known = (tag: string): Language | undefined =>
  LANGUAGES.find((language) => tag.toLowerCase().startsWith(language));

/** The language chosen before, else the first of the browser's that we speak. */
export function preferredLanguage(): Language {
  const tags = [localStorage.getItem('language') ?? '', ...navigator.languages];
  return tags.map(known).find((language) => language !== undefined) ?? 'en';
}

export async function speak(language: Language, remember = false): Promise<void> {
  const { default: messages } = await load[language]();
  spoken = { language, messages };
  document.documentElement.lang = language;
  if (remember) localStorage.setItem('language', language);
}

export const language = () => spoken.language;
export const catalogue = () => spoken.messages;
export const has = (key: string) => key in spoken.messages;

/** A message in the language of the page. */
export const t = (key: string, params?: Params) => format(spoken.messages, key, params);
export const say = (message: Message) => t(message.key, message.params);

/** A number with its sign, and a true minus. */
export const signed = (points: number) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0');
export const percent = (share: number) =>
  new Intl.NumberFormat(spoken.language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
