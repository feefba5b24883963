import { beforeAll, expect, test } from 'vitest';
import { gameUi } from '../src/games';
import { asJudged } from '../src/games/respublica/moveText';
import { loadEnglish } from './english';

const NAMES = ['Ada', 'Grace'];
const text = (game: string, move: string) => gameUi(game).moveText(move, NAMES, null);

beforeAll(loadEnglish);

test.each([
  ['ra', 'draw', 'Draw'],
  ['ra', 'bid 13', 'Bid 13'],
  ['ra', 'take gold', 'Play a god: Gold'],
  ['ra', 'end', 'No more gods'],
  ['priests', 'end', 'Leave them so'],
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

test('a move of Res Publica is the one the coach judged, whatever the order of its cards', () => {
  const judged = ['ask 1 greek and 2 roman', 'offer 1 greek or 2 roman', 'give greek roman roman'];
  expect(asJudged('ask 2 roman and 1 greek', judged)).toBe(judged[0]);
  expect(asJudged('offer 2 roman or 1 greek', judged)).toBe(judged[1]);
  expect(asJudged('ask 1 greek or 2 roman', judged)).toBe('ask 1 greek or 2 roman');
  expect(asJudged('give roman greek roman', judged)).toBe(judged[2]);
});
