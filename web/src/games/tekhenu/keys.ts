/** The keyboard: Enter does what the main button does, the arrows look at the steps before and behind. */

import type { Walk } from './walk.svelte';

/** Whether a key belongs to what has the focus: a field, a button, a dialog. */
function isForElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return true;
  const target = event.target as Element | null;
  if (target?.matches('input, select, textarea')) return true;
  return event.key === 'Enter' && (target?.matches('button, a, summary') ?? false);
}

export function runKey(event: KeyboardEvent, main: HTMLElement, walk: Walk): void {
  if (event.repeat) {
    // A key that is held does a thing once, also on the button that has the focus.
    if (event.key === 'Enter' && (event.target as Element | null)?.closest('.buttons')) event.preventDefault();
    return;
  }
  if (isForElsewhere(event)) return;
  if (event.key === 'ArrowLeft' && walk.at > 0) walk.look(walk.at - 1);
  else if (event.key === 'ArrowRight') walk.look(walk.at + 1);
  else if (event.key === 'Enter') main.querySelector<HTMLElement>('.buttons .main')?.click();
  else return;
  event.preventDefault();
}
