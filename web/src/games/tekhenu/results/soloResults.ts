/** The user's finished games: those that the server knows, or that were read from it last, and those only here. */

import { get, loadMe } from '../../../lib/api';
import type { SoloGame, SoloResults } from '../../../lib/types';
import { isAhead, readAllKept, type KeptTable } from '../../../offline/store';
import type { CompanionView } from '../types';

const STORED = 'tekhenu-results';
const NONE: SoloResults = { games: [], advice: null };

/** Return the results that were read last on this device. */
export function storedResults(): SoloResults {
  try {
    return (JSON.parse(localStorage.getItem(STORED) ?? 'null') as SoloResults | null) ?? NONE;
  } catch {
    return NONE;
  }
}

/** Read the results from the server and keep them; throw a `Problem` if it cannot be reached. */
export async function loadResults(): Promise<SoloResults> {
  await loadMe();
  const found = await get<SoloResults>('solo');
  try {
    localStorage.setItem(STORED, JSON.stringify(found));
  } catch {
    // there is no room: without a network those that were read before are shown
  }
  return found;
}

/** Return results with the games that were finished on this device and are not on the server yet, newest first. */
export async function withGamesHere({ games, advice }: SoloResults): Promise<SoloResults> {
  const here = (await readAllKept()).filter((kept) => kept.table.game === 'tekhenu' && isAhead(kept)).flatMap(resultOf);
  const known = games.filter(({ table }) => !here.some((game) => game.table === table));
  return { games: [...here, ...known].toSorted((a, b) => b.finished - a.finished), advice };
}

function resultOf({ id, table, waiting }: KeptTable): SoloGame[] {
  const { result } = table.position as unknown as CompanionView;
  const finished = waiting.at(-1) ? waiting.at(-1)!.at / 1000 : table.created;
  return result ? [{ ...result, table: id, finished } as SoloGame] : [];
}

/** Forget the results that this device has stored. */
export const forgetResults = () => localStorage.removeItem(STORED);
