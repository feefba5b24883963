/** Messages of a game as its readers get them: seats become names, and the reader's own seat "you". */

import type { Message, Params } from '../lib/format';
import { has, signed, t } from '../lib/i18n.svelte';

// Numbers that are written with their sign, by the last part of the key.
const SIGNED: Readonly<Record<string, readonly string[]>> = { scored: ['points'], difference: ['points', 'others'] };

/** Return a message with names, in its form for a reader who is at a seat. */
export function addressed(message: Message, names: string[], you: number | null): Message {
  const { seat, partner, seats } = message.params as { seat?: number; partner?: number; seats?: number[] };
  const isYours = you !== null && seat === you && has(`${message.key}.you`);
  const params: Params = {
    ...message.params,
    name: names[seat!] ?? '',
    partner_name: partner === you ? t('site.you_object') : (names[partner!] ?? ''),
    ...(seats ? { names: joinNames(seats, names, you) } : {}),
  };
  for (const name of SIGNED[message.key.split('.').at(-1)!] ?? []) params[name] = signed(params[name] as number);
  return { key: isYours ? `${message.key}.you` : message.key, params };
}

/** Return the names of several seats as a list in words, the reader first. */
function joinNames(seats: number[], names: string[], you: number | null): string {
  const own = seats.filter((seat) => seat === you).map(() => t('ending.you'));
  const all = [...own, ...seats.filter((seat) => seat !== you).map((seat) => names[seat]!)];
  const last = all.pop()!;
  return all.length ? t('ending.names', { names: all.join(', '), last }) : last;
}

/** Return a message in words, for where nothing can be drawn. */
export function messageText(message: Message, names: string[], you: number | null): string {
  const { key, params } = addressed(message, names, you);
  return t(key, params);
}
