/** The gift that a player is choosing for the partner of a trade: cards fill the slots that the view describes. */

import type { Slot } from './types';

export class Gift {
  alternatives = $state.raw<Slot[][]>([]);
  which = $state(0);
  hand = $state.raw<Record<string, number>>({});
  chosen = $state<string[][]>([]);

  begin(alternatives: Slot[][], hand: Record<string, number>): void {
    this.alternatives = alternatives;
    this.hand = hand;
    this.chooseAlternative(0);
  }

  /** Start the gift again with one of the alternatives of an *or*. A slot that only one kind fits is filled at once. */
  chooseAlternative(which: number): void {
    this.which = which;
    this.chosen = this.slots.map(({ count, cards }) =>
      cards.length === 1 ? Array<string>(count).fill(cards[0]!) : [],
    );
  }

  get slots(): Slot[] {
    return this.alternatives[this.which] ?? [];
  }

  get cards(): string[] {
    return this.chosen.flat();
  }

  /** How many cards are missing. */
  get left(): number {
    return this.slots.reduce((sum, { count }) => sum + count, 0) - this.cards.length;
  }

  /** Return the slot that a card would fill, or -1. */
  #slot(card: string): number {
    if (this.cards.filter((one) => one === card).length >= (this.hand[card] ?? 0)) return -1;
    return this.slots.findIndex(({ count, cards }, i) => cards.includes(card) && this.chosen[i]!.length < count);
  }

  canAdd(card: string): boolean {
    return this.#slot(card) >= 0;
  }

  pick(card: string): void {
    const slot = this.#slot(card);
    if (slot >= 0) this.chosen[slot]!.push(card);
  }

  /** The move that gives these cards. */
  get text(): string {
    return `give ${this.cards.join(' ')}`;
  }
}
