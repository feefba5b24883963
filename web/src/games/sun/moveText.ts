import { t } from '../../lib/i18n.svelte';

const WITH_TILE = ['take', 'discard', 'flip', 'place'];

/** Return a move of a sun auction in words, before it is made; `endKey` is the message for the move `end`. */
export function moveText(move: string, endKey: string): string {
  const [verb = '', object = ''] = move.split(' ');
  if (verb === 'bid') return t('sun.do.bid', { sun: object });
  if (WITH_TILE.includes(verb)) return t(`sun.do.${verb}`, { tile: object });
  if (['draw', 'invoke', 'pass'].includes(verb)) return t(`sun.do.${verb}`);
  return t(endKey);
}
