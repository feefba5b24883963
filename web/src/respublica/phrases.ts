/** Phrases as text, `1 greek or 2 technology`, taken apart and said in the language of the page. */

import { t } from '../lib/words.svelte';

export type Item = { count: number; kind: string };
export type Joint = 'and' | 'or';
export type Phrase = { items: Item[]; joint: Joint | null };

export const PEOPLE = ['roman', 'babylonian', 'egyptian', 'atlantean', 'greek'];
export const TECHNOLOGY = ['metallurgy', 'wheel', 'architecture', 'chemistry', 'navigation'];
export const CARDS = [...PEOPLE, ...TECHNOLOGY];

export function readPhrase(text: string): Phrase {
  const [count, kind, joint, count2, kind2] = text.split(' ');
  const items = [{ count: Number(count), kind: kind! }];
  if (joint) items.push({ count: Number(count2), kind: kind2! });
  return { items, joint: (joint as Joint | undefined) ?? null };
}

export const writePhrase = ({ items, joint }: Phrase) =>
  items.map(({ count, kind }) => `${count} ${kind}`).join(` ${joint} `);

/** How a kind is called beside a count. */
export const kindText = (kind: string, count: number) => t(`respublica.${count === 1 ? 'card' : 'cards'}.${kind}`);
export const itemText = ({ count, kind }: Item) =>
  t(count === 1 ? 'respublica.item_one' : 'respublica.item_many', { count, kind });

export function phraseText(text: string): string {
  if (text === 'nothing') return t('respublica.nothing');
  const { items, joint } = readPhrase(text);
  const [first, second] = items.map(itemText);
  return joint ? t(`respublica.${joint}`, { first, second }) : first!;
}
