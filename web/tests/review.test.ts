import { beforeAll, expect, test } from 'vitest';
import { wholePercents } from '../src/lib/chances';
import type { Moment, Review } from '../src/lib/types';
import { across, areaOf, down, linePoints, moveAt, pathOf, scaleMarks, scaleTop, spread } from '../src/review/chart';
import { costliest, isAsGood, mistakesOf, neighbour, signedMoments, signOf } from '../src/review/moments';
import { gameParts } from '../src/review/parts';
import { changeBy, changeText, wholePercent } from '../src/review/rounding';
import { loadEnglish } from './english';

beforeAll(loadEnglish);

/** Return a decision of seat 0 between two moves. */
function moment(number: number, loss: number, more: Partial<Moment> = {}): Moment {
  const [win, after] = [
    [0.5, 0.5],
    [0.5 - loss, 0.5 + loss],
  ];
  const label = loss >= 0.15 ? 'blunder' : loss >= 0.08 ? 'mistake' : loss >= 0.03 ? 'inaccuracy' : 'best';
  const options = [
    { move: 'draw', win, points: null, visits: 200 },
    { move: 'pass', win: after, points: null, visits: 200 },
  ];
  const [move, best] = [loss ? 'pass' : 'draw', 'draw'];
  const judged = { number, seat: 0, move, best, win, after, loss, error: 0.01, label, only: false, options, why: [] };
  return { ...judged, ...more } as Moment;
}

function review(moments: Moment[], complete = true): Review {
  const each = [0, 0];
  return {
    ...{ game: 'ra', players: 2, bot: 'search:200', complete, result: [5, 3], winners: [0], moments },
    ...{ last: complete ? [1, 0] : null, accuracy: [90, 80], luck: each, skill: each, others: each },
  };
}

test('percentages add up to 100', () => {
  expect(wholePercents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
  expect(wholePercents([0.255, 0.255, 0.245, 0.245])).toEqual([26, 26, 24, 24]);
  expect(wholePercents([1, 0])).toEqual([100, 0]);
  for (let i = 1; i < 50; i++) {
    const weights = [i, 50 - i, (i * 7) % 13, (i * 5) % 11];
    const sum = weights.reduce((a, b) => a + b);
    expect(wholePercents(weights.map((weight) => weight / sum)).reduce((a, b) => a + b)).toBe(100);
  }
});

test('a share that is a whole percentage stays what it is', () => {
  expect(wholePercents([0.29, 0.57, 0.14])).toEqual([29, 57, 14]);
  expect(Object.is(wholePercent(-0.001), 0)).toBe(true);
});

test('the change by a move is the difference of the chances that are shown', () => {
  expect(changeBy({ seat: 0, win: [0.436, 0.564], after: [0.184, 0.816] })).toBe(18 - 44);
  expect([-25, 0, 4].map(changeText)).toEqual(['−25%', '0%', '+4%']);
});

test('a decision gets its sign from its label, and the only good move is a zenith', () => {
  const labels = [0.01, 0.03, 0.08, 0.15].map((loss) => signOf(moment(1, loss)));
  expect(labels).toEqual([null, 'haze', 'shade', 'eclipse']);
  expect(signOf(moment(1, 0, { only: true }))).toBe('zenith');
  const forced = moment(1, 0).options.slice(0, 1);
  expect(signOf(moment(1, 0, { only: true, options: forced }))).toBeNull();
});

test('the review begins with the most expensive decision of a seat', () => {
  const moments = [moment(1, 0.1), moment(2, 0.2, { seat: 1 }), moment(3, 0.12), moment(4, 0.12)];
  expect(costliest(moments, 0)?.number).toBe(3);
  expect(costliest(moments, null)?.number).toBe(2);
  expect(costliest([moment(1, 0)], 0)).toBeNull();
});

test('the moments that decided are those with a sign, of one seat or of all', () => {
  const moments = [moment(1, 0.1), moment(2, 0.2, { seat: 1 }), moment(3, 0), moment(4, 0, { only: true })];
  expect(signedMoments(moments, 0).map(({ number }) => number)).toEqual([1, 4]);
  expect(signedMoments(moments, null).map(({ number }) => number)).toEqual([1, 2, 4]);
  expect(mistakesOf(moments, 0).map(({ number }) => number)).toEqual([1]);
});

test('the neighbours of a move are the next moments on either side', () => {
  const moments = [moment(2, 0.1), moment(5, 0.1)];
  expect(neighbour(moments, 2, 1)?.number).toBe(5);
  expect(neighbour(moments, 4, -1)?.number).toBe(2);
  expect(neighbour(moments, 2, -1)).toBeNull();
  expect(neighbour(moments, 5, 1)).toBeNull();
});

test('an answer is as good as the best if it gives away less than gets a sign', () => {
  expect(isAsGood(moment(1, 0.1), 'draw')).toBe(true);
  expect(isAsGood(moment(1, 0.1), 'pass')).toBe(false);
  expect(isAsGood(moment(1, 0.02), 'pass')).toBe(true);
  expect(isAsGood(moment(1, 0.04, { error: 0.05 }), 'pass')).toBe(true);
  expect(isAsGood(moment(1, 0.1), 'bid 3')).toBe(false);
});

test('the scale ends at the highest chance before the end, rounded up to 20', () => {
  expect(scaleTop([moment(0, 0)])).toBeCloseTo(0.6);
  expect(scaleTop([moment(0, 0.1)])).toBeCloseTo(0.6);
  expect(scaleTop([moment(0, 0.2)])).toBeCloseTo(0.8);
  expect(scaleMarks(0.6)).toEqual([0, 20, 40, 60]);
});

test('a line falls where a decision gave something away, and ends with the result', () => {
  const points = linePoints(review([moment(0, 0), moment(5, 0.25)]), 0, 10, 1);
  expect(points.map(({ x }) => x)).toEqual([0, 0, 50, 50, 100]);
  expect(points.map(({ y }) => y)).toEqual([50, 50, 50, 75, 0]);
  expect(pathOf(points)).toBe('M0 50L50 50L50 75L100 0');
  expect(areaOf(points)).toBe('M0 50L50 50L50 75L100 0L100 100L0 100z');
});

test('while the review grows a line ends with the last decision', () => {
  expect(linePoints(review([moment(0, 0)], false), 0, 10, 1).at(-1)).toEqual({ x: 0, y: 50 });
  expect(areaOf([])).toBe('');
});

test('a place across the chart is a move, within the game', () => {
  expect(across(3, 12)).toBe(25);
  expect(across(0, 0)).toBe(0);
  expect(down(0.9, 0.6)).toBe(0);
  expect([-0.1, 0.24, 0.26, 1.2].map((share) => moveAt(share, 10))).toEqual([0, 2, 3, 10]);
});

test('seals at the end of the lines do not cover each other', () => {
  expect(spread([0, 50, 50, 100], 15)).toEqual([0, 50, 65, 100]);
  expect(spread([100, 100, 100], 10)).toEqual([80, 90, 100]);
});

test('the epochs of a game are the moves between their ends', () => {
  const told = [{ key: 'sun.told.epoch', params: {} }];
  const entries = [1, 2, 3, 4, 5].map((seq) => ({ seq, at: 0, kind: 'move' as const, ...(seq === 2 ? { told } : {}) }));
  const ui = { partEnd: 'sun.told.epoch', partName: (number: number) => `Epoch ${number}` };
  expect(gameParts(entries as never, ui)).toEqual([
    { name: 'Epoch 1', begin: 0, end: 2 },
    { name: 'Epoch 2', begin: 2, end: 5 },
  ]);
  expect(gameParts(entries as never, {})).toEqual([]);
});
