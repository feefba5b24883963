import { beforeAll, expect, test } from 'vitest';
import { gameUi } from '../src/games';
import { privateMessages } from '../src/games/respublica/privateMessages';
import { lastBid } from '../src/games/sun/status';
import type { Message } from '../src/lib/format';
import type { Entry } from '../src/lib/types';
import { linesOfEntry, logLines, movesAround, stepFrom } from '../src/table/logLines';
import { loadEnglish } from './english';

const passed = (seat: number): Message => ({ key: 'sun.told.pass', params: { seat } });
const move = (seq: number, seat: number, text: string, told: Message[] = [passed(seat)]): Entry => ({
  seq,
  at: 0,
  kind: 'move',
  seat,
  move: text,
  outcomes: [],
  told,
});

beforeAll(loadEnglish);

test('the newest line is first, and each line has an id of its own', () => {
  const unsold = { key: 'sun.told.unsold', params: { seat: 1 } };
  const lines = logLines([move(1, 0, 'pass'), move(2, 1, 'pass', [passed(1), unsold])]);
  expect(lines.map(({ id }) => id)).toEqual(['2.1', '2.0', '1.0']);
});

test('an undo removes moves, but not chat', () => {
  const chat: Entry = { seq: 2, at: 0, kind: 'chat', seat: 0, text: 'oh' };
  const undo: Entry = { seq: 4, at: 0, kind: 'undo', seat: 0, to: 1 };
  const lines = logLines([move(1, 0, 'draw'), chat, move(3, 0, 'draw'), undo]);
  expect(lines.map(({ seq }) => seq)).toEqual([4, 2, 1]);
});

test('cards that changed hands get a line for each seat that the server names', () => {
  const traded: Entry = { ...move(5, 0, 'accept 1'), given: { 0: ['roman'], 1: ['greek', 'wheel'] } };
  const keys = linesOfEntry(traded, privateMessages).map(({ message }) => message.key);
  expect(keys).toEqual(['sun.told.pass', 'respublica.told.handed', 'respublica.told.handed']);
  expect(linesOfEntry({ ...traded, given: null }, privateMessages)).toHaveLength(1);
});

test('drawn cards get a line', () => {
  const drawn: Entry = { ...move(5, 0, 'draw 1 people'), outcomes: ['roman'] };
  expect(linesOfEntry(drawn, privateMessages).at(-1)?.message).toEqual({
    key: 'respublica.told.drew',
    params: { cards: [{ card: 'roman' }] },
  });
});

test('a move that a game says nothing about has no line', () => {
  expect(linesOfEntry(move(1, 1, 'end', []))).toEqual([]);
});

test.each([[[]], [[{ key: 'senet.told.threw', params: { seat: 1 } }]]])(
  'at a plain table, a move without known messages is shown as its text',
  (told) => {
    const lines = linesOfEntry(move(1, 1, 'throw 4', told), gameUi('senet').extraMessages);
    expect(lines.map(({ message }) => message)).toEqual([{ key: 'site.said', params: { seat: 1, text: 'throw 4' } }]);
  },
);

test('the last bid of a seat is of the auction under way', () => {
  const log = [move(1, 0, 'bid 9'), move(2, 2, 'invoke'), move(3, 0, 'pass'), move(4, 1, 'bid 5')];
  expect(lastBid(log, 0)).toBe('pass');
  expect(lastBid(log, 1)).toBe('bid 5');
  expect(lastBid(log, 2)).toBeNull();
});

test('a bid that was undone is not the last bid', () => {
  const undo: Entry = { seq: 5, at: 0, kind: 'undo', seat: 1, to: 3 };
  expect(lastBid([move(2, 2, 'invoke'), move(3, 0, 'pass'), move(4, 1, 'bid 5'), undo], 1)).toBeNull();
});

test('seats of entries before the lots are those that their players have now', () => {
  const sit: Entry = { seq: 2, at: 0, kind: 'sit', seat: 1, name: 'Grace' };
  const start: Entry = { seq: 3, at: 0, kind: 'start', lots: [1, 0] };
  expect(logLines([sit, start, move(4, 1, 'pass')]).map(({ seat }) => seat)).toEqual([1, 0]);
});

test('one steps from move to move, past what was said and what was undone', () => {
  const chat: Entry = { seq: 3, at: 0, kind: 'chat', seat: 0, text: 'oh' };
  const undo: Entry = { seq: 5, at: 0, kind: 'undo', seat: 0, to: 3 };
  const log = [move(1, 0, 'draw'), move(2, 1, 'draw'), chat, move(4, 0, 'draw'), undo, move(6, 0, 'invoke')];
  expect(movesAround(log, 2)).toEqual({ done: [1, 2], ahead: [6] });
  expect(stepFrom(log, 6, -1)).toBe(2);
  expect(stepFrom(log, 2, 1)).toBe(6);
  expect(stepFrom(log, 1, -1)).toBeNull();
  expect(stepFrom(log, 6, 1)).toBeNull();
});
