import { expect, test } from 'vitest';
import { lastBid, linesOf, story } from '../src/table/stories';
import type { Message } from '../src/lib/format';
import type { Entry } from '../src/lib/types';

const move = (
  seq: number,
  seat: number,
  text: string,
  told: Message[] = [{ key: 'sun.told.pass', params: { seat } }],
): Entry => ({
  seq,
  at: 0,
  kind: 'move',
  seat,
  move: text,
  outcomes: [],
  told,
});

test('the latest is first, and each line has a name of its own', () => {
  const lines = story([
    move(1, 0, 'pass'),
    move(2, 1, 'pass', [...move(2, 1, '').told!, { key: 'sun.told.unsold', params: { seat: 1 } }]),
  ]);
  expect(lines.map(({ id }) => id)).toEqual(['2.1', '2.0', '1.0']);
});

test('what was taken back is gone, what was said is not', () => {
  const chat: Entry = { seq: 2, at: 0, kind: 'chat', seat: 0, text: 'oh' };
  const undo: Entry = { seq: 4, at: 0, kind: 'undo', seat: 0, to: 1 };
  const lines = story([move(1, 0, 'draw'), chat, move(3, 0, 'draw'), undo]);
  expect(lines.map(({ seq }) => seq)).toEqual([4, 2, 1]);
});

test('only the one concerned hears which cards changed hands', () => {
  const traded: Entry = { ...move(5, 0, 'accept 1'), given: { 0: ['roman'], 1: ['greek', 'wheel'] } };
  expect(linesOf(traded).filter(({ message }) => message.key.endsWith('handed'))).toHaveLength(2);
  expect(linesOf({ ...traded, given: null })).toHaveLength(1);
});

test('what somebody did in the auction that runs', () => {
  const log = [move(1, 0, 'bid 9'), move(2, 2, 'invoke'), move(3, 0, 'pass'), move(4, 1, 'bid 5')];
  expect(lastBid(log, 0)).toBe('pass');
  expect(lastBid(log, 1)).toBe('bid 5');
  expect(lastBid(log, 2)).toBeNull();
  const undo: Entry = { seq: 5, at: 0, kind: 'undo', seat: 1, to: 3 };
  expect(lastBid([...log, undo], 1)).toBeNull();
});
