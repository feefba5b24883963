import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countingOperations, pathBetween } from '../src/offline/branches';
import { keepDevice, keepServer, pause, queued, sendFirst, toSend, withExpected } from '../src/offline/joining';
import { Problem } from '../src/lib/api';
import type { Question } from '../src/offline/joining';
import type { KeptTable, Waiting } from '../src/offline/store';
import type { Entry, Table, Update } from '../src/lib/types';

const answer = (value: number) => ['answer', 'x', value];
const [UNDO, REDO] = [['undo'], ['redo']];

const kept = (waiting: Waiting[], seq = 5): KeptTable => ({
  ...{ id: 'abc', version: 1, changes: 1, seq, snapshot: '', since: [], waiting, begun: null, movedTo: null },
  table: { id: 'abc', seq: seq + waiting.length } as Table,
});
const session = (...operations: unknown[][]) => JSON.stringify({ seq: 9, snapshot: { operations } });
const question = (...operations: unknown[][]) =>
  ({ session: session(...operations), table: { seq: 9 } as Table }) as Question;

test('what was taken back does not count, unless it was repeated', () => {
  expect(countingOperations([answer(1), answer(2), UNDO])).toEqual([answer(1)]);
  expect(countingOperations([answer(1), answer(2), UNDO, UNDO, REDO])).toEqual([answer(1)]);
  expect(countingOperations([answer(1), UNDO, answer(2), answer(3)])).toEqual([answer(2), answer(3)]);
});

test('only what differs is taken back', () => {
  const [common, theirs, ours] = [answer(1), answer(2), answer(3)];
  expect(pathBetween([common, theirs], [common, ours])).toEqual([UNDO, ours]);
  expect(pathBetween([common], [common, ours])).toEqual([ours]);
  expect(pathBetween([common, theirs, UNDO], [common, ours])).toEqual([ours]);
  expect(pathBetween([common, UNDO, theirs], [common, ours])).toEqual([UNDO, common, ours]);
  expect(pathBetween([common, theirs], [common, theirs])).toEqual([]);
});

test('of ticks in a row only the last is sent, unless one is on its way', () => {
  const tick = (...done: number[]) => toSend(['done', done]);
  let waiting: Waiting[] = [];
  for (const next of [tick(0), tick(0, 1), toSend(answer(1)), tick(0), tick(0, 1)]) waiting = queued(waiting, next);
  expect(waiting.map(({ operation }) => operation)).toEqual([['done', [0, 1]], answer(1), ['done', [0, 1]]]);
  const sent = withExpected(kept([tick(0)])).waiting;
  expect(queued(sent, tick(0, 1))).toHaveLength(2);
});

let posted: Record<string, unknown>[];
let update: Update;

beforeEach(() => {
  posted = [];
  vi.stubGlobal('fetch', async (_: string, sent: RequestInit) => {
    posted.push(JSON.parse(String(sent.body)) as Record<string, unknown>);
    return new Response(JSON.stringify(update));
  });
});
afterEach(() => vi.unstubAllGlobals());

const operationEntry = (seq: number) => ({ seq, at: 0, kind: 'operation', operation: [] }) as unknown as Entry;

test('an operation is sent with the entry it is based on, and the next is based on it', async () => {
  update = { entries: [operationEntry(6)], table: { seq: 6 } as Table };
  const first = withExpected(kept([toSend(answer(1)), toSend(answer(2))]));
  const then = await sendFirst(first);
  expect(posted[0]).toMatchObject({ expected_seq: 5, operation: answer(1), request_id: first.waiting[0]!.requestId });
  expect(then.waiting).toHaveLength(1);
  expect(then.waiting[0]).toMatchObject({ operation: answer(2), expected: 6 });
  update = { entries: [operationEntry(7)], table: { seq: 7 } as Table };
  const last = await sendFirst(then);
  expect(last).toMatchObject({ seq: 7, waiting: [], table: { seq: 7 } });
});

test('if it had arrived and others went on, the next is still based on it and is refused', async () => {
  update = { entries: [operationEntry(6), operationEntry(7)], table: { seq: 7 } as Table };
  const then = await sendFirst(withExpected(kept([toSend(answer(1)), toSend(answer(2))])));
  expect(then.waiting[0]!.expected).toBe(6);
});

test('an operation that was sent before is the same request', async () => {
  update = { entries: [], table: { seq: 6 } as Table };
  const before = toSend(answer(1), { requestId: 'known-request', expected: 3 });
  await sendFirst(withExpected(kept([before])));
  expect(posted[0]).toMatchObject({ request_id: 'known-request', expected_seq: 3 });
});

test('keeping the device takes back what the server did, with requests of their own', () => {
  const own = session(answer(1), answer(3));
  const next = keepDevice(kept([toSend(answer(3)), toSend(['done', [0]])]), question(answer(1), answer(2)), own);
  expect(next.waiting.map(({ operation }) => operation)).toEqual([UNDO, answer(3)]);
  expect(next.waiting[0]!.expected).toBe(9);
  expect(new Set(next.waiting.map(({ requestId }) => requestId)).size).toBe(2);
});

test('ticks are kept only where nothing is taken back: else the server has other steps', () => {
  const ticked = kept([toSend(answer(3)), toSend(['done', [0]])]);
  const next = keepDevice(ticked, question(answer(1)), session(answer(1), answer(3)));
  expect(next.waiting.map(({ operation }) => operation)).toEqual([answer(3), ['done', [0]]]);
  const back = keepDevice(
    kept([toSend(UNDO), toSend(['done', [0]])]),
    question(answer(1), answer(2)),
    session(answer(1)),
  );
  expect(back.waiting.map(({ operation }) => operation)).toEqual([UNDO]);
});

test('ticks that the server does not know are given up, and nothing else', async () => {
  const refuse = new Response(JSON.stringify({ key: 'tekhenu.bad.done', params: {} }), { status: 422 });
  vi.stubGlobal('fetch', async (_: string, sent?: RequestInit) =>
    sent?.method === 'POST' ? refuse.clone() : new Response(JSON.stringify({ id: 'abc', seq: 5, position: 'server' })),
  );
  const then = await sendFirst(withExpected(kept([toSend(['done', [0, 1]])])));
  expect(then).toMatchObject({ seq: 5, waiting: [], table: { position: 'server' } });
  await expect(sendFirst(withExpected(kept([toSend(answer(1))])))).rejects.toMatchObject({ status: 422 });
});

test('keeping the server forgets what waits', () => {
  const next = keepServer(kept([toSend(answer(3))]), question(answer(2)));
  expect(next).toMatchObject({ seq: 9, waiting: [], since: [], snapshot: session(answer(2)) });
});

test('a refusal is for good, for a while, or for as long as the server says', () => {
  expect(pause(new Problem(403, 'seat.foreign', {}))).toBeNull();
  expect(pause(new Problem(0, 'network', {}))).toBe(0);
  expect(pause(new Problem(429, 'request.often', { seconds: 3 }))).toBe(3000);
});
