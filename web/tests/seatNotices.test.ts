import { expect, test } from 'vitest';
import type { Entry, SeatInfo } from '../src/lib/types';
import { linesOfEntry } from '../src/table/logLines';
import { coachAskers, seatNotices } from '../src/table/seatNotices';
import { isShort } from '../src/table/timeLeft';

const seat = (more: Partial<SeatInfo>): SeatInfo => ({
  kind: 'person',
  name: 'Ada',
  bot: null,
  yours: true,
  away: false,
  late: 0,
  same_as: null,
  coach: null,
  ...more,
});
const away = (seq: number, number: number, why: 'own' | 'time'): Entry => ({
  seq,
  at: 0,
  kind: 'away',
  seat: number,
  name: 'Ada',
  bot: 'greedy',
  why,
});
const keys = (seats: SeatInfo[], log: Entry[] = []) =>
  seatNotices({ status: 'running', seats }, log).map(({ seat, key }) => [seat, key]);

test('nothing is said about seats that are played by their players, or are another player’s', () => {
  expect(keys([seat({}), seat({ yours: false, late: 2 }), seat({ yours: false, away: true })])).toEqual([]);
});

test('a player learns that a bot decided for them', () => {
  expect(keys([seat({}), seat({ late: 1 })])).toEqual([[1, 'site.notice.late']]);
});

test('a player learns why a bot plays for them: the last time counts', () => {
  const log = [away(3, 0, 'time'), away(9, 0, 'own'), away(12, 1, 'time')];
  const seats = [seat({ away: true, late: 2 }), seat({ away: true })];
  expect(keys(seats, log)).toEqual([
    [0, 'site.notice.away'],
    [1, 'site.notice.away_time'],
  ]);
});

test('after the game nothing has to be taken back', () => {
  expect(seatNotices({ status: 'over', seats: [seat({ away: true })] }, [])).toEqual([]);
});

test('the log tells a bot that was asked for from one that takes over', () => {
  const lines = [away(1, 0, 'own'), away(2, 0, 'time')].flatMap((entry) => linesOfEntry(entry));
  expect(lines.map(({ message }) => message.key)).toEqual(['site.happened.away', 'site.happened.away_time']);
});

test.each([
  [60, 10],
  [300, 50],
  [86_400, 3600],
  [5, 10],
])('of %i seconds for a move, the last %i are few', (seconds, few) => {
  expect(isShort(few + 1, seconds)).toBe(false);
  expect(isShort(few, seconds)).toBe(true);
});

test('the wish of others for the coach is told until one has answered it', () => {
  const others = [seat({ yours: false, coach: true }), seat({ yours: false })];
  expect(coachAskers({ status: 'running', seats: [seat({}), ...others] })).toEqual([1]);
  expect(coachAskers({ status: 'running', seats: [seat({ coach: false }), ...others] })).toEqual([]);
  expect(coachAskers({ status: 'over', seats: [seat({}), ...others] })).toEqual([]);
});
