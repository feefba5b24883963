/** The geometry of the chart: the chances of a review as points and paths, in percent of its width and height. */

import type { Moment, Review } from '../lib/types';

export type Point = { x: number; y: number };

const STEP = 0.2; // the scale ends at a multiple of it

/**
 * Return the top of the scale: the highest chance before the last move, rounded up to 20 %. The result itself leaps to
 * the top, whatever the scale.
 */
export function scaleTop(moments: Moment[]): number {
  const highest = Math.max(STEP, ...moments.flatMap(({ win, after }) => [...win, ...after]));
  return Math.min(1, Math.ceil(highest / STEP - 1e-9) * STEP);
}

/** Return the marks of the scale from 0 to its top. */
export const scaleMarks = (top: number) =>
  Array.from({ length: Math.round(top / STEP) + 1 }, (_, i) => Math.round(100 * STEP * i));

/** Return where a move lies across the chart. */
export const across = (number: number, moves: number) => (moves ? (100 * number) / moves : 0);
/** Return how far down a chance lies; what is above the scale lies at its top. */
export const down = (chance: number, top: number) => 100 * (1 - Math.min(1, chance / top));

/** Return the line of a seat: its chance before and after each decision, and the result at the end. */
export function linePoints(review: Review, seat: number, moves: number, top: number): Point[] {
  const points = review.moments.flatMap(({ number, win, after }) => [
    { x: across(number, moves), y: down(win[seat]!, top) },
    { x: across(number, moves), y: down(after[seat]!, top) },
  ]);
  if (review.complete && review.last) points.push({ x: 100, y: down(review.last[seat]!, top) });
  return points;
}

/** Return a path through points; repeated points are left out. */
export function pathOf(points: Point[]): string {
  const parts = points.map(({ x, y }) => `${round(x)} ${round(y)}`).filter((part, i, all) => part !== all[i - 1]);
  return parts.length ? `M${parts.join('L')}` : '';
}

/** Return the area under a line as a closed path. */
export function areaOf(points: Point[]): string {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? `${pathOf(points)}L${round(last.x)} 100L${round(first.x)} 100z` : '';
}

const round = (value: number) => Math.round(100 * value) / 100;

/** Return the number of the move nearest to a place across the chart, from 0 to 1. */
export const moveAt = (share: number, moves: number) => Math.max(0, Math.min(moves, Math.round(share * moves)));

/** Return places down the chart that are at least `gap` apart, near those wanted and within the chart. */
export function spread(wanted: number[], gap: number): number[] {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  for (let k = 1; k < order.length; k++) order[k]!.y = Math.max(order[k]!.y, order[k - 1]!.y + gap);
  let limit = 100;
  for (const place of order.toReversed()) {
    place.y = Math.min(place.y, limit);
    limit = place.y - gap;
  }
  return order.sort((a, b) => a.i - b.i).map(({ y }) => y);
}
