/** The pages and their addresses. */

export type Page =
  | { name: 'home' }
  | { name: 'table'; id: string }
  | { name: 'replay' }
  | { name: 'review'; table: string; number: number | null }
  | { name: 'reviewRecord'; number: number | null }
  | { name: 'rules'; game: string }
  | { name: 'learn' }
  | { name: 'lesson'; game: string }
  | { name: 'puzzles'; game: string }
  | { name: 'puzzle'; game: string; id: string }
  | { name: 'results'; game: string }
  | { name: 'you' }
  | { name: 'hello' }
  | { name: 'notFound' };

/** Return the page that a path leads to. */
export function pageOf(path: string): Page {
  const [first, second, ...rest] = path.split('/').filter(Boolean);
  if (first === undefined) return { name: 'home' };
  if (first === 't' && second && !rest.length) return { name: 'table', id: second };
  if (first === 'you' && !second) return { name: 'you' };
  if (first === 'hello' && !second) return { name: 'hello' };
  if (first === 'replay' && !second) return { name: 'replay' };
  if (first === 'review' && second && rest.length < 2) return reviewOf(second, rest[0]);
  if (first === 'rules' && second && !rest.length) return { name: 'rules', game: second };
  if (first === 'learn' && !rest.length) return second ? { name: 'lesson', game: second } : { name: 'learn' };
  if (first === 'puzzles' && second && rest.length < 2) return puzzlesOf(second, rest[0]);
  if (first === 'results' && second && !rest.length) return { name: 'results', game: second };
  return { name: 'notFound' };
}

/** Return the page of a review at a move; the review of a file is called `record`. */
function reviewOf(table: string, move: string | undefined): Page {
  if (move !== undefined && !/^\d{1,5}$/.test(move)) return { name: 'notFound' };
  const number = move === undefined ? null : Number(move);
  return table === 'record' ? { name: 'reviewRecord', number } : { name: 'review', table, number };
}

/** Return the page of a game's puzzles, or of one of them; that of the day is called `today`. */
const puzzlesOf = (game: string, id: string | undefined): Page =>
  id === undefined ? { name: 'puzzles', game } : { name: 'puzzle', game, id };
