/** The move that a player is making: one click plays it, or a second one with the setting against misclicks. */

import { settings } from '../lib/settings.svelte';
import type { TableSource } from '../lib/tableSource';

export class PendingMove {
  move = $state<string | null>(null); // waits for its confirmation
  #table: Pick<TableSource, 'canDecide' | 'play'>;

  constructor(table: Pick<TableSource, 'canDecide' | 'play'>) {
    this.#table = table;
  }

  /** Choose a move. `confirmed` is for a move that was composed step by step and has a button of its own to confirm. */
  choose = (move: string, confirmed = false): void => {
    if (!this.#table.canDecide) return;
    if (settings.confirm && !confirmed && this.move !== move) {
      this.move = move;
      return;
    }
    this.move = null;
    void this.#table.play(move);
  };

  clear = (): void => {
    this.move = null;
  };
}
