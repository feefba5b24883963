/** What the choices of a decision are worth to the user: a hint they asked for, or the coach at every decision. */

import { endOfScale, wholePercents } from '../lib/chances';
import type { Message } from '../lib/format';
import type { Hint, Hints } from '../lib/types';

const MUCH = 0.08; // of the chance of winning: whoever gives so much away is warned
const AGAIN_MS = 5000;
const BEYOND = 2; // standard errors that a loss must exceed

/** A choice as it is shown: everybody's chances in percent, and the own one as a part of the common scale. */
export type Choice = { move: string; percents: number[]; own: number; bar: number };
/** What a choice gives away: the own chances, in percent, after it and after the best one. */
export type Loss = { own: number; best: number };

/** Asks the server about the decision of a seat; null if it refuses. `quiet`: the user did not ask for it. */
export type Judge = (seat: number, quiet: boolean) => Promise<Hints | null>;

export class Advice {
  coached = $state(false); // the coach is on, and the user has a decision to make
  thinking = $state(false);
  failed = $state(false);
  #found = $state.raw<Hints | null>(null);
  #decision: string | null = null; // what the advice is about
  #seat = 0;
  #judge: Judge;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  /** Whether there is something to show beside the choices. */
  get shown(): boolean {
    return this.coached || this.best !== null;
  }

  get best(): string | null {
    return this.#found?.best ?? null;
  }

  get why(): Message[] {
    return this.#found?.why ?? [];
  }

  /** All choices that were judged, best first. */
  readonly choices = $derived.by((): Choice[] => {
    const judged = (this.#found?.hints ?? []).flatMap(({ move, win }) => (win ? [{ move, win }] : []));
    const end = endOfScale(judged.map(({ win }) => win[this.#seat]!));
    return judged.map(({ move, win }) => {
      const percents = wholePercents(win);
      return { move, percents, own: percents[this.#seat]!, bar: end ? win[this.#seat]! / end : 0 };
    });
  });

  /** Return what the button of a move shows; undefined for a move that was not judged. */
  choice(move: string): Choice | undefined {
    return this.choices.find((choice) => choice.move === move);
  }

  /** Return what a move gives away if that is much and no mere noise; null if there is nothing to warn of. */
  loss(move: string): Loss | null {
    const [first] = this.#found?.hints ?? [];
    const option = this.#found?.hints.find((hint) => hint.move === move);
    if (!this.coached || !first?.win || !option?.win) return null;
    const loss = first.win[this.#seat]! - option.win[this.#seat]!;
    if (loss < MUCH || loss <= BEYOND * errorOf(first, option)) return null;
    return { own: this.choice(move)!.own, best: this.choices[0]!.own };
  }

  /** Take note of the decision that the user has to make; null: none. With the coach on, its advice is asked for. */
  follow(decision: string | null, seat: number, coached: boolean): void {
    this.coached = coached && decision !== null;
    if (decision !== this.#decision) {
      this.#decision = decision;
      this.#seat = seat;
      this.#found = null;
      this.thinking = this.failed = false;
    }
    if (this.coached && !this.#found && !this.thinking && !this.failed) void this.ask();
  }

  /** Ask the server about the decision. */
  ask = async (): Promise<void> => {
    const decision = this.#decision;
    if (decision === null || this.thinking) return;
    this.thinking = true;
    this.failed = false;
    const found = await this.#judge(this.#seat, this.coached);
    if (decision !== this.#decision) return; // it is about an earlier decision
    this.thinking = false;
    this.failed = found === null;
    this.#found = found;
    const canJudge = !found || found.hints[0]!.win !== null;
    if (this.coached && !canJudge) setTimeout(() => this.#askAgain(decision), AGAIN_MS);
  };

  /** Ask again about a decision, if it is still to be made: the server's search was not ready. */
  #askAgain(decision: string): void {
    if (this.coached && decision === this.#decision) void this.ask();
  }
}

/** For a table at which the user decides nothing. */
export const NO_ADVICE = new Advice(() => Promise.resolve(null));

const errorOf = (one: Hint, other: Hint) => Math.hypot(one.error ?? 0, other.error ?? 0);
