/** The deal as Python derives it: `deals.json` is written by tests/server/deal_vectors.py. */

import { expect, test } from 'vitest';
import { checkDeal, commitmentOf, fractionOf, keyOf, lotsOf, newShare, outcomeOf } from '../src/lib/deal';
import type { DealtRecord, Draw, Remembered } from '../src/lib/deal';
import deals from './deals.json';

type Vector = { name: string; record: DealtRecord; draws: Draw[]; fractions: number[] };
const VECTORS = deals as unknown as Vector[];
const vector = (name: string): Vector => structuredClone(VECTORS.find((one) => one.name === name)!);
const results = ({ record, draws }: Vector, seen: Remembered | null = null) =>
  Object.fromEntries(checkDeal(record, draws, seen).checks.map(({ name, ok }) => [name, ok]));

/** What Ada remembers who gave her share last. */
const ada = ({ record }: Vector): Remembered => ({
  commitment: record.deal.commitment,
  share: 'ada0'.repeat(8),
  before: ['9ace'.repeat(8)],
});

test.each(VECTORS)('a deal $name is derived as in Python', ({ record, draws, fractions }) => {
  const key = keyOf(record.deal);
  expect(commitmentOf(record)).toBe(record.deal.commitment);
  expect(fractions.map((_, number) => fractionOf(key, number))).toEqual(fractions);
  expect(draws.map((draw, number) => outcomeOf(fractionOf(key, number), draw.chances))).toEqual(
    draws.map(({ outcome }) => outcome),
  );
  if (record.deal.lots) expect(lotsOf(record.deal, 3)).toEqual(record.deal.lots);
});

test('a share has 128 bits, and is another one each time', () => {
  expect(newShare()).toMatch(/^[0-9a-f]{32}$/);
  expect(newShare()).not.toBe(newShare());
});

test('somebody who knew all shares when they gave theirs vouches for everybody', () => {
  const dealt = vector('with shares and lots');
  expect(results(dealt, ada(dealt))).toEqual({
    seen: true,
    share: true,
    commitment: true,
    lots: true,
    outcomes: true,
  });
  expect(checkDeal(dealt.record, dealt.draws, ada(dealt)).unvouched).toEqual([]);
});

test('a share that may have come later is named, at its seat after the lots', () => {
  const dealt = vector('with shares and lots');
  const { unvouched } = checkDeal(dealt.record, dealt.draws, { ...ada(dealt), before: [] });
  expect(unvouched).toEqual([dealt.record.seats[dealt.record.deal.lots!.indexOf(2)]]);
});

test('a browser that was not there says so', () => {
  expect(results(vector('with shares'))).toMatchObject({ seen: null, share: null, commitment: true, outcomes: true });
});

const FORGERIES: [string, string[], (dealt: Vector) => void][] = [
  ['another commitment', ['seen', 'commitment'], ({ record }) => (record.deal.commitment = 'ab'.repeat(32))],
  ['another table', ['commitment'], ({ record }) => (record.deal.table = 'another')],
  ['another seed', ['commitment', 'lots', 'outcomes'], ({ record }) => (record.deal.seed = 'ab'.repeat(32))],
  ['the own share dropped', ['share', 'lots', 'outcomes'], ({ record }) => record.deal.shares!.pop()],
  [
    'the own share changed',
    ['share', 'lots', 'outcomes'],
    ({ record }) => (record.deal.shares![1]!.share = 'ab'.repeat(16)),
  ],
  ['lots swapped', ['lots'], ({ record }) => record.deal.lots!.reverse()],
  ['no lots', ['commitment'], ({ record }) => (record.deal.lots = null)],
  ['an open deal', ['commitment'], ({ record }) => (record.deal.open = true)],
  ['an outcome', ['outcomes'], ({ draws }) => (draws[7]!.outcome = draws[7]!.outcome === 'ra' ? 'nile' : 'ra')],
];

test.each(FORGERIES)('a forgery is found: %s', (_, wrong, forge) => {
  const dealt = vector('with shares and lots');
  const seen = ada(dealt);
  forge(dealt);
  const found = Object.entries(results(dealt, seen)).flatMap(([name, ok]) => (ok === false ? [name] : []));
  expect(found.toSorted()).toEqual(wrong.toSorted());
});
