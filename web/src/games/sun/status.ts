/** What the view of a sun auction says about a seat, in short. */

import { t, translate } from '../../lib/i18n.svelte';
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
export function seatStatus(view: SunView, seat: number, names: string[]): string {
  if (view.phase === 'over') return t('sun.doing.over');
  const bidder = view.bidding.find((one) => one.seat === seat);
  if (bidder) {
    if (bidder.state === 'leads') return t('sun.doing.leads', { bid: view.auction!.bid });
    if (bidder.state === 'asked') return t('sun.doing.asked');
    const raPlayer = view.auction?.ra_player === seat ? 'ra_' : '';
    return t(`sun.doing.${raPlayer}${bidder.state}`, { name: names[seat]! });
  }
  if (view.to_act === seat) return t(`sun.doing.${view.phase}`);
  return view.seats[seat]!.suns.up.length ? t('sun.doing.waits') : t('sun.doing.no_suns');
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
