/** The way through the steps that an entry led to: which is to be done, which is looked at, and the table then. */

import { stepChanges, tableAtStep } from './tableAtStep';
import type { Ticks } from './ticks.svelte';
import type { Board, CompanionView, Owner, Step } from './types';

/** What the person has just entered or corrected needs no instruction, and neither does a new round. */
const HIDDEN = /^tekhenu\.step\.(person_|round$|correction$)/;
export const isHidden = ({ key }: Step) => HIDDEN.test(key);

/** A step that is shown, with its index among all steps, and the table before and after it. */
export type ShownStep = { step: Step; index: number; before: Board; after: Board };

/** Return the steps to be done on the real table, each with its tables. */
export function shownSteps({ before, steps, prompt }: CompanionView): ShownStep[] {
  if (prompt?.id === 'setup.checklist') return [];
  const tables = [before];
  for (const step of steps) tables.push(tableAtStep(tables.at(-1)!, [step], 1));
  return steps.flatMap((step, index) =>
    isHidden(step) ? [] : [{ step, index, before: tables[index]!, after: tables[index + 1]! }],
  );
}

/** Return where the steps of the same turn begin and end. */
export function turnAround(shown: readonly ShownStep[], at: number): { from: number; to: number } {
  const turnOf = (i: number) => shown[i] && `${shown[i].step.turn} ${shown[i].before.round}`;
  let [from, to] = [at, at];
  while (from > 0 && turnOf(from - 1) === turnOf(at)) from--;
  while (to < shown.length && turnOf(to) === turnOf(at)) to++;
  return { from, to };
}

export class Walk {
  readonly #view: () => CompanionView;
  readonly ticks: Ticks;
  #looking = $state<number | null>(null); // a step that is looked at instead

  constructor(view: () => CompanionView, ticks: Ticks) {
    this.#view = view;
    this.ticks = ticks;
  }

  shown = $derived.by(() => shownSteps(this.#view()));
  /** How many of the shown steps are done. */
  done = $derived.by(() => {
    const open = this.shown.findIndex(({ index }) => !this.ticks.has(index));
    return open < 0 ? this.shown.length : open;
  });
  /** The step on the screen; the number of steps stands for the question behind them. */
  at = $derived.by(() => Math.min(this.#looking ?? this.done, this.shown.length));
  current = $derived.by(() => this.shown[this.at] ?? null);
  asking = $derived.by(() => this.current === null);
  isLooking = $derived.by(() => this.at !== this.done);
  turn = $derived.by(() => turnAround(this.shown, this.at));
  /** The table on the screen, and what the step on the screen changes. */
  table = $derived.by(() => this.current?.before ?? this.#view().table);
  changes = $derived.by(() => (this.current ? stepChanges(this.current.before, this.current.after) : null));
  /** Whose turn it is, and the tile of that turn. */
  player = $derived.by<Owner | null>(() => {
    const { player } = this.#view();
    return this.current ? (this.current.step.turn ?? this.current.step.who) : player;
  });
  tile = $derived.by(() => this.current?.step.tile ?? null);

  /** Look at a step, done or not; nothing is ticked. The question is not looked at before all steps are done. */
  look(at: number): void {
    const last = this.done === this.shown.length ? this.done : this.shown.length - 1;
    const within = Math.max(0, Math.min(at, last));
    this.#looking = within === this.done ? null : within;
  }

  /** Look at what is to be done now. */
  return(): void {
    this.#looking = null;
  }

  /** Tick the steps before this one. */
  doUpTo(end: number): void {
    this.#looking = null;
    this.ticks.setBeginning(this.shown[end]?.index ?? this.#view().steps.length);
  }
}
