/** The user's finished games as the server knows them; without a network those that were read last. */

import { get, loadMe } from '../../../lib/api';
import type { SoloResults } from '../../../lib/types';

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

/** Forget the results that this device has stored. */
export const forgetResults = () => localStorage.removeItem(STORED);
