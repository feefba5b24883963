import { expect, test } from 'vitest';
import { endOfScale, wholePercents } from '../src/lib/chances';

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

test('percentages add up to 100, and the largest remainders are rounded up', () => {
  expect(wholePercents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
  expect(wholePercents([0.125, 0.125, 0.25, 0.5])).toEqual([13, 12, 25, 50]);
  expect(wholePercents([1, 0, 0])).toEqual([100, 0, 0]);
  for (let i = 1; i < 200; i++) {
    const shares = [Math.abs(Math.sin(i)), Math.abs(Math.sin(2 * i)), Math.abs(Math.sin(3 * i)), 0.1];
    expect(sum(wholePercents(shares.map((share) => share / sum(shares))))).toBe(100);
  }
});

test('no percentage is off by one or more', () => {
  const shares = [0.0049, 0.3351, 0.33, 0.33];
  wholePercents(shares).forEach((percent, i) => expect(Math.abs(percent - 100 * shares[i]!)).toBeLessThan(1));
});

test('the scale ends at a round number, and the best takes at least four fifths of it', () => {
  expect(endOfScale([0.27, 0.33, 0.24])).toBeCloseTo(0.4);
  expect(endOfScale([1, 0.5])).toBe(1);
  expect(endOfScale([0.95])).toBe(1);
  for (let best = 0.001; best < 1; best += 0.0037) {
    const part = best / endOfScale([best / 2, best]);
    expect(part).toBeGreaterThanOrEqual(0.8 - 1e-9);
    expect(part).toBeLessThanOrEqual(1);
  }
});

test('nobody has a chance: the bars are empty', () => {
  expect(endOfScale([0, 0])).toBe(0);
  expect(endOfScale([])).toBe(0);
});
