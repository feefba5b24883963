/** A decision on its way: one click plays it, or with the setting against misclicks a second one does. */

import type { AnyLive } from '../lib/live.svelte';
import { settings } from '../lib/settings.svelte';

export class Decision {
  pending = $state<string | null>(null);
  #live: AnyLive;

  constructor(live: AnyLive) {
    this.#live = live;
  }

  /** Choose a move; `sure` for one that was composed step by step and confirmed by its own button. */
  choose = (move: string, sure = false): void => {
    if (!this.#live.free) return;
    if (settings.confirm && !sure && this.pending !== move) {
      this.pending = move;
      return;
    }
    this.pending = null;
    void this.#live.play(move);
  };

  clear = (): void => {
    this.pending = null;
  };
}

/** Arrow keys move the focus among the buttons within an element. */
export function arrows(node: HTMLElement): { destroy: () => void } {
  function onkeydown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const buttons = [...node.querySelectorAll<HTMLElement>('button:not([hidden])')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }
  node.addEventListener('keydown', onkeydown);
  return { destroy: () => node.removeEventListener('keydown', onkeydown) };
}
