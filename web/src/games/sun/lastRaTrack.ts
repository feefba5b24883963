import type { Entry } from '../../lib/types';
import { entriesInForce } from '../../table/logLines';

/** Return how many Ra tiles lay on the track when the game ended, from its log: the last position has none left. */
export function lastRaTrack(entries: Entry[]): number {
  const told = entriesInForce(entries).flatMap((entry) => entry.told ?? []);
  const epochs = told.flatMap(({ key }, i) => (key === 'sun.told.epoch' ? [i] : []));
  const drawn = told.slice((epochs.at(-2) ?? -1) + 1).findLast(({ key }) => key === 'sun.told.draw_ra');
  return (drawn?.params.number as number | undefined) ?? 0;
}
