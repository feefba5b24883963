/** What players of this browser must know about their seats. */

import type { Entry, Table } from '../lib/types';

/** A notice about a seat. Its key has a variant `.you`; `away`: a bot has the seat until its player takes it back. */
export type SeatNotice = { seat: number; key: string; away: boolean };

/** Return the notices about the own seats of a table; the log says why a bot plays there. */
export function seatNotices({ status, seats }: Pick<Table, 'status' | 'seats'>, log: Entry[]): SeatNotice[] {
  if (status !== 'running') return [];
  return seats.flatMap(({ yours, away, late }, seat): SeatNotice[] => {
    if (!yours || (!away && !late)) return [];
    if (!away) return [{ seat, key: 'site.notice.late', away }];
    const last = log.findLast((entry) => entry.kind === 'away' && entry.seat === seat);
    return [{ seat, key: last?.why === 'time' ? 'site.notice.away_time' : 'site.notice.away', away }];
  });
}

/** Return the seats of others who would like the coach, as long as the players of this browser have not answered. */
export function coachAskers({ status, seats }: Pick<Table, 'status' | 'seats'>): number[] {
  const unanswered = seats.some(({ yours, coach }) => yours && coach === null);
  if (status !== 'running' || !unanswered) return [];
  return seats.flatMap(({ yours, coach }, seat) => (!yours && coach ? [seat] : []));
}
