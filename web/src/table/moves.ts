/** A move in words, before it is made. */

import { t } from '../lib/words.svelte';
import { phraseText } from '../respublica/phrases';

export function moveText(move: string, names: string[]): string {
  const [verb, ...rest] = move.split(' ');
  const what = rest.join(' ');
  if (verb === 'bid') return t('sun.do.bid', { sun: what });
  if (['take', 'discard', 'flip', 'place'].includes(verb!)) return t(`sun.do.${verb}`, { tile: what });
  if (move === 'draw' || move === 'invoke' || move === 'pass') return t(`sun.do.${move}`);
  if (verb === 'ask' || verb === 'offer' || verb === 'for')
    return t(`respublica.do.${verb}`, { what: phraseText(what) });
  if (verb === 'accept') return t('respublica.do.accept', { name: names[Number(what)] ?? '' });
  if (verb === 'lay') return t('respublica.do.lay', { card: what });
  if (verb === 'give') return t('respublica.do.give', { cards: rest.map((card) => ({ card })) });
  if (verb === 'draw')
    return what === 'nothing' ? t('respublica.do.draw_nothing') : t('respublica.do.draw', { what: drawText(what) });
  return t(`respublica.do.${{ no: 'no_trade', nothing: 'nothing', decline: 'decline' }[verb!] ?? 'end'}`);
}

/** `1 people 2 technology` in words. */
export function drawText(what: string): string {
  const words = what.split(' ');
  const parts: string[] = [];
  for (let i = 0; i + 1 < words.length; i += 2) parts.push(phraseText(`${words[i]} ${words[i + 1]}`));
  return parts.join(' + ');
}
