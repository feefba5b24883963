import { expect, test } from 'vitest';
import { stepChanges, tableAtStep } from '../src/games/tekhenu/tableAtStep';
import { aStep, emptyTable } from './emptyTable';

const takeDie = aStep([['dice', 'osiris'], [['brown', 5]]]);
const pillar = aStep([['temple', 'pillars', 2, 3], 'a1'], [['automas', 'a1', 'pillars'], 7]);
const points = aStep([['automas', 'a1', 'vp'], 17]);
const steps = [takeDie, pillar, points];

test('a step is shown on the table that the steps before it have left', () => {
  const before = emptyTable();
  expect(tableAtStep(before, steps, 0)).toEqual(emptyTable());
  expect(tableAtStep(before, steps, 1).dice.osiris).toEqual([['brown', 5]]);
  expect(tableAtStep(before, steps, 1).temple.pillars[2]![3]).toBeNull();
  const last = tableAtStep(before, steps, 3);
  expect(last.temple.pillars[2]![3]).toBe('a1');
  expect(last.automas.a1!.vp).toBe(17);
  expect(before).toEqual(emptyTable());
});

test('changes that replace a row or all of the table count too', () => {
  const row = ['a1', null, null, null, null];
  expect(tableAtStep(emptyTable(), [aStep([['temple', 'pillars', 0], row])], 1).temple.pillars[0]).toEqual(row);
  expect(tableAtStep(emptyTable(), [aStep([[], { ...emptyTable(), round: 9 }])], 1).round).toBe(9);
});

const changesOf = (index: number) =>
  stepChanges(tableAtStep(emptyTable(), steps, index), tableAtStep(emptyTable(), steps, index + 1));

test('a piece that a step places goes to its space', () => {
  const { spaces, ghosts, placed } = changesOf(1);
  expect(spaces).toEqual(['pillar.3.4']);
  expect(ghosts).toEqual({ 'pillar.3.4': 'a1' });
  expect(placed).toEqual({ owner: 'a1', kind: 'pillar' });
});

test('of two dice that are alike one is taken', () => {
  expect(changesOf(0).taken).toEqual(['osiris.1']);
  expect(changesOf(0).added).toEqual({});
});

test('new dice are added to their section', () => {
  const after = tableAtStep(emptyTable(), [aStep([['dice', 'ra'], [['white', 2]]])], 1);
  expect(stepChanges(emptyTable(), after).added).toEqual({ ra: [['white', 2]] });
});

test('points change no space, but their player', () => {
  const { spaces, players, parts } = changesOf(2);
  expect(spaces).toEqual([]);
  expect(players).toEqual(['a1']);
  expect(parts).toEqual(['automas']);
});

test('a piece that is moved leaves one space for another', () => {
  const before = tableAtStep(emptyTable(), [aStep([['seth', 'regions', 0], 'a1'])], 1);
  const after = tableAtStep(emptyTable(), [aStep([['seth', 'regions', 3], 'a1'])], 1);
  const { spaces, ghosts } = stepChanges(before, after);
  expect(spaces).toEqual(['region.1', 'region.4']);
  expect(ghosts).toEqual({ 'region.4': 'a1' });
});

test('a conquest tile has a space of its own', () => {
  const after = tableAtStep(emptyTable(), [aStep([['temple', 'conquest', 1, 1], 1])], 1);
  const { spaces, placed } = stepChanges(emptyTable(), after);
  expect(spaces).toEqual(['conquest.2.2']);
  expect(placed).toBeNull();
});
