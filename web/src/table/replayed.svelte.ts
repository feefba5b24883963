/** A recorded game, looked at like a table: the server replays it, nothing can be played. */

import { post, Problem } from '../lib/api';
import { Live } from '../lib/live.svelte';
import type { Entry, PublicaView, SunView, Table } from '../lib/types';

type Opened = {
  game: string;
  seats: string[] | null;
  result: number[] | null;
  practice: boolean;
  winners: number[];
  entries: Omit<Entry, 'at' | 'kind'>[];
  at: number;
  position: SunView | PublicaView;
};

export class Replayed extends Live<SunView | PublicaView> {
  #text: string;
  viewer = $state<number | null>(null);

  constructor(text: string) {
    super('record');
    this.#text = text;
  }

  override async open(): Promise<void> {
    await this.#look(null);
  }

  override async visit(seq: number | null): Promise<void> {
    await this.#look(seq);
  }

  /** Through somebody's eyes; null: a spectator's. */
  async through(seat: number | null): Promise<void> {
    this.viewer = seat;
    await this.#look(this.shown?.seq ?? null);
  }

  async #look(at: number | null): Promise<void> {
    this.problem = null;
    try {
      const asked = {
        text: this.#text,
        ...(at === null ? {} : { at }),
        ...(this.viewer === null ? {} : { seat: this.viewer }),
      };
      const opened = await post<Opened>('records', asked);
      this.before?.();
      this.log = opened.entries.map((entry) => ({ ...entry, kind: 'move', at: 0 }));
      this.head = this.#table(opened, opened.entries.length);
      this.shown = this.#table(opened, opened.at);
      this.fresh = this.log.filter((entry) => entry.seq === opened.at);
      this.after?.(this.fresh);
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  #table(opened: Opened, seq: number): Table<SunView | PublicaView> {
    const names = opened.seats ?? Array.from({ length: opened.position.players }, () => '');
    const over = opened.result !== null && seq === opened.entries.length;
    return {
      id: 'record',
      seq,
      game: opened.game,
      name: null,
      status: over ? 'over' : 'running',
      practice: opened.practice,
      created: 0,
      listed: false,
      hints: false,
      seats: names.map((name) => ({ kind: 'person', name: name || null, bot: null, yours: false, away: false })),
      you: null,
      to_act: null,
      moved: opened.entries.length,
      clock: null,
      deal: null,
      undo: null,
      scores: over ? opened.result : null,
      winners: over ? opened.winners : null,
      rematch: null,
      position: opened.position,
    };
  }

  override get current(): boolean {
    return false;
  }
}
