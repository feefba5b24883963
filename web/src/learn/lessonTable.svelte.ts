/** A guided first game shown like a table: everybody moves as its record says, and steps stop where a remark stands. */

import { get, type Problem } from '../lib/api';
import { range } from '../lib/range';
import { animationTimes } from '../lib/settings.svelte';
import type { TableSource } from '../lib/tableSource';
import type { Entry, Lesson, LessonStep, SeatInfo, ShownTable } from '../lib/types';
import { lessonProgress, saveProgress } from './lessonProgress';

export const OPPONENTS = 'easy'; // the level that the other seats stand for
const LONGEST_MS = 6000; // all moves together that lead to a step

export class LessonTable implements TableSource {
  lesson = $state.raw<Lesson | null>(null);
  number = $state(0); // of the step, from 0; after the last one the lesson is done
  made = $state(0); // moves of the record
  watching = $state(false); // moves are shown that lead to the step
  wrong = $state(0); // how often something else was tried
  problem = $state.raw<Problem | null>(null);
  before: (() => void) | null = null;
  after: ((entries: Entry[]) => void) | null = null;
  #hurry: (() => void) | null = null;

  readonly pastTable = null;
  readonly connection = 'live';

  readonly log = $derived.by((): Entry[] =>
    (this.lesson?.moves ?? []).slice(0, this.made).map((move) => ({ ...move, kind: 'move', at: 0 })),
  );
  readonly latestEntries = $derived(this.log.slice(-1));
  readonly lookedAt = null;
  readonly shown = $derived(this.lesson ? asTable(this.lesson, this.made) : null);

  get visibleLog(): Entry[] {
    return this.log;
  }

  get head(): ShownTable | null {
    return this.shown;
  }

  /** The remark that is shown; null once the lesson is done. */
  get step(): LessonStep | null {
    return this.lesson?.steps[this.number] ?? null;
  }

  get isDone(): boolean {
    return this.lesson !== null && this.number >= this.lesson.steps.length;
  }

  get canDecide(): boolean {
    return !this.watching && this.step?.move !== null;
  }

  /** Load a lesson and go on where this browser left it. */
  async open(game: string): Promise<void> {
    try {
      const lesson = await get<Lesson>(`lessons/${game}`);
      const { step } = lessonProgress(game);
      this.number = step < lesson.steps.length ? step : 0;
      this.made = lesson.steps[this.number]!.at;
      this.lesson = lesson;
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  /** Go to the next step, and show the moves on the way to it. */
  async next(): Promise<void> {
    const { lesson } = this;
    if (!lesson || this.watching || this.isDone) return;
    this.number += 1;
    saveProgress(lesson.game, this.number, lesson.steps.length);
    const goal = this.step?.at ?? lesson.moves.length;
    const pause = Math.min(animationTimes().dwell, LONGEST_MS / Math.max(1, goal - this.made));
    this.watching = true;
    let hurried = pause === 0;
    while (this.made < goal) {
      this.before?.();
      this.made += 1;
      this.after?.(this.latestEntries);
      if (!hurried) hurried = await this.#wait(pause);
    }
    this.watching = false;
  }

  /** Go back to the step before. */
  back(): void {
    const { lesson } = this;
    if (!lesson || this.watching || this.number === 0) return;
    this.number -= 1;
    this.made = lesson.steps[this.number]!.at;
    saveProgress(lesson.game, this.number, lesson.steps.length);
  }

  /** Show the moves at once that lead to the step. */
  hurry = (): void => this.#hurry?.();

  /** Wait; return whether the user did not want to. */
  #wait(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  play = async (move: string): Promise<void> => {
    if (move === this.step?.move) await this.next();
    else this.wrong += 1;
  };

  chat = async () => undefined;
  showMoment = async () => undefined;
  pictureUrl = () => null;
}

function asTable({ game, players, seat, positions }: Lesson, made: number): ShownTable {
  const blank = { name: null, away: false, late: 0, same_as: null, coach: null };
  const seats = range(players).map((number): SeatInfo =>
    number === seat
      ? { ...blank, kind: 'person', bot: null, yours: true }
      : { ...blank, kind: 'bot', bot: OPPONENTS, yours: false },
  );
  const position = positions[made] as { to_act: number | null };
  const now = { seq: made, moved: made, status: 'running' as const, to_act: position.to_act };
  return { ...now, game, practice: false, seats, scores: null, winners: null, position };
}
