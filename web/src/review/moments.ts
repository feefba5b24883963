/** The decisions of a review: their signs, those that decided the game, and where to begin. */

import type { Moment } from '../lib/types';

/** The signs of decisions that stand out; other decisions have none. */
export const SIGNS = ['zenith', 'haze', 'shade', 'eclipse'] as const;
export type Sign = (typeof SIGNS)[number];

const SIGN_OF: Partial<Record<Moment['label'], Sign>> = { inaccuracy: 'haze', mistake: 'shade', blunder: 'eclipse' };

/** Return the sign of a decision: how much it gave away, or that it was the only good move. */
export function signOf({ label, only, options }: Moment): Sign | null {
  if (label === 'best' && only && options.length > 1) return 'zenith';
  return SIGN_OF[label] ?? null;
}

/** Return whether a decision gave away enough to be pointed out. */
export const isMistake = (moment: Moment) => SIGN_OF[moment.label] !== undefined;

/** Return the decisions with a sign, of one seat or (null) of all. */
export const signedMoments = (moments: Moment[], seat: number | null) =>
  moments.filter((moment) => (seat === null || moment.seat === seat) && signOf(moment) !== null);

/** Return the decisions of a seat that gave something away, in order. */
export const mistakesOf = (moments: Moment[], seat: number) =>
  moments.filter((moment) => moment.seat === seat && isMistake(moment));

/** Return the most expensive decision of a seat, or (null) of anybody; null if none was pointed out. */
export function costliest(moments: Moment[], seat: number | null): Moment | null {
  const mistakes = moments.filter((moment) => isMistake(moment) && (seat === null || moment.seat === seat));
  return mistakes.reduce<Moment | null>((worst, one) => (!worst || one.loss > worst.loss ? one : worst), null);
}

/** Return the nearest decision with a sign before (-1) or after (1) a move; null if there is none. */
export function neighbour(moments: Moment[], number: number, direction: 1 | -1): Moment | null {
  if (direction === 1) return moments.find((moment) => moment.number > number) ?? null;
  return moments.findLast((moment) => moment.number < number) ?? null;
}

/** Return whether a move is as good as the best: what it gives away would not be pointed out. */
export function isAsGood(moment: Moment, move: string): boolean {
  const { seat, options, error } = moment;
  const option = options.find((one) => one.move === move);
  const best = options[0];
  if (!option || !best) return false;
  return best.win[seat]! - option.win[seat]! < Math.max(POINTED_OUT, error);
}

const POINTED_OUT = 0.03; // share of winning that a decision must give away to get a sign
