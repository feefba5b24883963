/** Chances of winning as people read them: whole percentages that add up to 100, and bars of one common scale. */

const STEP = 0.05; // scales end at a multiple of this, so that bars of similar decisions look alike
const LEAST = 0.8; // of the scale, for the best option

/** Return shares that add up to 1 as whole percentages that add up to 100: the largest remainders are rounded up. */
export function wholePercents(shares: readonly number[]): number[] {
  const exact = shares.map((share) => 100 * share);
  const percents = exact.map(Math.floor);
  const missing = Math.round(exact.reduce((sum, one) => sum + one, 0)) - percents.reduce((sum, one) => sum + one, 0);
  const byRemainder = exact
    .map((one, i) => ({ i, remainder: one - Math.floor(one) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, missing)) percents[i]! += 1;
  return percents;
}

/** Return where the common scale of some chances ends: the best of them takes at least four fifths of it. */
export function endOfScale(chances: readonly number[]): number {
  const best = Math.max(...chances, 0);
  const end = Math.min(1, Math.floor(best / LEAST / STEP + 1e-9) * STEP);
  return end >= best && end > 0 ? end : best;
}
