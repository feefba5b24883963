/**
 * The move that a player is making: one click plays it, or a second one with the setting against misclicks. A move that
 * gives away much is played only after its warning was read.
 */

import { settings } from '../lib/settings.svelte';
import type { TableSource } from '../lib/tableSource';
import type { Loss } from './advice.svelte';

export class PendingMove {
  move = $state<string | null>(null); // waits for its confirmation
  armed = $state<string | null>(null); // the first word of moves that wait for a touch on the board
  warning = $state.raw<Loss | null>(null); // what it gives away, if that is much
  #table: Pick<TableSource, 'canDecide' | 'play'>;
  #lossOf: (move: string) => Loss | null;

  constructor(table: Pick<TableSource, 'canDecide' | 'play'>, lossOf: (move: string) => Loss | null = () => null) {
    this.#table = table;
    this.#lossOf = lossOf;
  }

  /** Choose a move. `confirmed` is for a move that was composed step by step and has a button of its own to confirm. */
  choose = (move: string, confirmed = false): void => {
    if (!this.#table.canDecide) return;
    const isSecond = this.move === move && !this.warning;
    this.warning = settings.warnings ? this.#lossOf(move) : null;
    if (this.warning || (settings.confirm && !confirmed && !isSecond)) this.move = move;
    else this.#play(move);
  };

  /** Play the move whose warning is shown. */
  playAnyway = (): void => {
    if (this.move !== null && this.#table.canDecide) this.#play(this.move);
  };

  /** Let a touch on the board make moves with this first word, or no longer. */
  arm = (verb: string): void => {
    this.armed = this.armed === verb ? null : verb;
  };

  clear = (): void => {
    this.move = this.warning = this.armed = null;
  };

  #play(move: string): void {
    this.clear();
    void this.#table.play(move);
  }
}
