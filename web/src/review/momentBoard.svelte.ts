/** The board of a review: the position at a move, loaded as the reader goes from move to move. */

import type { Problem } from '../lib/api';
import type { RecordMoments } from '../lib/recordMoments';
import { range } from '../lib/range';
import type { OpenedRecord } from '../lib/types';

type Wanted = { at: number; seat: number | null; openHands: boolean };

export class MomentBoard {
  opened = $state.raw<OpenedRecord | null>(null); // the moment on the screen
  openViews = $state.raw<unknown[] | null>(null); // what each seat saw then, if that was wanted
  problem = $state.raw<Problem | null>(null);

  #moments: RecordMoments<unknown>;
  #wanted: Wanted | null = null;
  #loading = false;

  constructor(moments: RecordMoments<unknown>) {
    this.#moments = moments;
  }

  /**
   * Show the position before a move as a seat saw it. While one is loaded only the newest request waits, so that
   * whoever drags the slider sees as many positions as the server can send.
   */
  show(at: number, seat: number | null, openHands: boolean): void {
    this.#wanted = { at, seat, openHands };
    if (!this.#loading) void this.#load();
  }

  async #load(): Promise<void> {
    this.#loading = true;
    while (this.#wanted) {
      const { at, seat, openHands } = this.#wanted;
      this.#wanted = null;
      try {
        const opened = await this.#moments.load(at, seat);
        const views = openHands ? await this.#allViews(at, opened.players) : null;
        [this.opened, this.openViews, this.problem] = [opened, views, null];
      } catch (error) {
        this.problem = error as Problem;
      }
    }
    this.#loading = false;
  }

  async #allViews(at: number, players: number): Promise<unknown[]> {
    const all = await Promise.all(range(players).map((seat) => this.#moments.load(at, seat)));
    return all.map(({ position }) => position);
  }
}
