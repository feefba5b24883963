import { expect, test } from 'vitest';
import { Composer } from '../src/respublica/composer.svelte';
import { Gift } from '../src/respublica/gift.svelte';
import { readPhrase, writePhrase } from '../src/respublica/phrases';
import { pageOf } from '../src/lib/page';

// Two romans, one greek, one wheel: what the server says can be offered.
const HELD = {
  most: { roman: 2, greek: 1, wheel: 1, people: 3, any: 4 },
  together: { roman: { greek: 3, wheel: 3, people: 3, any: 4 }, people: { roman: 3, greek: 3, wheel: 4, any: 4 } },
};

test('only what can be said can be picked', () => {
  const composer = new Composer();
  composer.begin(HELD);
  expect(composer.can('babylonian')).toBe(false);
  composer.pick('roman');
  composer.pick('roman');
  composer.pick('roman');
  expect(composer.text).toBe('2 roman');
  expect(composer.complete).toBe(true);
});

test('both items of an and come from the same hand, those of an or do not', () => {
  const composer = new Composer();
  composer.begin(HELD);
  composer.pick('roman');
  composer.join('and');
  expect(composer.complete).toBe(false);
  expect(composer.can('roman')).toBe(false);
  composer.pick('people');
  composer.pick('people');
  composer.pick('people');
  expect(composer.text).toBe('1 roman and 2 people');
  composer.join('or');
  composer.step(1, 1);
  expect(composer.text).toBe('1 roman or 3 people');
});

test('a gift fills the slots it owes', () => {
  const gift = new Gift();
  gift.begin(
    [
      [
        { count: 1, cards: ['roman'] },
        { count: 1, cards: ['roman', 'greek'] },
      ],
    ],
    { roman: 2, greek: 1 },
  );
  expect(gift.cards).toEqual(['roman']);
  expect(gift.can('wheel')).toBe(false);
  gift.pick('greek');
  expect(gift.left).toBe(0);
  expect(gift.can('roman')).toBe(false);
  expect(gift.text).toBe('give roman greek');
});

test('phrases are read and written alike', () => {
  for (const text of ['1 greek', '2 any or 1 wheel', '1 roman and 2 people'])
    expect(writePhrase(readPhrase(text))).toBe(text);
});

test('every page has an address', () => {
  expect(pageOf('/')).toEqual({ name: 'home' });
  expect(pageOf('/t/abc')).toEqual({ name: 'table', id: 'abc' });
  expect(pageOf('/rules/ra')).toEqual({ name: 'rules', game: 'ra' });
  expect(pageOf('/t')).toEqual({ name: 'lost' });
  expect(pageOf('/nothing/here')).toEqual({ name: 'lost' });
});
