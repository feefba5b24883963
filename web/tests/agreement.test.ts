/** The same messages in Python: tests/site/test_messages.py writes the cases, and runs this file with their path. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tell } from '../src/lib/addressed';
import type { Message } from '../src/lib/format';
import { LANGUAGES, type Language } from '../src/lib/i18n.svelte';
import { loadMessages } from './english';

type Case = { language: Language; message: Message; names: string[]; you: number; text: string };

const file = process.env.MESSAGE_CASES;

test.runIf(file)('messages are said as in Python', { timeout: 120_000 }, async () => {
  const cases = JSON.parse(readFileSync(file!, 'utf8')) as Case[];
  for (const language of LANGUAGES) {
    await loadMessages(language);
    const own = cases.filter((one) => one.language === language);
    expect(own.length).toBeGreaterThan(2000);
    expect(own.filter(({ message, names, you, text }) => tell(message, names, you) !== text)).toEqual([]);
  }
});
