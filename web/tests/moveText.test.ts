import { beforeAll, expect, test } from 'vitest';
import { gameUi } from '../src/games';
import { loadEnglish } from './english';

const NAMES = ['Ada', 'Grace'];
const text = (game: string, move: string) => gameUi(game).moveText(move, NAMES);

beforeAll(loadEnglish);

test.each([
  ['ra', 'draw', 'Draw'],
  ['ra', 'bid 13', 'Bid 13'],
  ['ra', 'take gold', 'Play a god: Gold'],
  ['ra', 'end', 'No more gods'],
  ['priests', 'end', 'Leave them as they are'],
  ['respublica', 'accept 1', expect.stringContaining('Grace')],
  ['respublica', 'ask 1 roman or 2 technology', expect.stringContaining(' or ')],
  ['respublica', 'give roman greek', expect.stringContaining(', ')],
  ['respublica', 'draw 1 people 2 technology', expect.stringContaining(' + ')],
  ['respublica', 'no trade', expect.any(String)],
])('%s: %s', (game, move, expected) => {
  expect(text(game, move)).toEqual(expected);
});

test('a game without a folder shows its moves as they are', () => {
  expect(text('senet', 'throw 4')).toBe('throw 4');
});
