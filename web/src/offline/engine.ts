/** What a game needs to go on without a server: its rules on this device. They treat no text but their own. */

import type { Params } from '../lib/format';
import type { Table } from '../lib/types';

/** What a table shows of its match. */
export type MatchView = { position: unknown; to_act: number | null; over: boolean; scores: number[] | null };
export type Refusal = { problem: { status: number; key: string; params: Params } };

/** One match on this device. Every call throws if the rules cannot be loaded. */
export interface Engine {
  /** Begin a new match; the same as at a table on the server with this seed. */
  begin(seed: string): Promise<MatchView>;
  /** Go on with a match as `snapshot` or the server wrote it. */
  load(snapshot: string): Promise<MatchView>;
  operate(operation: unknown[]): Promise<MatchView | Refusal>;
  /** Return what the server would answer below the table's address. */
  read(path: string): Promise<unknown>;
  snapshot(): Promise<string>;
  close(): void;
}

/** Return a table as it is after an operation that was done here. */
export const tableAfter = (table: Table, { position, to_act, over, scores }: MatchView): Table => ({
  ...table,
  seq: table.seq + 1,
  moved: table.seq + 1,
  position: position as Table['position'],
  to_act,
  status: over ? 'over' : 'running',
  scores,
});
