/** A recorded game shown like a table. The server replays the record; nothing can be played. */

import type { Problem } from '../lib/api';
import { RecordMoments } from '../lib/recordMoments';
import { range } from '../lib/range';
import type { TableSource } from '../lib/tableSource';
import type { Entry, OpenedRecord, ShownTable } from '../lib/types';

type View = { players: number };

export class ReplayTable implements TableSource<View> {
  head = $state.raw<ShownTable<View> | null>(null);
  shown = $state.raw<ShownTable<View> | null>(null);
  log = $state.raw<Entry[]>([]);
  latestEntries = $state.raw<Entry[]>([]);
  problem = $state.raw<Problem | null>(null);
  viewer = $state<number | null>(null); // the seat whose view is shown; null: a spectator
  cursor = $state(0); // how many moves have been made at the moment that is wanted; the board follows
  before: (() => void) | null = null;
  after: ((entries: Entry[]) => void) | null = null;

  readonly isRecord = true;
  readonly pastTable = null;
  readonly connection = 'live';
  readonly canDecide = false;

  readonly moments: RecordMoments<View>;
  #wanted: number | null = null;
  #loading: Promise<void> | null = null;

  constructor(text: string) {
    this.moments = new RecordMoments(text);
  }

  /** Whether the record leads to the end of the game. */
  get isOver(): boolean {
    return Boolean(this.head?.scores);
  }

  get visibleLog(): Entry[] {
    return this.log;
  }

  get lookedAt(): number | null {
    return this.cursor;
  }

  /** Show the position after so many moves; null: after the last. While one is loaded, only the last wish counts. */
  async showMoment(seq: number | null): Promise<void> {
    const last = this.head?.seq ?? 0;
    this.cursor = this.head ? Math.max(0, Math.min(seq ?? last, last)) : (seq ?? 0);
    this.#wanted = seq;
    this.#loading ??= this.#load().finally(() => (this.#loading = null));
    await this.#loading;
  }

  async #load(): Promise<void> {
    this.problem = null;
    try {
      for (;;) {
        const wanted = this.#wanted;
        const viewer = this.viewer;
        const opened = await this.moments.load(wanted, viewer);
        if (wanted !== this.#wanted || viewer !== this.viewer) continue;
        this.#show(opened);
        return;
      }
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  #show(opened: OpenedRecord<View>): void {
    this.before?.();
    this.log = opened.entries.map((entry) => ({ ...entry, kind: 'move', at: 0 }));
    this.head = asTable(opened, opened.entries.length);
    this.shown = asTable(opened, opened.at);
    this.cursor = opened.at;
    this.latestEntries = this.log.filter((entry) => entry.seq === opened.at);
    this.after?.(this.latestEntries);
  }

  /** Show the game as a seat saw it; null: as a spectator. */
  async viewAs(seat: number | null): Promise<void> {
    this.viewer = seat;
    await this.showMoment(this.cursor);
  }

  play = async () => undefined;
  chat = async () => undefined;
  pictureUrl = () => null;
}

/** Return the game of a record after so many moves as a table; where a level stands for a name, a bot had none. */
export function asTable<View>(opened: OpenedRecord<View>, seq: number): ShownTable<View> {
  const over = opened.result !== null && seq === opened.entries.length;
  return {
    seq,
    game: opened.game,
    status: over ? 'over' : 'running',
    practice: opened.practice,
    seats: range(opened.players).map((seat) => {
      const bot = opened.bots[seat] ?? null;
      const name = opened.seats?.[seat] || null;
      return {
        kind: bot ? 'bot' : 'person',
        name: name === bot ? null : name,
        bot,
        yours: false,
        away: false,
        late: 0,
        same_as: null,
        coach: null,
      };
    }),
    to_act: null,
    moved: opened.entries.length,
    scores: over ? opened.result : null,
    winners: over ? opened.winners : null,
    position: opened.position,
  };
}
