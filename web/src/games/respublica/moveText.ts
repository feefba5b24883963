import { tell } from '../../lib/addressed';
import { t } from '../../lib/i18n.svelte';
import { itemText, phraseText, type Item } from './phrases';

const WITHOUT_OBJECT: Record<string, string> = { no: 'no_trade', nothing: 'nothing', decline: 'decline', end: 'end' };

/** Return a move of Res Publica in words, before it is made. */
export function moveText(move: string, names: string[], you: number | null): string {
  const [verb = '', ...words] = move.split(' ');
  const object = words.join(' ');
  if (verb === 'ask' || verb === 'offer' || verb === 'for') {
    return t(`respublica.do.${verb}`, { what: phraseText(object) });
  }
  if (verb === 'accept') return tell({ key: 'respublica.do.accept', params: { seat: Number(object) } }, names, you);
  if (verb === 'lay') return t('respublica.do.lay', { card: object });
  if (verb === 'give') return t('respublica.do.give', { cards: words.map((card) => ({ card })) });
  if (verb === 'draw' && object === 'nothing') return t('respublica.do.draw_nothing');
  if (verb === 'draw') return t('respublica.do.draw', { what: drawnItems(object).map(itemText).join(' + ') });
  return t(`respublica.do.${WITHOUT_OBJECT[verb] ?? 'end'}`);
}

/** Return the cards to draw, such as `1 people 2 technology`; none for `nothing`. */
export function drawnItems(cards: string): Item[] {
  const words = cards.split(' ');
  const items: Item[] = [];
  for (let i = 0; i + 1 < words.length; i += 2) items.push({ count: Number(words[i]), kind: words[i + 1]! });
  return items;
}

/** Return a move as the coach writes it, who may name the same cards in another order. */
export const asJudged = (move: string, judged: readonly string[]) =>
  judged.find((other) => canonical(other) === canonical(move)) ?? move;

function canonical(move: string): string {
  const [verb = '', ...words] = move.split(' ');
  if (verb === 'give') return [verb, ...words.toSorted()].join(' ');
  const conjunction = words.find((word) => word === 'and' || word === 'or');
  const items = words.join(' ').split(` ${conjunction} `).toSorted();
  return [verb, ...items, conjunction].join(' ');
}
