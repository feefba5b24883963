/** A puzzle shown like a table: the move that is played is sent to the server as the answer. */

import { get, post, type Problem } from '../lib/api';
import { range } from '../lib/range';
import type { TableSource } from '../lib/tableSource';
import type { Entry, PuzzleAnswer, PuzzleQuestion, SeatInfo, ShownTable } from '../lib/types';

const OPPONENTS = 'expert'; // the level that played the games

export class PuzzleTable implements TableSource {
  puzzle = $state.raw<PuzzleQuestion | null>(null);
  shown = $state.raw<ShownTable | null>(null);
  answer = $state.raw<PuzzleAnswer | null>(null);
  busy = $state(false); // while an answer is awaited
  problem = $state.raw<Problem | null>(null);
  before: (() => void) | null = null;
  after: ((entries: Entry[]) => void) | null = null;

  readonly pastTable = null;
  readonly log: Entry[] = [];
  readonly visibleLog: Entry[] = [];
  readonly lookedAt = null;
  readonly latestEntries: Entry[] = [];
  readonly connection = 'live';

  get head(): ShownTable | null {
    return this.shown;
  }

  /** Whether a move can be tried; after an answer another one may be. */
  get canDecide(): boolean {
    return this.puzzle !== null && !this.busy;
  }

  /** Load a puzzle by its id, or that of `today`. */
  async open(game: string, id: string): Promise<void> {
    try {
      this.puzzle = await get<PuzzleQuestion>(`puzzles/${game}/${id}`);
      this.shown = asTable(this.puzzle);
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  play = async (move: string): Promise<void> => {
    if (!this.puzzle || !this.canDecide) return;
    this.busy = true;
    this.problem = null;
    try {
      this.answer = await post<PuzzleAnswer>(`puzzles/${this.puzzle.game}/${this.puzzle.id}/answer`, { move });
    } catch (error) {
      this.problem = error as Problem;
    } finally {
      this.busy = false;
    }
  };

  chat = async () => undefined;
  showMoment = async () => undefined;
  pictureUrl = () => null;
}

function asTable({ game, players, seat, position }: PuzzleQuestion): ShownTable {
  const blank = { name: null, yours: false, away: false, late: 0, same_as: null, coach: null };
  const seats = range(players).map((number): SeatInfo =>
    number === seat ? { ...blank, kind: 'person', bot: null } : { ...blank, kind: 'bot', bot: OPPONENTS },
  );
  const now = { seq: 0, moved: 0, status: 'running' as const, to_act: seat };
  return { ...now, game, practice: false, seats, scores: null, winners: null, position };
}
