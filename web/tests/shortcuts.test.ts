import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gameUi } from '../src/games';
import { runShortcut } from '../src/table/shortcuts';

const shared = { escape: vi.fn(), openRules: vi.fn(), undo: vi.fn(), hint: vi.fn(), coach: vi.fn() };
const commands = { ...shared, step: vi.fn() };
let clicked: string[];

/** Stand-ins for the buttons of moves, found by the two forms of selector that shortcuts use. */
function offer(...moves: string[]) {
  vi.stubGlobal('document', {
    querySelectorAll: (selector: string) => {
      const words = [...selector.matchAll(/\^="(.*?)"/g)].map(([, word]) => word!);
      const fits = (move: string) => selector === '[data-move]' || words.some((word) => move.startsWith(word));
      return moves.filter(fits).map((move) => ({ click: () => clicked.push(move) }));
    },
  });
}

beforeEach(() => {
  clicked = [];
  vi.clearAllMocks();
});
afterEach(() => vi.unstubAllGlobals());

test('a key plays the move it stands for in the game', () => {
  offer('draw', 'invoke');
  expect(runShortcut('i', gameUi('ra'), commands)).toBe(true);
  expect(clicked).toEqual(['invoke']);
});

test('a key means what the game says', () => {
  offer('nothing');
  runShortcut('p', gameUi('respublica'), commands);
  expect(clicked).toEqual(['nothing']);
  expect(runShortcut('i', gameUi('respublica'), commands)).toBe(false);
});

test('digits stand for bids, in a game without a folder for all moves', () => {
  offer('pass', 'bid 9', 'bid 4');
  runShortcut('2', gameUi('ra'), commands);
  runShortcut('1', gameUi('senet'), commands);
  expect(clicked).toEqual(['bid 4', 'pass']);
});

test('some keys are the same in every game', () => {
  for (const key of ['Escape', '?', 'u', 'h', 'c']) expect(runShortcut(key, gameUi('senet'), commands)).toBe(true);
  for (const command of Object.values(shared)) expect(command).toHaveBeenCalledOnce();
});

test('the arrows lead to earlier moments and back', () => {
  for (const key of ['ArrowLeft', 'ArrowRight']) expect(runShortcut(key, gameUi('ra'), commands)).toBe(true);
  expect(commands.step.mock.calls).toEqual([[-1], [1]]);
});

test('other keys do nothing', () => {
  expect(runShortcut('x', gameUi('ra'), commands)).toBe(false);
});
