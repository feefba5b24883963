/** The views of Ra and of Priests of Ra, as the server's schema describes them. */

import type { Merged, Schemas } from '../../lib/types';

type View = Merged<Schemas['RaView'] | Schemas['PriestsView']>;

export type SunSeat = Merged<View['seats'][number]>;

/** A view of either game: what only one of them has is optional, and points and notes are looked up by category. */
export type SunView = Omit<View, 'seats' | 'scoring' | 'if_epoch_ended' | 'notes'> & {
  seats: SunSeat[];
  scoring: Record<string, number>[];
  if_epoch_ended: Record<string, number>[];
  notes: Record<string, Schemas['MessageJSON']>[];
};

/** Where a seat stands in the auction: `asked` is to bid or pass now, `can` and `cannot` are still to come. */
export type Bidding = View['bidding'][number];
/** What a move would lead to if the epoch ended after it. */
export type Preview = View['if_played'][string];
/** Where the fame of a finished game came from. */
export type SunAccount = Schemas['SunAccount'];
/** What an epoch brought everybody. */
export type EpochPoints = Schemas['EpochPoints'];
