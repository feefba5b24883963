import { beforeEach, expect, test, vi } from 'vitest';
import { pageOf } from '../src/lib/page';
import { nextPuzzle, saveTried, triedPuzzles } from '../src/learn/solvedPuzzles';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('a puzzle that was solved stays solved', () => {
  saveTried('ra', 'a', false);
  expect(triedPuzzles('ra')).toEqual({ a: 'missed' });
  saveTried('ra', 'a', true);
  saveTried('ra', 'a', false);
  expect(triedPuzzles('ra')).toEqual({ a: 'solved' });
  expect(triedPuzzles('priests')).toEqual({});
});

test('what another program wrote there is ignored', () => {
  localStorage.setItem('puzzles-ra', '{');
  expect(triedPuzzles('ra')).toEqual({});
});

test('the next puzzle is the next one that is not solved', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(nextPuzzle(ids, 'a', {})).toBe('b');
  expect(nextPuzzle(ids, 'a', { b: 'solved', c: 'missed' })).toBe('c');
  expect(nextPuzzle(ids, 'd', { a: 'solved' })).toBe('b');
  expect(nextPuzzle(ids, 'b', { a: 'solved', c: 'solved', d: 'solved' })).toBe('c');
  expect(nextPuzzle(['a'], 'a', {})).toBe(null);
});

test('puzzles have addresses', () => {
  expect(pageOf('/puzzles/ra')).toEqual({ name: 'puzzles', game: 'ra' });
  expect(pageOf('/puzzles/ra/today')).toEqual({ name: 'puzzle', game: 'ra', id: 'today' });
  expect(pageOf('/puzzles/ra/today/more')).toEqual({ name: 'notFound' });
  expect(pageOf('/puzzles')).toEqual({ name: 'notFound' });
});
