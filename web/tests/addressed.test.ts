import { beforeAll, expect, test } from 'vitest';
import { tell } from '../src/lib/addressed';
import { loadEnglish } from './english';

const NAMES = ['Ada', 'Grace', 'Senbi'];

beforeAll(loadEnglish);

test.each([
  [0, 'You bid 7'],
  [1, 'Ada bids 7'],
  [null, 'Ada bids 7'],
])('a message about a seat, read at seat %s', (you, text) => {
  expect(tell({ key: 'sun.told.bid', params: { seat: 0, sun: 7 } }, NAMES, you)).toBe(text);
});

test('the reader is "you" as a partner too', () => {
  const traded = (key: string) => ({ key, params: { seat: 1, partner: 0, what: 'x', against: 'y' } });
  expect(tell(traded('respublica.told.accept_ask'), NAMES, 0)).toBe('Grace gets y from you for x');
  expect(tell(traded('respublica.told.accept_offer'), NAMES, 0)).toBe('Grace gives you y for x');
  expect(tell(traded('respublica.told.accept_offer'), NAMES, 2)).toBe('Grace gives y to Ada for x');
});

test('a name of that time stays', () => {
  expect(tell({ key: 'site.happened.leave', params: { seat: 1, name: 'Alan' } }, NAMES, 0)).toBe('Alan leaves');
});

test('points have a sign', () => {
  const scored = { key: 'sun.told.scored', params: { seat: 1, points: -3, fame: 7 } };
  expect(tell(scored, NAMES, 0)).toBe('Grace: −3, fame 7');
});
