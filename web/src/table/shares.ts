/** This browser's share of the deal of each table, and what it saw before it gave that share. */

import { newShare, type Remembered } from '../lib/deal';
import type { AnyLiveTable } from '../lib/liveTable.svelte';
import type { Table } from '../lib/types';
import { ownSeats } from './seatNames';

const keyOf = (tableId: string) => `deal-${tableId}`;

/** Return what this browser remembers of the beginning of a table; null if it was not there. */
export function remembered(tableId: string): Remembered | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(tableId)) ?? 'null') as Remembered | null;
  } catch {
    return null;
  }
}

/** Return the seats of the people whose shares are missing: one for each of them. */
export function seatsWithoutShare({ status, seats, deal }: Table): number[] {
  if (status !== 'waiting' || !deal.shares) return [];
  const given = deal.shares.map(({ seat }) => seat);
  const own = ownSeats({ game: '', seats });
  const ownGiven = own.some((seat) => given.includes(seat));
  return seats.flatMap(({ kind, yours }, seat) => {
    const missing = yours ? !ownGiven && seat === own[0] : kind === 'person' && !given.includes(seat);
    return missing ? [seat] : [];
  });
}

/** Whether the game starts as soon as this browser has given its share. */
export function startsWithOwnShare(table: Table): boolean {
  const missing = seatsWithoutShare(table);
  return missing.length > 0 && missing.every((seat) => table.seats[seat]!.yours) && !hasOpenSeat(table);
}

export const hasOpenSeat = ({ seats }: Table) => seats.some(({ kind }) => kind === 'open');

const giving = new Set<string>(); // tables whose share is on its way

/** Remember the commitment, then give the own share if it is missing. A share is made once for each table. */
export async function giveShare(live: AnyLiveTable, table: Table): Promise<void> {
  const { commitment, shares } = table.deal;
  if (table.status === 'over' || giving.has(table.id)) return;
  const isMissing = seatsWithoutShare(table).some((seat) => table.seats[seat]!.yours);
  const known = remembered(table.id) ?? { commitment, share: null, before: [] };
  if (!isMissing) return remember(table.id, known);
  const before = (shares ?? []).map(({ share }) => share);
  const given = known.share ? known : { ...known, share: newShare(), before };
  remember(table.id, given);
  giving.add(table.id);
  await live.send('share', { share: given.share });
  giving.delete(table.id);
}

function remember(tableId: string, what: Remembered): void {
  localStorage.setItem(keyOf(tableId), JSON.stringify(what));
}
