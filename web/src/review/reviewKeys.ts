/** The keyboard of a game that is played back: in a review, and in a replay, which has no moments. */

import { isForElsewhere } from '../table/shortcuts';

export type ReviewCommands = {
  step(by: 1 | -1): void;
  moment?(direction: 1 | -1): void;
  first(): void;
  last(): void;
  togglePlay(): void;
  tryIt?(): void;
  back(): void;
};

/** Carry out what a key stands for, and return whether it stands for something. */
export function runReviewKey(event: KeyboardEvent, commands: ReviewCommands): boolean {
  if (isForElsewhere(event)) return false;
  const run = actionOf(event, commands);
  if (!run) return false;
  event.preventDefault();
  run();
  return true;
}

function actionOf({ key, target }: KeyboardEvent, commands: ReviewCommands): (() => void) | null {
  if (key === 'ArrowRight') return () => commands.step(1);
  if (key === 'ArrowLeft') return () => commands.step(-1);
  if (key === 'ArrowDown' && commands.moment) return () => commands.moment!(1);
  if (key === 'ArrowUp' && commands.moment) return () => commands.moment!(-1);
  if (key === 'Home') return commands.first;
  if (key === 'End') return commands.last;
  if (key === 't' || key === 'T') return commands.tryIt ?? null;
  if (key === 'Escape') return commands.back;
  // On a button the space bar presses it.
  if (key === ' ' && !(target as HTMLElement).closest?.('button, a, summary')) return commands.togglePlay;
  return null;
}
