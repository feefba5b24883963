/** Which puzzles this browser has tried, saved in it: an id is solved once a right move was found. */

export type PuzzleState = 'solved' | 'missed' | 'new';
type Tried = Record<string, Exclude<PuzzleState, 'new'>>;

const keyOf = (game: string) => `puzzles-${game}`;

/** Return the puzzles of a game that were tried. */
export function triedPuzzles(game: string): Tried {
  try {
    return JSON.parse(localStorage.getItem(keyOf(game)) ?? '{}') as Tried;
  } catch {
    return {};
  }
}

/** Save what became of a puzzle; one that was solved stays so. */
export function saveTried(game: string, id: string, right: boolean): void {
  const tried = triedPuzzles(game);
  if (tried[id] === 'solved') return;
  localStorage.setItem(keyOf(game), JSON.stringify({ ...tried, [id]: right ? 'solved' : 'missed' }));
}

/** Return the puzzle to try after one: the next of the list that is not solved, from the beginning after the last. */
export function nextPuzzle(ids: string[], id: string, tried: Tried): string | null {
  const place = ids.indexOf(id);
  const others = [...ids.slice(place + 1), ...ids.slice(0, Math.max(0, place))];
  return others.find((one) => tried[one] !== 'solved') ?? others[0] ?? null;
}
