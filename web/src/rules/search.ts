/** Search in the rules: all words must occur, whatever their accents and case. */

export type RulesEntry = { id: string; title: string; text: string };
export type Hit = RulesEntry & { snippet: string };

const MAX_HITS = 8;
const AROUND = 32; // characters before the first word that was found

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Return what was found: entries with the words in their title first. */
export function searchRules(entries: readonly RulesEntry[], query: string): Hit[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const inTitle = ({ title }: RulesEntry) => words.every((word) => plain(title).includes(word));
  return entries
    .filter(({ title, text }) => words.every((word) => plain(`${title} ${text}`).includes(word)))
    .toSorted((one, other) => Number(inTitle(other)) - Number(inTitle(one)))
    .slice(0, MAX_HITS)
    .map((entry) => ({ ...entry, snippet: snippetOf(entry.text, words[0]!) }));
}

/** Return the text from a little before a word, or its beginning if the word is not in it. */
function snippetOf(text: string, word: string): string {
  const at = plain(text).indexOf(word);
  if (at <= AROUND) return text;
  return `…${text.slice(text.indexOf(' ', at - AROUND) + 1)}`;
}
