import type { Message } from '../../lib/format';
import type { Entry } from '../../lib/types';

/** Return the messages that only the seats involved may read: cards they drew, cards they exchanged. */
export function privateMessages({ outcomes, given }: Entry): Message[] {
  const cards = (kinds: string[]) => kinds.map((card) => ({ card }));
  const drawn = outcomes?.length ? [{ key: 'respublica.told.drew', params: { cards: cards(outcomes) } }] : [];
  const exchanged = Object.entries(given ?? {}).map(([seat, kinds]) => ({
    key: 'respublica.told.handed',
    params: { seat: Number(seat), cards: cards(kinds) },
  }));
  return [...drawn, ...exchanged];
}
