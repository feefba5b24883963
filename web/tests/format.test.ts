import { describe, expect, test } from 'vitest';
import en from '$messages/en.json';
import es from '$messages/es.json';
import it from '$messages/it.json';
import { format, splitPlaceholders, type Catalogue } from '../src/lib/format';

describe('messages with placeholders', () => {
  const messages: Catalogue = {
    'sun.tile.nile': 'Nile',
    'sun.said': '{name} draws {tile:tile}',
    'sun.many': '{number} {number?tile|tiles}',
    'sun.part': '{n} {tile:tile}',
    'sun.list': 'loses {tiles*part}',
    'sun.nested': 'so: {what}',
  };
  test('a parameter, a word, a plural', () => {
    expect(format(messages, 'sun.said', { name: 'Ada', tile: 'nile' })).toBe('Ada draws Nile');
    expect(format(messages, 'sun.many', { number: 1 })).toBe('1 tile');
    expect(format(messages, 'sun.many', { number: 2 })).toBe('2 tiles');
  });
  test('a list, and a message within a message', () => {
    expect(
      format(messages, 'sun.list', {
        tiles: [
          { n: 1, tile: 'nile' },
          { n: 2, tile: 'nile' },
        ],
      }),
    ).toBe('loses 1 Nile, 2 Nile');
    expect(format(messages, 'sun.nested', { what: { key: 'sun.many', params: { number: 3 } } })).toBe('so: 3 tiles');
  });
  test('what is missing is an error, not an empty place', () => {
    expect(() => format(messages, 'sun.unknown')).toThrow('sun.unknown');
    expect(() => format(messages, 'sun.said', { name: 'Ada' })).toThrow('tile');
  });
  test('names with braces or dollars stay as they are', () => {
    expect(format(messages, 'sun.said', { name: '$& {x}', tile: 'nile' })).toBe('$& {x} draws Nile');
  });
  test('a message is split at its placeholders', () => {
    expect(splitPlaceholders(messages, 'sun.said')).toEqual([
      { placeholder: '{name}' },
      ' draws ',
      { placeholder: '{tile:tile}' },
    ]);
  });
});

describe('the catalogues', () => {
  test.each([
    ['it', it],
    ['es', es],
  ])('%s has every key of English', (_, messages) => {
    expect(Object.keys(messages)).toEqual(Object.keys(en));
  });
});
