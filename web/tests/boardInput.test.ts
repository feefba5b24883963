import { beforeAll, beforeEach, expect, test } from 'vitest';
import { BoardInput, optionSpace, spaceName } from '../src/games/tekhenu/boardInput.svelte';
import { boardOf } from '../src/games/tekhenu/boards';
import type { Prompt } from '../src/games/tekhenu/types';
import { loadEnglish } from './english';

const label = { key: 'site.you', params: {} };
const prompt = (kind: Prompt['kind'], ...values: unknown[]): Prompt => ({
  id: 'question',
  kind,
  question: label,
  options: values.map((value) => ({ value, label })),
  most: 2,
  default: null,
  optional: false,
});

let input: BoardInput;
let answers: unknown[];
let corrections: string[];

beforeAll(loadEnglish);
beforeEach(() => {
  [input, answers, corrections] = [new BoardInput(), [], []];
  input.answer = (value) => answers.push(value);
  input.correct = (name) => corrections.push(name);
});

test('options become spaces: names, dice, cells', () => {
  const space = (value: unknown) => optionSpace({ value, label });
  expect(space('temple.3')).toBe('temple.3');
  expect(space(['horus', 'white', 4])).toBe('die.horus.white.4');
  expect(space([2, 5])).toBe('conquest.2.5');
  expect(space(true)).toBeNull();
});

test('every space is on a board', () => {
  const boards = ['pillar.1.2', 'statue.temple.8', 'osiris.3.bread', 'die.ra.white.2', 'region.4', 'statue.god.ra'];
  expect(boards.map(boardOf)).toEqual(['temple', 'temple', 'osiris', 'obelisk', 'gods', 'gods']);
});

test('columns of the temple are numbered as on the board', () => {
  expect(spaceName('pillar.1.2')).toContain('7');
});

test('everything that can be corrected has a name', () => {
  for (const name of ['pillar.1.2', 'temple.3', 'region.1', 'statue.god.ra', 'dice.horus', 'a1.vp', 'order']) {
    expect(spaceName(name)).not.toBe('');
  }
});

test('a tap on an option answers the question', () => {
  input.prompt = prompt('choice', 'temple.3', 'temple.4');
  expect(input.can('temple.3')).toBe(true);
  input.tap('temple.3');
  expect(answers).toEqual(['temple.3']);
});

test('a tap anywhere else does nothing', () => {
  input.prompt = prompt('choice', 'temple.3');
  expect(input.can('temple.5')).toBe(false);
  input.tap('temple.5');
  expect(answers).toEqual([]);
});

test('a question with several answers collects them, up to its limit', () => {
  input.prompt = prompt('several', 'temple.3', 'temple.4', 'temple.5');
  for (const name of ['temple.3', 'temple.4', 'temple.5']) input.tap(name);
  expect(input.picked).toEqual(['temple.3', 'temple.4']);
  input.tap('temple.3');
  expect(input.picked).toEqual(['temple.4']);
  expect(answers).toEqual([]);
});

test('while correcting, a tap asks for a correction instead', () => {
  input.prompt = prompt('choice', 'temple.3');
  input.correctable = ['temple.5', 'dice.horus'];
  input.correcting = true;
  for (const name of ['temple.3', 'temple.5', 'die.horus.white.4']) input.tap(name);
  expect(corrections).toEqual(['temple.5', 'dice.horus']);
  expect(answers).toEqual([]);
});

test('in an ordinary turn a tap on a die takes it and does the action of its section', () => {
  input.prompt = prompt('turn', ['ra', 'brown', 4], null);
  input.tap('die.ra.brown.4');
  expect(answers).toEqual([['ra', 'brown', 4, 'ra']]);
});

test('another action is entered with its die, and further ones in their order', () => {
  input.prompt = prompt('turn', ['ra', 'brown', 4], ['seth', 'grey', 2], null);
  input.turn.isOther = true;
  input.tap('die.seth.grey.2');
  expect(input.isPicked('die.seth.grey.2')).toBe(true);
  input.turn.enter();
  expect(answers).toEqual([]);
  for (const action of ['nothing', 'horus', 'bastet']) input.turn.toggle(action);
  input.turn.enter();
  expect(answers).toEqual([['seth', 'grey', 2, 'horus', 'bastet']]);
});
