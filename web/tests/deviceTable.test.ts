import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entry, Table, Update } from '../src/lib/types';
import type { Engine, MatchView } from '../src/offline/engine';
import type { KeptTable } from '../src/offline/store';

const { tables, carriedOut, rules } = vi.hoisted(() => ({
  tables: new Map<string, unknown>(),
  carriedOut: [] as unknown[][],
  rules: { refuse: false, full: false },
}));

vi.mock('../src/offline/store', async (original) => ({
  ...(await original<object>()),
  readKept: async (id: string) => tables.get(id) ?? null,
  keep: async (kept: KeptTable) => {
    if (rules.full) throw new Error('There is no room.');
    const next = { ...kept, version: kept.version + 1 };
    tables.set(kept.id, next);
    return next;
  },
  forget: async (id: string) => void tables.delete(id),
  forgetOldest: async () => undefined,
  alone: (_: string, act: () => Promise<unknown>) => act(),
  tabs: () => ({ postMessage: () => undefined, close: () => undefined }),
}));

const VIEW: MatchView = { position: {}, to_act: 0, over: false, scores: null };
const engine: Engine = {
  begin: async () => VIEW,
  load: async () => VIEW,
  operate: async (operation) => {
    if (rules.refuse) return { problem: { status: 422, key: 'tekhenu.refused', params: {} } };
    carriedOut.push(operation);
    return VIEW;
  },
  read: async () => ({}),
  snapshot: async () => '',
  close: () => undefined,
};
vi.mock('../src/games', () => ({ gameUi: () => ({ engine: async () => ({ default: () => engine }) }) }));
vi.mock('../src/lib/router.svelte', () => ({ navigate: () => undefined }));

const { DeviceTable } = await import('../src/offline/deviceTable.svelte');

class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static last: Stream;
  readyState = 1;

  constructor() {
    super();
    Stream.last = this;
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  bring(update: Update) {
    if (this.readyState === Stream.CLOSED) return;
    this.dispatchEvent(new MessageEvent('update', { data: JSON.stringify(update) }));
  }
}

const table = (seq: number) => ({ id: 'abc', game: 'tekhenu', seq, moved: seq, to_act: 0, position: {} }) as Table;
const operationEntry = (seq: number) =>
  ({ seq, at: 0, kind: 'operation', operation: ['answer', seq] }) as unknown as Entry;
const kept = (seq: number, more: Partial<KeptTable> = {}): KeptTable => ({
  ...{ id: 'abc', version: 1, changes: 1, seq, table: table(seq), snapshot: '', since: [], waiting: [] },
  ...{ begun: null, movedTo: null, ...more },
});
const WAITS = { operation: ['answer', 0], requestId: 'waits', expected: null, at: 0 };

let seq: number; // of the table on the server
let fails: (path: string, method: string) => number | null; // the status of a failure; 0: no answer

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', async (path: string, sent?: RequestInit) => {
    const status = fails(path, sent?.method ?? 'GET');
    if (status === 0) throw new TypeError('Failed to fetch');
    if (status) return new Response(JSON.stringify({ key: 'table.none', params: {} }), { status });
    return new Response(JSON.stringify(path.includes('/log') ? { entries: [], seq } : table(seq)));
  });
  [seq, fails, rules.refuse, rules.full] = [5, () => null, false, false];
  tables.clear();
  carriedOut.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

async function opened() {
  const live = new DeviceTable('abc');
  await live.open();
  Stream.last.dispatchEvent(new Event('open'));
  await settle();
  return live;
}

test('without an answer of the server an operation is carried out here', async () => {
  tables.set('abc', kept(5));
  const live = await opened();
  expect(live.isKept).toBe(true);
  fails = () => 0;
  expect(await live.operate(['answer', 1])).not.toBeNull();
  expect(carriedOut).toEqual([['answer', 1]]);
  expect(live.unsent).toBe(1);
  live.dispose();
});

test('nothing is carried out on an older session than the one on the screen', async () => {
  tables.set('abc', kept(2));
  fails = (path) => (path.endsWith('/session') ? 0 : null);
  const live = await opened();
  expect(live.head?.seq).toBe(5);
  expect(live.isKept).toBe(false);
  fails = () => 0;
  expect(await live.operate(['answer', 1])).toBeNull();
  expect(live.problem?.key).toBe('network');
  live.offline();
  await settle();
  expect(live.canGoOn).toBe(false);
  expect(await live.operate(['answer', 1])).toBeNull();
  expect(carriedOut).toEqual([]);
  expect(live.head?.seq).toBe(5);
  live.dispose();
});

test('nor after an update that does not follow what is kept', async () => {
  tables.set('abc', kept(5));
  fails = (path) => (path.endsWith('/session') ? 0 : null);
  const live = await opened();
  Stream.last.bring({ entries: [operationEntry(8)], table: table(8) });
  await settle();
  expect(live.isKept).toBe(false);
  fails = () => 0;
  expect(await live.operate(['answer', 1])).toBeNull();
  expect(carriedOut).toEqual([]);
  live.dispose();
});

test('an update that is still being kept when the network goes is gone on with', async () => {
  tables.set('abc', kept(5));
  const live = await opened();
  Stream.last.bring({ entries: [operationEntry(6)], table: table(6) });
  live.offline();
  await settle();
  expect(live.canGoOn).toBe(true);
  live.dispose();
});

test('an operation that the stream has brought meanwhile is not carried out again', async () => {
  tables.set('abc', kept(5));
  const live = await opened();
  fails = (path) => {
    if (path.endsWith('/operations')) Stream.last.bring({ entries: [operationEntry(6)], table: table(++seq) });
    return path.endsWith('/operations') ? 0 : null;
  };
  await live.operate(['answer', 6]);
  expect(carriedOut).toEqual([]);
  expect(live.unsent).toBe(0);
  live.dispose();
});

test('a kept session that cannot be done again is not gone on with', async () => {
  tables.set('abc', kept(5, { since: [['answer', 1]] }));
  const live = await opened();
  rules.refuse = true;
  live.offline();
  await settle();
  expect(live.canGoOn).toBe(false);
  live.dispose();
});

test.each([403, 404, 410])('a table that the server does not take (%i) can be got rid of', async (status) => {
  tables.set('abc', kept(5, { waiting: [WAITS] }));
  fails = () => status;
  const live = new DeviceTable('abc');
  await live.open();
  expect(live.refusal?.status).toBe(status);
  expect(tables.has('abc')).toBe(true);
  expect(await live.delete()).toBe(true);
  expect(tables.has('abc')).toBe(false);
  live.dispose();
});

test('a table that the server does not delete yet is not forgotten', async () => {
  tables.set('abc', kept(5));
  const live = await opened();
  fails = (_, method) => (method === 'DELETE' ? 429 : null);
  expect(await live.delete()).toBe(false);
  expect(tables.has('abc')).toBe(true);
  live.dispose();
});

test('what this device cannot keep is told as that, and not as the server’s fault', async () => {
  tables.set('abc', kept(5));
  const live = await opened();
  fails = () => 0;
  rules.full = true;
  expect(await live.operate(['answer', 1])).toBeNull();
  expect(live.problem?.key).toBe('offline.not_kept');
  rules.full = false;
  expect(await live.operate(['answer', 1])).not.toBeNull();
  expect(live.unsent).toBe(1);
  live.dispose();
});
