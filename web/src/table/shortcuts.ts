/** The keyboard at a table. A key that plays a move clicks its button, so that it can do nothing a click could not. */

import type { GameUi } from '../games/types';

/** What the keys do that are the same in every game. */
export type TableCommands = {
  escape(): void;
  openRules(): void;
  undo(): void;
  hint(): void;
  coach(): void;
  step?(by: 1 | -1): void; // to an earlier moment, or back towards now
};

const FIELDS = 'input, select, textarea';

/** Return whether a key belongs to a field, a dialog or the browser. */
export function isForElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return target.matches(FIELDS) || document.querySelector('dialog[open]') !== null;
}

/** Carry out the shortcut of a key, and return whether there is one. */
export function runShortcut(key: string, ui: GameUi, commands: TableCommands): boolean {
  if (key === 'Escape') commands.escape();
  else if (key === 'l') document.querySelector<HTMLElement>('#log ol')?.focus();
  else if (key === '?') commands.openRules();
  else if (key === 'u') commands.undo();
  else if (key === 'h') commands.hint();
  else if (key === 'c') commands.coach();
  else if (key === 'ArrowLeft' && commands.step) commands.step(-1);
  else if (key === 'ArrowRight' && commands.step) commands.step(1);
  else if (key === 'g') document.querySelector<HTMLElement>('[data-arm]')?.click();
  else if (ui.shortcuts[key]) buttonsOf(ui.shortcuts[key])[0]?.click();
  else if (/^[1-9]$/.test(key) && ui.numberedMoves.length) buttonsOf(ui.numberedMoves)[Number(key) - 1]?.click();
  else return false;
  return true;
}

/** Return the buttons of moves that begin with one of these words; of all moves for an empty word. */
function buttonsOf(words: readonly string[]): HTMLButtonElement[] {
  const selectors = words.map((word) => (word ? `[data-move^="${word}"]` : '[data-move]'));
  return [...document.querySelectorAll<HTMLButtonElement>(selectors.join(', '))];
}
