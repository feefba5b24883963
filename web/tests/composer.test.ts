import { expect, test } from 'vitest';
import { Composer } from '../src/games/respublica/composer.svelte';
import { readPhrase, writePhrase } from '../src/games/respublica/phrases';

// Two romans, one greek, one wheel: what the server says can be offered.
const HELD = {
  most: { roman: 2, greek: 1, wheel: 1, people: 3, any: 4 },
  together: { roman: { greek: 3, wheel: 3, people: 3, any: 4 }, people: { roman: 3, greek: 3, wheel: 4, any: 4 } },
};

test('only what can be said can be picked', () => {
  const composer = new Composer();
  composer.begin(HELD);
  expect(composer.canAdd('babylonian')).toBe(false);
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
  expect(composer.canAdd('roman')).toBe(false);
  composer.pick('people');
  composer.pick('people');
  composer.pick('people');
  expect(composer.text).toBe('1 roman and 2 people');
  composer.join('or');
  composer.step(1, 1);
  expect(composer.text).toBe('1 roman or 3 people');
});

test('phrases are read and written alike', () => {
  for (const text of ['1 greek', '2 any or 1 wheel', '1 roman and 2 people'])
    expect(writePhrase(readPhrase(text))).toBe(text);
});
