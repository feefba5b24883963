/**
 * Practice tables that were begun from a moment of a review, so that one finds back to the game and can compare. They
 * are kept in this browser: nothing that is tried belongs to the game.
 */

import { post, requestId } from '../lib/api';
import type { CreatedTable } from '../lib/types';

export type Luck = 'same' | 'fresh';
/** Where a game comes from: a finished table, or the text of a record. */
export type Origin = { table: string } | { record: string };

export type Try = {
  table: string; // the practice table
  back: string; // the address of the moment
  seat: number;
  luck: Luck;
  scores: number[] | null; // of the original game
  winners: number[];
};

const KEY = 'tries';
const MAX_TRIES = 100;

export function allTries(): Try[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Try[];
  } catch {
    return [];
  }
}

/** Return the try that a practice table is; null for any other table. */
export const tryOf = (table: string): Try | null => allTries().find((one) => one.table === table) ?? null;
/** Return what was tried from a moment, newest first. */
export const triesFrom = (back: string): Try[] => allTries().filter((one) => one.back === back);

function remember(one: Try): void {
  localStorage.setItem(KEY, JSON.stringify([one, ...allTries()].slice(0, MAX_TRIES)));
}

/** Open a practice table at a moment of a game, and return its id. */
export async function tryFrom(origin: Origin, at: number, details: Omit<Try, 'table'>): Promise<string> {
  const { seat, luck } = details;
  const made = await post<CreatedTable>('tables', { request_id: requestId(), from: { ...origin, at, seat, luck } });
  remember({ ...details, table: made.id });
  return made.id;
}
