/** The games that the site has boards for, in the order in which the home page lists them. */

import plainGame from './plain';
import priests from './priests';
import ra from './ra';
import respublica from './respublica';
import tekhenu from './tekhenu';
import type { GameUi } from './types';

/** The games that have a folder here. */
export const GAMES: readonly GameUi[] = [ra, priests, respublica, tekhenu];

/** Return what the site knows about a game; a game that it has no board for gets a plain table. */
export const gameUi = (name: string): GameUi => GAMES.find((ui) => ui.name === name) ?? plainGame(name);

/** Return whether the site has a board of its own for a game. */
export const hasBoard = (name: string) => GAMES.some((ui) => ui.name === name);

/** Return where a game stands on the home page: games without a board of their own come last. */
export function listingOrder(name: string): number {
  const at = GAMES.findIndex((ui) => ui.name === name);
  return at < 0 ? GAMES.length : at;
}
