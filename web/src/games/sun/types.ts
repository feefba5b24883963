/** The view of Ra and of Priests of Ra, as `Position.view` returns it. */

import type { Message } from '../../lib/format';

export interface SunSeat {
  fame: number;
  suns: { up: number[]; down: number[] };
  tiles: Record<string, number>;
  ankhs?: number; // Priests of Ra only
}

/** Where a seat stands in the auction: `asked` is to bid or pass now, `can` and `cannot` are still to come. */
export interface Bidding {
  seat: number;
  state: 'leads' | 'out' | 'asked' | 'can' | 'cannot';
  suns: number[];
}

/** What a move would lead to if the epoch ended after it. */
export interface Preview {
  points: number;
  gains: Record<string, number>;
  loses: Record<string, number>;
}

export interface SunView {
  game: string;
  players: number;
  epoch: number;
  phase: 'turn' | 'draw' | 'bid' | 'over' | 'gods' | 'discard' | 'place' | 'flip';
  to_act: number | 'chance' | null;
  turn: number | null;
  ra_track: number;
  track_length: number;
  row: string[];
  centre: number;
  pile: Record<string, number>;
  pile_left: number;
  auction: { ra_player: number; kind: 'drawn' | 'voluntary' | 'forced'; bid: number; bidder: number | null } | null;
  seats: SunSeat[];
  scoring: Record<string, number>[];
  seat: number | null;
  legal: string[];
  if_epoch_ended: Record<string, number>[];
  bidding: Bidding[];
  why_not: Record<string, Message>;
  if_played: Record<string, Preview>;
  notes: Record<string, Message>[];
  odds: { ra: number; bad: number };
  owed?: { unrest: number; earthquake: number }; // Ra only
  drawn?: string | null; // Priests of Ra only
  flips?: number; // Priests of Ra only
}
