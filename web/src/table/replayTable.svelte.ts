/** A recorded game shown like a table. The server replays the record; nothing can be played. */

import type { Problem } from '../lib/api';
import { RecordMoments } from '../lib/recordMoments';
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
  before: (() => void) | null = null;
  after: ((entries: Entry[]) => void) | null = null;

  readonly pastTable = null;
  readonly connection = 'live';
  readonly canDecide = false;

  readonly moments: RecordMoments<View>;

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

  get markedSeqs(): number[] {
    return this.shown ? [this.shown.seq] : [];
  }

  /** Show the position after so many moves; null: after the last. */
  async showMoment(seq: number | null): Promise<void> {
    this.problem = null;
    try {
      const opened = await this.moments.load(seq, this.viewer);
      this.before?.();
      this.log = opened.entries.map((entry) => ({ ...entry, kind: 'move', at: 0 }));
      this.head = asTable(opened, opened.entries.length);
      this.shown = asTable(opened, opened.at);
      this.latestEntries = this.log.filter((entry) => entry.seq === opened.at);
      this.after?.(this.latestEntries);
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  /** Show the game as a seat saw it; null: as a spectator. */
  async viewAs(seat: number | null): Promise<void> {
    this.viewer = seat;
    await this.showMoment(this.shown?.seq ?? null);
  }

  play = async () => undefined;
  chat = async () => undefined;
  pictureUrl = () => null;
}

/** Return the game of a record after so many moves as a table. */
export function asTable<View>(opened: OpenedRecord<View>, seq: number): ShownTable<View> {
  const names = opened.seats ?? Array.from({ length: opened.players }, () => '');
  const over = opened.result !== null && seq === opened.entries.length;
  return {
    seq,
    game: opened.game,
    status: over ? 'over' : 'running',
    practice: opened.practice,
    seats: names.map((name) => ({
      kind: 'person',
      name: name || null,
      bot: null,
      yours: false,
      away: false,
      late: 0,
      same_as: null,
      coach: null,
    })),
    to_act: null,
    moved: opened.entries.length,
    scores: over ? opened.result : null,
    winners: over ? opened.winners : null,
    position: opened.position,
  };
}
