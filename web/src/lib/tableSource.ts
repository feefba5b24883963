/** What boards and the log need of a table, whether it is played on the server or replayed from a record. */

import type { Entry, ShownTable } from './types';

export type Connection = 'live' | 'lost';

export interface TableSource<View = unknown> {
  readonly head: ShownTable<View> | null; // the newest state
  readonly shown: ShownTable<View> | null; // what is on the screen, unless it is an earlier moment
  readonly pastTable: ShownTable<View> | null; // an earlier moment of a table on the server
  readonly log: Entry[];
  readonly visibleLog: Entry[]; // the entries that the log shows
  readonly lookedAt: number | null; // the entry after which the table is shown, for those who look back or replay
  readonly latestEntries: Entry[]; // those that led to what is shown
  readonly isRecord?: boolean; // it is played back, and has buttons of its own for that
  readonly connection: Connection;
  readonly canDecide: boolean;

  /** Called before and after a new table is shown, with the entries in between. */
  before: (() => void) | null;
  after: ((entries: Entry[]) => void) | null;

  play(move: string): Promise<unknown>;
  chat(text: string): Promise<unknown>;
  /** Show the table as it was after an entry; null: the newest state. */
  showMoment(seq: number | null): Promise<void>;
  /** Return the address of a drawing of what is on the screen, or null if there is none. */
  pictureUrl(): string | null;
}
