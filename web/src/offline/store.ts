/** The tables that this device keeps, in the browser's own database. A change is kept before its promise resolves. */

import type { Table } from '../lib/types';

/** An operation that the server has not acknowledged yet. */
export type Waiting = {
  operation: unknown[];
  requestId: string; // the same however often it is sent
  expected: number | null; // the entry it was based on when it was first sent; null: it never was
  at: number; // milliseconds
};

export interface KeptTable {
  id: string;
  version: number; // raised by every change of any kind, so that tabs notice those of others
  changes: number; // raised by every change of the session
  seq: number; // the last entry of the server's log that this device knows
  table: Table; // as this device shows it
  snapshot: string; // a whole session, and
  since: unknown[][]; // the operations after it that lead to the table
  waiting: Waiting[];
  begun: { requestId: string; seed: string } | null; // begun here: the server has no such table yet
  movedTo: string | null; // the table on the server that it has become
}

const DATABASE = 'heliopolis';
const TABLES = 'tables';
const MAX_KEPT = 50; // tables that the server has too; those that have changed last
const MAX_KEPT_IF_FULL = 5; // when there is no room for more

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: 'id' });
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = forgetConnection;
      database.onversionchange = () => {
        database.close();
        forgetConnection();
      };
      resolve(database);
    };
    request.onerror = () => {
      forgetConnection();
      reject(request.error ?? new Error('There is no database.'));
    };
  });
  return opened;
}

/** Connect anew the next time. */
function forgetConnection(): void {
  opened = null;
}

/** Do something in a transaction, once more if the browser has closed the connection. */
async function transact<T>(mode: IDBTransactionMode, act: (tables: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    return await transactOnce(mode, act);
  } catch (error) {
    if ((error as Error).name !== 'InvalidStateError') throw error;
    forgetConnection();
    return transactOnce(mode, act);
  }
}

/** Do something in a transaction, and return its result once the transaction is complete. */
async function transactOnce<T>(mode: IDBTransactionMode, act: (tables: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(TABLES, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(TABLES));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('Nothing was kept.'));
  });
}

/** Return a table that this device keeps; null if there is none, or if this browser keeps nothing. */
export const readKept = (id: string): Promise<KeptTable | null> =>
  transact<KeptTable | undefined>('readonly', (tables) => tables.get(id)).then(
    (found) => found ?? null,
    () => null,
  );

/** Return all tables that this device keeps, the one that changed last first. */
export const readAllKept = (): Promise<KeptTable[]> =>
  transact<KeptTable[]>('readonly', (tables) => tables.getAll()).then(
    (found) => found.toSorted((a, b) => changed(b) - changed(a)),
    () => [],
  );

const changed = ({ table, waiting }: KeptTable) => waiting.at(-1)?.at ?? 1000 * table.created;

/** Whether the server lacks something of a table. */
export const isAhead = ({ waiting, begun, movedTo }: KeptTable) => !movedTo && (waiting.length > 0 || begun !== null);

/** Keep a table; return it with its new version. If there is no room, the oldest tables make some. */
export async function keep(kept: KeptTable): Promise<KeptTable> {
  const next = { ...kept, version: kept.version + 1 };
  const put = () => transact('readwrite', (tables) => tables.put(next));
  try {
    await put();
  } catch (error) {
    if ((error as Error).name !== 'QuotaExceededError') throw error;
    await forgetOldest(MAX_KEPT_IF_FULL);
    await put();
  }
  return next;
}

/** Ask the browser not to throw away what is kept when it needs room. */
export const askToPersist = () => void navigator.storage?.persist?.().catch(() => undefined);

export const forget = (id: string) => transact('readwrite', (tables) => tables.delete(id)).catch(() => undefined);

/** Forget everything: the player has deleted themselves. */
export const forgetAll = () => transact('readwrite', (tables) => tables.clear()).catch(() => undefined);

/** Forget the oldest of those tables that the server has too. */
export async function forgetOldest(most = MAX_KEPT): Promise<void> {
  const spare = (await readAllKept()).filter((kept) => !isAhead(kept));
  for (const { id } of spare.slice(most)) await forget(id);
}

// ---- several tabs ---------------------------------------------------------------------------------------------------

let last: Promise<unknown> = Promise.resolve(); // where there are no locks, at least one thing at a time in this tab

/** Do something with a table while no other tab does. */
export function alone<T>(id: string, act: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(`table-${id}`, act) as Promise<T>;
  const next = last.then(act, act);
  last = next.catch(() => undefined);
  return next;
}

/** A channel on which tabs tell each other which table has changed. */
export const tabs = () => new BroadcastChannel('heliopolis-tables');
