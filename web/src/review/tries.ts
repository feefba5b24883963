/**
 * Practice tables that begin at a moment of another game. Which of them began at a moment is kept in this browser, so
 * that the review can show what was tried.
 */

import { get, post, requestId } from '../lib/api';
import { RecordMoments } from '../lib/recordMoments';
import type { CreatedTable, Table, TableOrigin } from '../lib/types';
import { keptRecord } from './openRecord';

export type Luck = TableOrigin['luck'];
/** Where a game comes from: a finished table, or the text of a record. */
export type Origin = { table: string } | { record: string };
/** A game's end, as it is compared with another. */
export type Outcome = { scores: number[]; winners: number[] };

/** A practice table, and the address of the moment at which it began. */
type Try = { table: string; back: string };

const KEY = 'tries';
const MAX_TRIES = 100;

function allTries(): Try[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Try[];
  } catch {
    return [];
  }
}

/** Return the practice tables that began at a moment, newest first. */
export const triedFrom = (back: string): string[] =>
  allTries()
    .filter((one) => one.back === back)
    .map(({ table }) => table);

/** Return the address of the moment in the review at which a practice table began. */
export const addressOf = ({ table, at }: TableOrigin) => `/review/${table ?? 'record'}/${at}`;

/** Open a practice table after so many moves of a game, and return its id. */
export async function tryFrom(origin: Origin, at: number, seat: number, luck: Luck): Promise<string> {
  const made = await post<CreatedTable>('tries', { request_id: requestId(), from: { ...origin, at, seat, luck } });
  const back = addressOf({ table: 'table' in origin ? origin.table : null, at, luck });
  localStorage.setItem(KEY, JSON.stringify([{ table: made.id, back }, ...allTries()].slice(0, MAX_TRIES)));
  return made.id;
}

/** Return how the game ended that a practice table was begun from; null if it is not known here. */
export async function originalOutcome({ table }: TableOrigin): Promise<Outcome | null> {
  try {
    if (table !== null) return outcomeOf(await get<Table>(`tables/${table}`));
    const text = keptRecord();
    if (text === null) return null;
    const { result, winners } = await new RecordMoments(text).load(null, null);
    return result && { scores: result, winners };
  } catch {
    return null; // the game was deleted, or there is no network
  }
}

/** Return how a table ended; null if it has not. */
export const outcomeOf = ({ scores, winners }: Pick<Table, 'scores' | 'winners'>): Outcome | null =>
  scores && winners ? { scores, winners } : null;
