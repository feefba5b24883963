import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { format, pieces, type Catalogue } from '../src/lib/format';

const read = (language: string) =>
  JSON.parse(
    readFileSync(new URL(`../../src/heliopolis/messages/${language}.json`, import.meta.url), 'utf8'),
  ) as Catalogue;

describe('messages with gaps', () => {
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
  test('the gaps of a message, one by one', () => {
    expect(pieces(messages, 'sun.said')).toEqual([{ gap: '{name}' }, ' draws ', { gap: '{tile:tile}' }]);
  });
});

describe('the catalogues', () => {
  test.each(['it', 'es'])('%s has every key of English', (language) => {
    expect(Object.keys(read(language))).toEqual(Object.keys(read('en')));
  });
});
