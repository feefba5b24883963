/** Messages about seats, as somebody at the table reads them. Python's `Narrator` follows the same rules. */

import type { Message } from './format';
import { has, signed, t, translate } from './i18n.svelte';

// Numbers that are written with their sign, by the last part of the key.
const SIGNED: Readonly<Record<string, readonly string[]>> = { scored: ['points'], difference: ['points', 'others'] };
const signedNumbers = (key: string) => SIGNED[key.split('.').at(-1)!] ?? [];

/** Return the names of several seats as a list in words, the reader first. */
function joinNames(seats: readonly number[], names: readonly string[], you: number | null): string {
  const own = seats.filter((seat) => seat === you).map(() => t('ending.you'));
  const all = [...own, ...seats.filter((seat) => seat !== you).map((seat) => names[seat] ?? '')];
  const last = all.pop()!;
  return all.length ? t('ending.names', { names: all.join(', '), last }) : last;
}

/**
 * Return a message as its reader gets it: its seats become names, and the reader's own seat "you". There may be a form
 * of its own for that: `.you` if the message is about the reader, `.to_you` if they are the other one in it. A name
 * that a message brings along is the one of that time, and stays.
 */
export function addressed({ key, params }: Message, names: readonly string[], you: number | null): Message {
  const seat = params.seat as number | undefined;
  const partner = params.partner as number | undefined;
  const isYou = (one: number | undefined) => one !== undefined && one === you;
  const own = isYou(seat) ? `${key}.you` : isYou(partner) ? `${key}.to_you` : key;
  return {
    key: has(own) ? own : key,
    params: {
      ...params,
      ...(seat === undefined ? {} : { name: params.name ?? names[seat] ?? '' }),
      ...(partner === undefined
        ? {}
        : { partner_name: isYou(partner) ? t('site.you_object') : (names[partner] ?? '') }),
      ...(params.seats ? { names: joinNames(params.seats as number[], names, you) } : {}),
      ...Object.fromEntries(signedNumbers(key).map((name) => [name, signed(params[name] as number)])),
    },
  };
}

/** Return a message about seats in words, as its reader gets it. */
export const tell = (message: Message, names: readonly string[], you: number | null) =>
  translate(addressed(message, names, you));
