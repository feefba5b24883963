import { expect, test } from 'vitest';
import { PreBid, sunsToName } from '../src/games/sun/preBid.svelte';
import type { SunView } from '../src/games/sun/types';

const BASE = {
  epoch: 1,
  ra_track: 2,
  row: ['nile', 'pharaoh'],
  auction: { ra_player: 1, kind: 'voluntary', bid: 0, bidder: null },
  bidding: [
    { seat: 1, state: 'asked', suns: [4] },
    { seat: 0, state: 'can', suns: [9, 5] },
  ],
  legal: [],
};
const view = (more: object = {}) => ({ ...BASE, ...more }) as unknown as SunView;
const asked = (...legal: string[]) => view({ legal });

function planned(move: string): PreBid {
  const preBid = new PreBid();
  preBid.toggle(move, view());
  expect(preBid.follow(view(), false)).toBeNull();
  expect(preBid.plan).toBe(move);
  return preBid;
}

test('a bid that is still possible is made, once', () => {
  const preBid = planned('bid 9');
  expect(preBid.follow(asked('pass', 'bid 9'), true)).toBe('bid 9');
  expect(preBid.plan).toBeNull();
  expect(preBid.follow(asked('pass', 'bid 9'), true)).toBeNull();
});

test('a bid that was outbid becomes a pass, never a higher bid', () => {
  expect(planned('bid 5').follow(asked('pass', 'bid 9'), true)).toBe('pass');
});

test('whoever must bid is asked, whatever they had decided', () => {
  expect(planned('pass').follow(asked('bid 9', 'bid 5'), true)).toBeNull();
  expect(planned('bid 5').follow(asked('bid 9'), true)).toBeNull();
});

test('a pass is made whatever was bid', () => {
  expect(planned('pass').follow(asked('pass', 'bid 9', 'bid 5'), true)).toBe('pass');
});

test('it is taken back by a second press, and changed by another', () => {
  const preBid = planned('bid 9');
  preBid.toggle('pass', view());
  expect(preBid.plan).toBe('pass');
  preBid.toggle('pass', view());
  expect(preBid.plan).toBeNull();
  expect(preBid.follow(asked('pass', 'bid 9'), true)).toBeNull();
});

test.each([
  { row: ['nile', 'pharaoh', 'gold'] },
  { ra_track: 3 },
  { epoch: 2 },
  { auction: { ra_player: 2, kind: 'voluntary', bid: 0, bidder: null } },
  { bidding: [] },
])('it does not hold for another auction', (change) => {
  const preBid = planned('bid 9');
  expect(preBid.follow(view({ ...change, legal: ['pass', 'bid 9'] }), true)).toBeNull();
  expect(preBid.plan).toBeNull();
  expect(preBid.follow(asked('pass', 'bid 9'), true)).toBeNull();
});

test('bids of others do not change the auction', () => {
  const preBid = planned('bid 9');
  const bid = { auction: { ...BASE.auction, bid: 8, bidder: 2 }, legal: ['pass', 'bid 9'] };
  expect(preBid.follow(view(bid), true)).toBe('bid 9');
});

test('only a seat that is still to be asked, and can bid, may decide ahead', () => {
  expect(sunsToName(view(), 0)).toEqual([9, 5]);
  expect(sunsToName(view(), 1)).toBeNull();
  expect(sunsToName(view(), 3)).toBeNull();
  expect(sunsToName(view({ bidding: [{ seat: 0, state: 'cannot', suns: [] }] }), 0)).toBeNull();
});
