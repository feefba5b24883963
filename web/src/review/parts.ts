/** The parts of a game, such as the epochs of Ra, by number of moves. */

import type { GameUi } from '../games/types';
import type { Entry } from '../lib/types';

export type GamePart = { name: string; begin: number; end: number };

/** Return the parts of a game; none if it has no parts. */
export function gameParts(entries: Entry[], { partEnd, partName }: Pick<GameUi, 'partEnd' | 'partName'>): GamePart[] {
  if (!partEnd || !partName) return [];
  const ends = entries.filter(({ told }) => told?.some(({ key }) => key === partEnd)).map(({ seq }) => seq);
  if (ends.at(-1) !== entries.length) ends.push(entries.length);
  return ends.map((end, i) => ({ name: partName(i + 1), begin: ends[i - 1] ?? 0, end }));
}
