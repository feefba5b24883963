/** Shares as whole numbers that add up: what is shown as percentages is never 99 or 101 in all. */

/**
 * Return shares that add up to 1 as percentages that add up to 100. Each is rounded down, then those with the largest
 * remainders are raised by one; of equal remainders the first is raised.
 */
export function percentages(shares: number[]): number[] {
  const exact = shares.map((share) => 100 * share);
  const rounded = exact.map((value) => Math.floor(value + 1e-9));
  const missing = Math.round(exact.reduce(add, 0)) - rounded.reduce(add, 0);
  const byRemainder = exact
    .map((value, seat) => ({ seat, remainder: value - rounded[seat]! }))
    .sort((a, b) => b.remainder - a.remainder || a.seat - b.seat);
  for (const { seat } of byRemainder.slice(0, missing)) rounded[seat]! += 1;
  return rounded;
}

const add = (a: number, b: number) => a + b;

/** Return a share, or a difference of shares, as a whole number of percent. */
export const wholePercent = (share: number) => Math.round(100 * share) || 0; // no negative zero

/** Return the chance of a seat as it is shown everywhere: a whole percentage that adds up with those of the others. */
export const chanceOf = (shares: number[], seat: number) => percentages(shares)[seat] ?? 0;

/** Return the change of a seat's chance by its move, in whole percent. */
export const changeBy = ({ seat, win, after }: { seat: number; win: number[]; after: number[] }) =>
  chanceOf(after, seat) - chanceOf(win, seat);
