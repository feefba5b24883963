/**
 * Cards that change their place with a move: drawn, exchanged, laid. A card that the viewer may not know travels face
 * down; everything here comes from what the server says to the viewer about the move.
 */

import type { Message } from '../../lib/format';
import { range } from '../../lib/range';
import type { Entry } from '../../lib/types';
import { CARDS, PEOPLE } from './phrases';

/** A card, or a city or monument, on its way; `piece` is null for a card face down. Places are selectors. */
export type Flight = { piece: string | null; from: string; to: string };

const MAX_CARDS = 5; // of one gift that travel: more of them say no more
const SET_SIZE = 5;
const ACCEPTED = ['respublica.told.accept_ask', 'respublica.told.accept_offer'];

/** Return what travels with an entry, the newest of this log, before the eyes of a seat or of a spectator. */
export function flightsOf(entry: Entry, log: Entry[], viewer: number | null): Flight[] {
  const moves = (entry.told ?? []).flatMap((message) => [
    ...drawn(message, entry.outcomes ?? [], viewer),
    ...laid(message, viewer),
  ]);
  return entry.given === undefined ? moves : [...moves, ...exchanged(entry.given, log, viewer)];
}

/** Return the place of a seat's cards: the column of a kind in the own hand, or another's hand. */
function handOf(seat: number, piece: string | null, viewer: number | null): string {
  if (seat !== viewer) return `[data-seat="${seat}"] .fan`;
  return piece ? `.hand [data-kind="${piece}"]` : '.hand';
}

const tableOf = (seat: number, viewer: number | null) =>
  seat === viewer ? '.note .tot' : `[data-seat="${seat}"] .hold`;

/** Return the cards of a draw. Which ones they are is known to whoever drew them. */
function drawn({ key, params }: Message, outcomes: string[], viewer: number | null): Flight[] {
  if (!key.startsWith('respublica.told.draw')) return [];
  const seat = params.seat as number;
  const decks = ['people', 'technology'].flatMap((deck) =>
    range((params[deck] as number | undefined) ?? 0).map(() => deck),
  );
  return decks.map((deck, i) => {
    const piece = outcomes[i] ?? null;
    return { piece, from: `[data-deck="${deck}"]`, to: handOf(seat, piece, viewer) };
  });
}

/** Return the cards of a set, and the city or monument that they bring. */
function laid({ key, params }: Message, viewer: number | null): Flight[] {
  if (key !== 'respublica.told.city' && key !== 'respublica.told.monument') return [];
  const [seat, card] = [params.seat as number, params.card as string];
  const to = tableOf(seat, viewer);
  const cards = range(SET_SIZE).map(() => ({ piece: card, from: handOf(seat, card, viewer), to }));
  const won = PEOPLE.includes(card) ? 'city' : 'monument';
  return [...cards, { piece: won, from: `[data-stack="${won}"]`, to }];
}

/** Return the cards of an exchange: those that the server names to the two who trade, else what was said aloud. */
function exchanged(given: Entry['given'], log: Entry[], viewer: number | null): Flight[] {
  const deal = log.flatMap(({ told = [] }) => told).findLast(({ key }) => ACCEPTED.includes(key));
  if (!deal) return [];
  const [seat, partner] = [deal.params.seat as number, deal.params.partner as number];
  const [what, against] = [deal.params.what as Message, deal.params.against as Message];
  const [own, other] = deal.key.endsWith('ask') ? [what, against] : [against, what];
  const gift = (from: number, to: number, said: Message) =>
    (given?.[String(from)] ?? namedCards(said))
      .slice(0, MAX_CARDS)
      .map((piece) => ({ piece, from: handOf(from, piece, viewer), to: handOf(to, piece, viewer) }));
  return [...gift(seat, partner, own), ...gift(partner, seat, other)];
}

/** Return the cards that a phrase names; null for those it leaves to the giver, one for all of an *or*. */
function namedCards({ key, params }: Message): (string | null)[] {
  if (key === 'respublica.or') return [null];
  if (key === 'respublica.and') return [params.first, params.second].flatMap((item) => namedCards(item as Message));
  const kind = params.kind as string;
  return range(params.count as number).map(() => (CARDS.includes(kind) ? kind : null));
}
