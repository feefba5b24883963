/** Phrases: parsing text such as `1 greek or 2 technology`, and writing it in the language of the page. */

import { t } from '../../lib/i18n.svelte';

export type Item = { count: number; kind: string };
export type Conjunction = 'and' | 'or';
export type Phrase = { items: Item[]; conjunction: Conjunction | null };

export const PEOPLE = ['roman', 'babylonian', 'egyptian', 'atlantean', 'greek'];
export const TECHNOLOGY = ['metallurgy', 'wheel', 'architecture', 'chemistry', 'navigation'];
export const CARDS = [...PEOPLE, ...TECHNOLOGY];

/** Return the section of the rules for what is explained, such as `card roman` or `points 2`. */
export const sectionOf = (subject: string) =>
  ({ deck: 'draw', points: 'end', hand: 'trade' })[subject.split(' ')[0]!] ?? 'lay';

/** Parse the text of a phrase. */
export function readPhrase(text: string): Phrase {
  const [count, kind, conjunction, count2, kind2] = text.split(' ');
  const items = [{ count: Number(count), kind: kind! }];
  if (conjunction) items.push({ count: Number(count2), kind: kind2! });
  return { items, conjunction: (conjunction as Conjunction | undefined) ?? null };
}

/** Return a phrase as the text that the server reads. */
export const writePhrase = ({ items, conjunction }: Phrase) =>
  items.map(({ count, kind }) => `${count} ${kind}`).join(` ${conjunction} `);

/** Return the name of a kind, in the singular or the plural. */
export const kindText = (kind: string, count: number) => t(`respublica.${count === 1 ? 'card' : 'cards'}.${kind}`);
const CATEGORIES = ['people', 'technology', 'any'];
/** Return the name of an item's kind beside its drawing, where categories of cards need no more than a word. */
export const shortKindText = ({ count, kind }: Item) =>
  CATEGORIES.includes(kind) ? t(`respublica.${count === 1 ? 'short' : 'shorts'}.${kind}`) : kindText(kind, count);
/** Return the alternatives of a phrase: two if it is an *or*, else the phrase itself. */
export const alternatives = (text: string) => text.split(' or ');

/** Return an item of a phrase in words. */
export const itemText = ({ count, kind }: Item) =>
  t(count === 1 ? 'respublica.item_one' : 'respublica.item_many', { count, kind });

/** Return a phrase, or `nothing`, in words. */
export function phraseText(text: string): string {
  if (text === 'nothing') return t('respublica.nothing');
  const { items, conjunction } = readPhrase(text);
  const [first, second] = items.map(itemText);
  return conjunction ? t(`respublica.${conjunction}`, { first, second }) : first!;
}
