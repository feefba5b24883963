/** Chances in a review: every number that is shown is a whole percentage that adds up with those beside it. */

import { wholePercents } from '../lib/chances';
import { percent } from '../lib/i18n.svelte';

/** Return a share as a whole number of percent. */
export const wholePercent = (share: number) => Math.round(100 * share) || 0; // no negative zero

/** Return the chance of a seat in whole percent, rounded so that it adds up with those of the others. */
export const chanceOf = (shares: number[], seat: number) => wholePercents(shares)[seat] ?? 0;

/** Return the change of a seat's chance by its move, in whole percent. */
export const changeBy = ({ seat, win, after }: { seat: number; win: number[]; after: number[] }) =>
  chanceOf(after, seat) - chanceOf(win, seat);

/** Return a whole number of percent in the language of the page. */
export const percentText = (whole: number) => percent(whole / 100);

/** Return a change in whole percent with its sign; the minus is a true minus. */
export const changeText = (whole: number) => `${whole > 0 ? '+' : whole < 0 ? '−' : ''}${percentText(Math.abs(whole))}`;
