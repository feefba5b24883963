import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReplayTable } from '../src/table/replayTable.svelte';
import { seatNames } from '../src/table/seatNames';
import { loadEnglish } from './english';

type Asked = { text: string; at?: number; seat?: number };
let asked: Asked[];
let status: number;

const LAST = 2;
const entries = [1, 2].map((seq) => ({ seq, seat: 0, move: 'draw', outcomes: [], told: [] }));

beforeEach(() => {
  [asked, status] = [[], 200];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const request = JSON.parse(body) as Asked;
    asked.push(request);
    const at = request.at ?? LAST;
    const players = { players: 2, seats: ['', 'medium'], bots: [null, 'medium'] };
    const record = { game: 'ra', ...players, result: [5, 3], practice: false, winners: [0], entries, at };
    return new Response(JSON.stringify({ ...record, position: { players: 2 } }), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a moment shows the position after so many moves, and the whole log', async () => {
  const replay = new ReplayTable('record');
  await replay.showMoment(1);
  expect(replay.shown?.seq).toBe(1);
  expect(replay.head?.seq).toBe(LAST);
  expect(replay.visibleLog).toHaveLength(2);
  expect(replay.lookedAt).toBe(1);
});

test('the result is shown at the end only', async () => {
  const replay = new ReplayTable('record');
  await replay.showMoment(1);
  expect(replay.shown?.scores).toBeNull();
  await replay.showMoment(null);
  expect(replay.shown?.scores).toEqual([5, 3]);
});

test('a moment that was shown before is not asked for again', async () => {
  const replay = new ReplayTable('record');
  for (const seq of [0, 1, 0, 1]) await replay.showMoment(seq);
  expect(asked.map(({ at }) => at)).toEqual([0, 1]);
});

test('while a moment is loaded only the last wish counts', async () => {
  const replay = new ReplayTable('record');
  await replay.showMoment(0);
  const shown: (number | undefined)[] = [];
  replay.after = () => shown.push(replay.shown?.seq);
  void replay.showMoment(1);
  await replay.showMoment(2);
  expect(replay.cursor).toBe(2);
  expect(shown).toEqual([2]);
});

test('players are called as they were: a bot whose level stands for its name gets one from the game', async () => {
  const replay = new ReplayTable('record');
  await replay.showMoment(0);
  expect(replay.shown?.seats).toMatchObject([
    { kind: 'person', name: null, bot: null },
    { kind: 'bot', name: null, bot: 'medium' },
  ]);
  await loadEnglish();
  expect(seatNames(replay.shown!)).toEqual(['Player 1', 'Kenna']);
});

test('another seat has a view of its own', async () => {
  const replay = new ReplayTable('record');
  await replay.showMoment(1);
  await replay.viewAs(1);
  expect(asked.at(-1)).toMatchObject({ at: 1, seat: 1 });
});

test('a moment that failed is asked for again', async () => {
  status = 422;
  const replay = new ReplayTable('record');
  await replay.showMoment(0);
  expect(replay.problem?.status).toBe(422);
  status = 200;
  await replay.showMoment(0);
  expect(replay.problem).toBeNull();
  expect(replay.shown?.seq).toBe(0);
});

test('nothing can be played', () => {
  expect(new ReplayTable('record').canDecide).toBe(false);
});
