/** The boards that the table is drawn as, and what is on which. */

import type { StepChanges } from './tableAtStep';

export type BoardName = 'obelisk' | 'temple' | 'osiris' | 'gods' | 'players';

export const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** Return the board that a space is on. */
export function boardOf(space: string): BoardName {
  if (/^(pillar|conquest|temple|statue\.temple)\./.test(space)) return 'temple';
  if (/^(osiris|statue\.osiris)\./.test(space)) return 'osiris';
  return space.startsWith('die.') ? 'obelisk' : 'gods';
}

/** Return the boards that a step changes. */
export function boardsOf({ spaces, taken, added, players, parts }: StepChanges): BoardName[] {
  const found = spaces.map(boardOf);
  if (taken.length || Object.keys(added).length || parts.includes('light')) found.push('obelisk');
  if (parts.includes('conquest_stack')) found.push('gods');
  if (players.length || parts.includes('order')) found.push('players');
  return unique(found);
}
