/** What the view of a sun auction says about a seat, in short. */

import { tell } from '../../lib/addressed';
import { translate } from '../../lib/i18n.svelte';
import type { Entry } from '../../lib/types';
import { entriesInForce } from '../../table/logLines';
import type { TileGroup } from './tileSet';
import type { SunView } from './types';

export const LAST_EPOCH = 3;

/** Return the points of a seat if the epoch ended now. */
export const epochTotal = (view: SunView, seat: number) =>
  Object.values(view.if_epoch_ended[seat] ?? {}).reduce((sum, points) => sum + points, 0);

/** Return the points of a seat for a group of its tiles if the epoch ended now; null if they score only later. */
export function groupPoints(view: SunView, seat: number, group: TileGroup): number | null {
  if (group.lastEpochOnly && view.epoch < LAST_EPOCH) return null;
  return group.categories.reduce((sum, category) => sum + (view.if_epoch_ended[seat]?.[category] ?? 0), 0);
}

/** Return why a seat would score that for a group of its tiles. */
export function groupNotes(view: SunView, seat: number, group: TileGroup): string {
  const { tiles } = view.seats[seat]!;
  return group.categories
    .filter((category) => group.notesNeed?.[category]?.some((tile) => tiles[tile]) ?? true)
    .map((category) => translate(view.notes[seat]![category]!))
    .join('; ');
}

/** Return the class for the colour of a number of points. */
export const tone = (points: number | null) => (points ? (points > 0 ? 'gain' : 'loss') : 'quiet');

/** Return what a seat is doing now, for the line under its name. */
export const seatStatus = (view: SunView, seat: number, names: string[], you: number | null) =>
  tell({ key: `sun.doing.${doing(view, seat)}`, params: { seat, bid: view.auction?.bid } }, names, you);

function doing(view: SunView, seat: number): string {
  if (view.phase === 'over') return 'over';
  const bidder = view.bidding.find((one) => one.seat === seat);
  if (bidder) {
    const raPlayer = view.auction?.ra_player === seat && !['leads', 'asked'].includes(bidder.state);
    return `${raPlayer ? 'ra_' : ''}${bidder.state}`;
  }
  if (view.to_act === seat) return view.phase;
  return view.seats[seat]!.suns.up.length ? 'waits' : 'no_suns';
}

/** Return the last move of a seat in the auction under way, a bid or `pass`; null if it has made none. */
export function lastBid(entries: Entry[], seat: number): string | null {
  for (const { kind, move = '', seat: mover } of entriesInForce(entries).toReversed()) {
    if (kind !== 'move') continue;
    if (!/^(bid|pass)/.test(move)) return null;
    if (mover === seat) return move;
  }
  return null;
}
