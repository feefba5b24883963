import { expect, test } from 'vitest';
import { pageOf } from '../src/lib/page';

test('every page has an address', () => {
  expect(pageOf('/')).toEqual({ name: 'home' });
  expect(pageOf('/t/abc')).toEqual({ name: 'table', id: 'abc' });
  expect(pageOf('/rules/ra')).toEqual({ name: 'rules', game: 'ra' });
  expect(pageOf('/results/tekhenu')).toEqual({ name: 'results', game: 'tekhenu' });
  expect(pageOf('/t')).toEqual({ name: 'notFound' });
  expect(pageOf('/nothing/here')).toEqual({ name: 'notFound' });
});
