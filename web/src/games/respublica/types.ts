/** The view of Res Publica, as `Position.view` returns it. */

import type { Message } from '../../lib/format';

/** Cards due in a gift: `count` of any of these kinds. */
export interface Slot {
  count: number;
  cards: string[];
}

export interface ResPublicaSeat {
  sets: string[];
  cities: number;
  monuments: number[];
  cards: number;
  points: number;
  hand?: Record<string, number>; // of the own seat
  known?: Record<string, number>; // cards of another seat that this seat knows
  at_least?: { people: number; technology: number };
  hand_points?: number;
}

/** What a phrase may name: at most `most` of a kind, and of two kinds joined by *and* at most `together`. */
export interface PhraseLimits {
  most: Record<string, number>;
  together: Record<string, Record<string, number>> | null;
}

export interface ResPublicaView {
  game: string;
  players: number;
  phase: 'trade' | 'answer' | 'accept' | 'give' | 'lay' | 'draw' | 'deal' | 'last lay' | 'over';
  to_act: number | 'chance' | null;
  turn: number | null;
  decks: { people: number; technology: number };
  cities_left: number;
  monuments_left: number[];
  announcement: { mode: 'ask' | 'offer'; phrase: string } | null;
  answers: Record<string, string>;
  accepted: number | null;
  pending: { people: number; technology: number } | null;
  idle: number;
  final_round: number | null;
  seat: number | null;
  wanted: (string | null)[];
  seats: ResPublicaSeat[];
  given: string[] | null;
  legal: string[];
  why_not: Record<string, Message>;
  sayable: { ask?: PhraseLimits; offer?: PhraseLimits; for?: PhraseLimits } | null;
  can_give: { what: Message; can: boolean }[];
  due: Slot[][] | null;
}
