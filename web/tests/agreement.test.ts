/** The same messages in Python: tests/site/test_messages.py writes the cases, and runs this file with their path. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import en from '$messages/en.json';
import es from '$messages/es.json';
import it from '$messages/it.json';
import { format, type Catalogue, type Params } from '../src/lib/format';

type Case = { language: 'en' | 'it' | 'es'; key: string; params: Params; text: string };

const CATALOGUES: Record<Case['language'], Catalogue> = { en, it, es };
const file = process.env.MESSAGE_CASES;

test.runIf(file)('messages are formatted as in Python', () => {
  const cases = JSON.parse(readFileSync(file!, 'utf8')) as Case[];
  expect(cases.length).toBeGreaterThan(0);
  const differing = cases.filter(({ language, key, params, text }) => {
    return format(CATALOGUES[language], key, params) !== text;
  });
  expect(differing).toEqual([]);
});
