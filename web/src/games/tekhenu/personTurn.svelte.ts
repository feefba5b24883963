/** The person's turn as it is entered: one tap on a die, or a die and then other actions than its section's. */

export type TakenDie = [section: string, colour: string, value: number];

export const MAX_ACTIONS = 5; // the one of the die and those that cards give

export class PersonTurn {
  /** Whether another action than that of the die's section is entered. */
  isOther = $state(false);
  die = $state.raw<TakenDie | null>(null);
  actions = $state.raw<string[]>([]);
  readonly #answer: (value: unknown) => void;

  constructor(answer: (value: unknown) => void) {
    this.#answer = answer;
  }

  reset(): void {
    this.isOther = false;
    this.die = null;
    this.actions = [];
  }

  /** Take a die; in an ordinary turn its section's action is done with it. */
  take(die: TakenDie): void {
    if (this.isOther) this.die = die;
    else this.#answer([...die, die[0]]);
  }

  takeNone(): void {
    this.#answer(null);
  }

  /** Add an action, or remove it; doing nothing goes with no other action. */
  toggle(action: string): void {
    if (this.actions.includes(action)) this.actions = this.actions.filter((one) => one !== action);
    else if (action === 'nothing') this.actions = [action];
    else this.actions = [...this.actions.filter((one) => one !== 'nothing'), action].slice(0, MAX_ACTIONS);
  }

  get isComplete(): boolean {
    return this.die !== null && this.actions.length > 0;
  }

  enter(): void {
    if (this.die && this.isComplete) this.#answer([...this.die, ...this.actions]);
  }
}
