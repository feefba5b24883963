/**
 * How a table that went on without the server is joined with it: entry by entry, each with the request id that it was
 * given when it was made, so that sending one twice does no harm. If the server's table went on too, the person
 * decides.
 */

import { get, getText, postOnce, Problem, requestId } from '../lib/api';
import type { CreatedTable, LogPage, Table, Update } from '../lib/types';
import { isTick, pathBetween } from './branches';
import type { KeptTable, Waiting } from './store';

export const PATIENCE_MS = 5000; // for an answer of the server

/** What one side has done since both were last the same. */
export type Side = { entries: number; round: number | null; at: number | null }; // when, in milliseconds
export type Question = { device: Side; server: Side; session: string; table: Table };

/** How an operation was sent that was not answered. */
export type Sent = { requestId: string; expected: number };

/** Return an operation that waits to be sent. */
export const toSend = (operation: unknown[], sent?: Sent): Waiting => ({
  operation,
  at: Date.now(),
  requestId: sent?.requestId ?? requestId(),
  expected: sent?.expected ?? null,
});

/** Return the queue with one more operation; of ticks in a row only the last is sent, unless one was sent already. */
export function queued(waiting: Waiting[], next: Waiting): Waiting[] {
  const last = waiting.at(-1);
  const replaces = last && last.expected === null && isTick(last.operation) && isTick(next.operation);
  return [...(replaces ? waiting.slice(0, -1) : waiting), next];
}

/** Return the table with the entry on which its first operation is based: kept before it is sent. */
export function withExpected(kept: KeptTable): KeptTable {
  const [first, ...rest] = kept.waiting;
  if (!first || first.expected !== null) return kept;
  return { ...kept, waiting: [{ ...first, expected: kept.seq }, ...rest] };
}

/** Send the first operation; return the table without it. */
export async function sendFirst(kept: KeptTable): Promise<KeptTable> {
  const [{ operation, requestId: request_id, expected: expected_seq }, ...rest] = kept.waiting as [Waiting];
  const body = { request_id, expected_seq, operation };
  const update = await postOnce<Update>(`tables/${kept.id}/operations`, body, PATIENCE_MS).catch(
    async (problem: Problem) => {
      if (!isTick(operation) || problem.status !== 422) throw problem;
      // The server's steps are others than those that were ticked here: they are ticked anew.
      return { entries: [], table: await get<Table>(`tables/${kept.id}`) };
    },
  );
  // If it had arrived before, others may have gone on: the next operation is still based on this one.
  const own = update.entries.find(({ kind }) => kind === 'operation')?.seq ?? update.table.seq;
  const table = rest.length ? kept.table : update.table;
  return withExpected({ ...kept, seq: rest.length ? own : update.table.seq, table, waiting: rest });
}

/** Make a table on the server for one that was begun here; return it as this device keeps it. */
export async function sendTable(kept: KeptTable): Promise<KeptTable> {
  const { requestId: request_id, seed } = kept.begun!;
  const body = { request_id, game: kept.table.game, seats: [{ kind: 'me' }], seed };
  const made = await postOnce<CreatedTable>('tables', body, PATIENCE_MS);
  const { position, status, to_act, scores, seq } = kept.table;
  const table = { ...made, position, status, to_act, scores, seq, moved: seq } as Table;
  return withExpected({ ...kept, id: made.id, table, seq: made.seq, begun: null });
}

// ---- both sides went on ---------------------------------------------------------------------------------------------

const roundOf = ({ position }: Table) => (position as { round?: number } | null)?.round ?? null;
const isEntry = (operation: unknown[] | undefined) => operation !== undefined && !isTick(operation);

/** Return what each side has done since they were the same. */
export async function compare(kept: KeptTable): Promise<Question> {
  const [session, table, log] = await Promise.all([
    getText(`tables/${kept.id}/session`),
    get<Table>(`tables/${kept.id}`),
    get<LogPage>(`tables/${kept.id}/log?after=${kept.seq}&limit=500`),
  ]);
  const theirs = log.entries.filter(({ operation }) => isEntry(operation));
  const ours = kept.waiting.filter(({ operation }) => isEntry(operation));
  return {
    device: { entries: ours.length, round: roundOf(kept.table), at: ours.at(-1)?.at ?? null },
    server: { entries: theirs.length, round: roundOf(table), at: theirs.length ? 1000 * theirs.at(-1)!.at : null },
    session,
    table,
  };
}

type Session = { seq: number; snapshot: { operations: unknown[][] } };

/**
 * Keep what this device did: the server's entries are taken back, so that its history still has them. What to move on
 * the real table for that comes before the steps of this device's last entry: its ticks would be those of other steps.
 */
export function keepDevice(kept: KeptTable, { session }: Question, ownSession: string): KeptTable {
  const theirs = JSON.parse(session) as Session;
  const ours = JSON.parse(ownSession) as Session;
  const path = pathBetween(theirs.snapshot.operations, ours.snapshot.operations);
  const isBack = path.some(([name]) => name === 'undo');
  const ticks = kept.waiting.slice(-1).filter(({ operation }) => !isBack && isTick(operation));
  const waiting = [...path, ...ticks.map(({ operation }) => operation)].map((operation) => toSend(operation));
  return withExpected({ ...kept, seq: theirs.seq, waiting });
}

/** Keep what the server has. */
export const keepServer = (kept: KeptTable, { session, table }: Question): KeptTable => ({
  ...kept,
  seq: table.seq,
  table,
  snapshot: session,
  since: [],
  waiting: [],
  changes: kept.changes + 1,
});

/** Return how long to wait before the same is sent again; null if only the person can help. */
export function pause(problem: Problem): number | null {
  if (problem.status === 429) return 1000 * (Number(problem.params.seconds) || 5);
  return problem.isTemporary || problem.status === 401 ? 0 : null;
}
