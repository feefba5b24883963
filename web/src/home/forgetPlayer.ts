/** What this device knows of its player: forgotten when they sign out, delete themselves, or it plays for another. */

import { forgetResults } from '../games/tekhenu/results/soloResults';
import { forgetMe } from '../lib/api';
import { forgetAll, isAhead, readAllKept } from '../offline/store';

/** Return how many entries are on this device only. */
export async function countUnsent(): Promise<number> {
  const ahead = (await readAllKept()).filter(isAhead);
  return ahead.reduce((sum, { waiting }) => sum + Math.max(1, waiting.length), 0); // a game just begun counts too
}

/** Forget the player's name, results and games: whoever comes next must not find them or play on with them. */
export async function forgetPlayer(): Promise<void> {
  localStorage.removeItem('name');
  forgetResults();
  await forgetAll();
  forgetMe();
}
