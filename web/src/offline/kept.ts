/** What a kept table becomes by an update of the server, by an operation on this device, and by a whole session. */

import type { Table, Update } from '../lib/types';
import { queued, toSend, type Sent } from './joining';
import type { KeptTable } from './store';

/** Return a table with what an update brings; null if something between them is missing. */
export function withUpdate(kept: KeptTable, { entries, table }: Update): KeptTable | null {
  const fresh = entries.filter(({ seq }) => seq > kept.seq);
  if (kept.seq + fresh.length !== table.seq) return null;
  const operations = fresh.flatMap(({ operation }) => (operation ? [operation] : []));
  const since = [...kept.since, ...operations];
  return { ...kept, seq: table.seq, table, since, changes: kept.changes + operations.length };
}

/** Return a table after an operation on this device, which waits to be sent; it may have been sent once. */
export function withOperation(kept: KeptTable, operation: unknown[], after: Table, sent?: Sent): KeptTable {
  const [since, waiting] = [[...kept.since, operation], queued(kept.waiting, toSend(operation, sent))];
  return { ...kept, changes: kept.changes + 1, table: after, since, waiting };
}

/** Return a table with the whole session that the server has; it may not have been kept before. */
export function withSession(kept: KeptTable | null, table: Table, snapshot: string): KeptTable {
  const [version, changes] = [kept?.version ?? 0, (kept?.changes ?? 0) + 1];
  const rest = { since: [], waiting: [], begun: null, movedTo: null };
  return { id: table.id, version, changes, seq: table.seq, table, snapshot, ...rest };
}
