import { expect, test } from 'vitest';
import { Gift } from '../src/games/respublica/gift.svelte';

const HAND = { roman: 2, greek: 1 };
const ROMAN = { count: 1, cards: ['roman'] };
const PERSON = { count: 1, cards: ['roman', 'greek'] };

function started(...alternatives: Parameters<Gift['begin']>[0]): Gift {
  const gift = new Gift();
  gift.begin(alternatives, HAND);
  return gift;
}

test('cards that only one kind can be are chosen already', () => {
  expect(started([ROMAN, PERSON]).cards).toEqual(['roman']);
});

test('a gift is complete when every slot is filled', () => {
  const gift = started([ROMAN, PERSON]);
  expect(gift.left).toBe(1);
  gift.pick('greek');
  expect(gift.left).toBe(0);
  expect(gift.text).toBe('give roman greek');
});

test('a card that fits no slot cannot be picked', () => {
  const gift = started([ROMAN, PERSON]);
  expect(gift.canAdd('wheel')).toBe(false);
  gift.pick('wheel');
  expect(gift.cards).toEqual(['roman']);
});

test('a card cannot be given more often than it is held', () => {
  const gift = started([{ count: 3, cards: ['roman', 'greek'] }]);
  gift.pick('greek');
  expect(gift.canAdd('greek')).toBe(false);
  expect(gift.canAdd('roman')).toBe(true);
});

test('the other alternative starts a new gift', () => {
  const gift = started([PERSON], [ROMAN]);
  gift.pick('greek');
  gift.chooseAlternative(1);
  expect(gift.cards).toEqual(['roman']);
});
