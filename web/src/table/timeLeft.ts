/** When the time for a move is nearly up. */

const MIN_WARNING = 10; // seconds
const MAX_WARNING = 3600;

/** Return whether so few of the seconds for a move are left that a player must be warned: a sixth, within limits. */
export const isShort = (left: number, secondsPerMove: number) =>
  left <= Math.min(Math.max(MIN_WARNING, secondsPerMove / 6), MAX_WARNING);
