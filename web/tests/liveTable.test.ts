import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveTable } from '../src/lib/liveTable.svelte';
import { settings } from '../src/lib/settings.svelte';
import type { Entry, Table, Update } from '../src/lib/types';

const DWELL = 900; // how long a move stays at the normal speed

class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;

  constructor(readonly url: string) {
    super();
    Stream.all.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  open() {
    this.dispatchEvent(new Event('open'));
  }
  /** The server answered with something that is no stream. */
  refuse() {
    this.readyState = Stream.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
  bring(update: Update) {
    if (this.readyState === Stream.CLOSED) return;
    this.dispatchEvent(new MessageEvent('update', { data: JSON.stringify(update) }));
  }
}

const stream = () => Stream.all.at(-1)!;
const table = (seq: number) => ({ id: 'abc', seq, moved: seq, to_act: 0 }) as Table;
const moved = (seq: number): Update => ({ entries: [{ seq, at: 0, kind: 'move' } as Entry], table: table(seq) });

let seq: number; // of the table on the server
let status: number; // of every answer; 0: there is none
let asked: string[];

function answer(path: string): Response {
  if (!status) throw new TypeError('Failed to fetch');
  const body = path.includes('/log') ? { entries: [], seq } : path.endsWith('/moves') ? moved(++seq) : table(seq);
  return new Response(JSON.stringify(body), { status });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return answer(path);
  });
  settings.speed = 'normal';
  [seq, status, asked, Stream.all] = [1, 200, [], []];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(): Promise<LiveTable> {
  const live = new LiveTable('abc');
  await live.open();
  stream().open();
  return live;
}

/** Milliseconds pass: how often the table was looked at meanwhile. */
async function after(milliseconds: number): Promise<number> {
  asked = [];
  await vi.advanceTimersByTimeAsync(milliseconds);
  return asked.filter((path) => path === '/api/tables/abc').length;
}

test('an update that was on its way when the network went does not hide that it is gone', async () => {
  const live = await opened();
  const before = stream();
  stream().bring(moved(2));
  stream().bring(moved(3));
  live.offline();
  expect(live.shown?.seq).toBe(3);
  before.bring(moved(4));
  expect(live.connection).toBe('lost');
  expect(await after(2000)).toBe(1); // the server may be on this device
  stream().open();
  expect(live.connection).toBe('live');
  live.close();
});

test('moves are shown after a stream was refused and another opened', async () => {
  const live = await opened();
  stream().refuse();
  expect(live.connection).toBe('lost');
  expect(await after(2000)).toBe(1);
  stream().open();
  expect(live.connection).toBe('live');
  stream().bring(moved(2));
  expect(live.shown?.seq).toBe(2);
  stream().bring(moved(3));
  expect(live.shown?.seq).toBe(2);
  await after(DWELL);
  expect(live.shown?.seq).toBe(3);
});

test('moves are shown after looking through another seat while one stayed', async () => {
  const live = await opened();
  stream().bring(moved(2));
  seq = 2;
  await live.look(1);
  expect(stream().url).toContain('seat=1');
  stream().bring(moved(3));
  expect(live.shown?.seq).toBe(3);
});

test('a server that stays away is asked again, ever more rarely', async () => {
  const live = await opened();
  status = 0;
  stream().refuse();
  for (const seconds of [2, 4, 8, 16, 30, 30]) {
    expect(await after(seconds * 1000 - 1)).toBe(0);
    expect(await after(1)).toBe(1);
    expect(live.connection).toBe('lost');
    expect(live.problem).toBeNull();
  }
  [status, seq] = [200, 5];
  await after(30_000);
  expect(live.shown?.seq).toBe(5);
  stream().open();
  expect(live.connection).toBe('live');
  stream().refuse();
  expect(await after(2000)).toBe(1);
});

test('a table that could not be had at first is asked for again', async () => {
  status = 503;
  const live = new LiveTable('abc');
  const opening = live.open();
  await after(5000); // a busy server is asked a few times
  await opening;
  expect(live.connection).toBe('lost');
  status = 200;
  await after(2000);
  expect(live.shown?.seq).toBe(1);
});

test('a tap does not stop the reconnecting', async () => {
  const live = await opened();
  stream().refuse();
  live.showQueued();
  expect(await after(2000)).toBe(1);
});

test('when the network is back nobody waits', async () => {
  const live = await opened();
  live.online();
  stream().refuse();
  asked = [];
  live.online();
  expect(asked).toContain('/api/tables/abc');
  expect(await after(60_000)).toBe(0);
  expect(Stream.all).toHaveLength(2);
});

test.each([400, 404])('what is refused with %i is not asked for again', async (refusal) => {
  status = refusal;
  const live = new LiveTable('abc');
  await live.open();
  expect(live.problem?.status).toBe(refusal);
  expect(live.gone).toBe(refusal === 404);
  expect(await after(60_000)).toBe(0);
});

test('a page that was left asks for nothing', async () => {
  const live = await opened();
  stream().refuse();
  live.close();
  expect(await after(60_000)).toBe(0);
  status = 0;
  const looking = live.open();
  live.close();
  await looking;
  expect(await after(60_000)).toBe(0);
});

test('whoever lost the seat he looks through looks on without it', async () => {
  const live = await opened();
  vi.stubGlobal(
    'fetch',
    async (path: string) => new Response(answer(path).body, { status: path.includes('seat=') ? 403 : 200 }),
  );
  await live.look(1);
  expect(live.seat).toBeNull();
  expect(live.problem).toBeNull();
  expect(stream().url).not.toContain('seat=');
});

test('an own move is shown at once, whatever waits', async () => {
  const live = await opened();
  stream().bring(moved(2));
  stream().bring(moved(3));
  seq = 3;
  expect(live.shown?.seq).toBe(2);
  await live.play('draw');
  expect(live.shown?.seq).toBe(4);
});

test('a refusal whose reason cannot be loaded is told, and the table is loaded later', async () => {
  const live = await opened();
  vi.stubGlobal('fetch', async (path: string, sent?: RequestInit) => {
    asked.push(path);
    if (!sent?.method) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify({ key: 'table.stale', params: {} }), { status: 409 });
  });
  expect(await live.play('x')).toBeNull();
  expect(live.problem?.key).toBe('table.stale');
  expect(live.sending).toBe(false);
  expect(live.connection).toBe('lost');
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked.length).toBeGreaterThan(before);
});
