/**
 * A decision with a single option is made by itself, after a note that the player can stop.
 *
 * The browser does it, not the server: a table that nobody looks at waits for its player, and a move that two devices
 * make at the same time is made once, because it names the entry that it follows. `docs/respublica.md` says how long a
 * move waits where its haste would reveal a hand.
 */

import type { AnyLiveTable } from '../lib/liveTable.svelte';
import { settings } from '../lib/settings.svelte';
import type { Entry, Table } from '../lib/types';

export const NOTE_MS = 1000;
const MIN_COVERED_MS = 3000; // among people with hidden hands: as long as somebody takes who thinks about it
const MAX_COVERED_MS = 8000;
const OLD = ['table.stale', 'turn.other']; // another device of the player's was quicker

export class ForcedMove {
  move = $state<string | null>(null); // that is made soon
  #decision: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #table: Pick<AnyLiveTable, 'canDecide' | 'play' | 'problem'>;

  constructor(table: Pick<AnyLiveTable, 'canDecide' | 'play' | 'problem'>) {
    this.#table = table;
  }

  /** Take note of the decision to make and its only move; null: none, or there is a choice. Each is noted once. */
  follow(decision: string | null, move: string | null, wait: () => number): void {
    if (decision !== this.#decision) {
      this.stop();
      this.#decision = decision;
      if (move !== null) this.#start(move, wait());
    } else if (move === null) this.stop();
  }

  /** Leave the decision to the player; return whether it would have been made by itself. */
  stop = (): boolean => {
    clearTimeout(this.#timer);
    const stopped = this.move !== null;
    this.move = null;
    return stopped;
  };

  #start(move: string, wait: number): void {
    this.move = move;
    this.#timer = setTimeout(() => {
      if (document.querySelector('dialog[open]')) return this.#start(move, wait); // something else is being read
      this.move = null;
      void this.#play(move);
    }, wait);
  }

  async #play(move: string): Promise<void> {
    if (!this.#table.canDecide) return;
    await this.#table.play(move);
    if (OLD.includes(this.#table.problem?.key ?? '')) this.#table.problem = null;
  }
}

/** Return the move that is made by itself at a table where the user is asked; null if there is none. */
export function onlyMove(table: Table, log: Entry[]): string | null {
  const { legal } = table.position as { legal?: string[] };
  if (!settings.forced || settings.confirm || legal?.length !== 1) return null;
  const wasTakenBack = log.some(({ seq, kind }) => seq === table.moved && kind === 'undo');
  return wasTakenBack ? null : legal[0]!;
}

/** Return how long the note of a move stays: where hands are hidden, its time must not reveal that it was forced. */
export function noteTime(table: Table, hidesHands: boolean): number {
  const isAmongPeople = table.seats.some(({ kind, yours, away }) => !yours && (kind === 'person' || away));
  if (!hidesHands || !isAmongPeople) return NOTE_MS;
  return MIN_COVERED_MS + Math.random() * (MAX_COVERED_MS - MIN_COVERED_MS);
}
