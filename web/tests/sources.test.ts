/** What the source files of the site have in common. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GAMES } from '../src/games';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const GENERATED = 'lib/schema.d.ts';
const MAX_COLUMNS = 120;
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(ts|svelte|css)$/.test(file) && file !== GENERATED,
);
const read = (file: string) => readFileSync(SRC + file, 'utf8');

test('no line is longer than 120 columns', () => {
  const long = files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, i) => ([...line].length > MAX_COLUMNS ? [`${file}:${i + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test('no file outside games/ names a game, or uses the messages of one', () => {
  const names = GAMES.map(({ name }) => name).join('|');
  const named = new RegExp(`['"\`.](${names})['"\`.\\s]|['"\`](sun|companion|${names})\\.`);
  const outside = files.filter((file) => !file.startsWith('games/'));
  expect(outside.filter((file) => named.test(read(file)))).toEqual([]);
});
