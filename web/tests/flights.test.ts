import { expect, test } from 'vitest';
import { flightsOf } from '../src/games/respublica/flights';
import type { Message } from '../src/lib/format';
import type { Entry } from '../src/lib/types';

const move = (seq: number, seat: number, told: Message[], more: Partial<Entry> = {}): Entry => ({
  seq,
  at: 0,
  kind: 'move',
  seat,
  move: 'draw',
  outcomes: [],
  told,
  ...more,
});
const item = (count: number, kind: string): Message => ({ key: 'respublica.item_one', params: { count, kind } });
const drew: Message = { key: 'respublica.told.draw', params: { seat: 1, people: 1, technology: 1 } };
const accepted = (what: Message): Message => ({
  key: 'respublica.told.accept_ask',
  params: { seat: 1, partner: 2, what, against: item(1, 'greek') },
});

test('a player sees the cards that they draw, from the deck into their columns', () => {
  const flights = flightsOf(move(1, 1, [drew], { outcomes: ['roman', 'wheel'] }), [], 1);
  expect(flights).toEqual([
    { piece: 'roman', from: '[data-deck="people"]', to: '.hand [data-kind="roman"]' },
    { piece: 'wheel', from: '[data-deck="technology"]', to: '.hand [data-kind="wheel"]' },
  ]);
});

test.each([0, null])('the cards of others travel face down before seat %s', (viewer) => {
  const flights = flightsOf(move(1, 1, [drew], { outcomes: null }), [], viewer);
  expect(flights.map(({ piece }) => piece)).toEqual([null, null]);
  expect(flights[0]!.to).toBe('[data-seat="1"] .fan');
});

test('those who trade see which cards change hands', () => {
  const exchange = move(3, 2, [], { given: { 1: ['roman', 'wheel'], 2: ['greek'] } });
  const flights = flightsOf(exchange, [move(2, 1, [accepted(item(2, 'any'))]), exchange], 1);
  expect(flights.map(({ piece }) => piece)).toEqual(['roman', 'wheel', 'greek']);
  expect(flights[0]).toEqual({ piece: 'roman', from: '.hand [data-kind="roman"]', to: '[data-seat="2"] .fan' });
});

test('before others only those cards are open that were named aloud', () => {
  const both: Message = { key: 'respublica.and', params: { first: item(1, 'roman'), second: item(2, 'people') } };
  const exchange = move(2, 1, [accepted(both)], { given: null });
  expect(flightsOf(exchange, [exchange], null).map(({ piece }) => piece)).toEqual(['roman', null, null, 'greek']);
});

test('of two alternatives nobody else learns which was given', () => {
  const either: Message = { key: 'respublica.or', params: { first: item(1, 'roman'), second: item(2, 'wheel') } };
  const exchange = move(2, 1, [accepted(either)], { given: null });
  expect(flightsOf(exchange, [exchange], 0).map(({ piece }) => piece)).toEqual([null, 'greek']);
});

test('a set goes to the table, and its city comes from the supply', () => {
  const city: Message = { key: 'respublica.told.city', params: { seat: 0, card: 'greek' } };
  const flights = flightsOf(move(1, 0, [city]), [], 0);
  expect(flights.map(({ piece }) => piece)).toEqual([...Array<string>(5).fill('greek'), 'city']);
  expect(flights.at(-1)!.from).toBe('[data-stack="city"]');
});

test('nothing travels with an answer', () => {
  expect(flightsOf(move(1, 1, [{ key: 'respublica.told.nothing', params: { seat: 1 } }]), [], 0)).toEqual([]);
});
