/** The phrase that a player is composing: one item, or two joined by *and* or *or*, within the limits of the view. */

import type { PhraseLimits } from './types';
import { readPhrase, writePhrase, type Conjunction, type Item } from './phrases';

export class Composer {
  items = $state<Item[]>([]);
  conjunction = $state<Conjunction | null>(null);
  open = $state(0); // the item that a picked card goes to
  limits = $state.raw<PhraseLimits | null>(null);

  /** Start a new phrase with these limits; null: no phrase may be said. */
  begin(limits: PhraseLimits | null): void {
    this.limits = limits;
    this.clear();
  }

  clear(): void {
    this.items = [];
    this.conjunction = null;
    this.open = 0;
  }

  /** Compose a whole phrase at once. */
  write(text: string): void {
    const { items, conjunction } = readPhrase(text);
    this.items = items;
    this.conjunction = conjunction;
    this.open = 0;
  }

  /** Return how many of a kind an item may name, given the other item. */
  maxCount(place: number, kind: string): number {
    const limits = this.limits;
    if (!limits) return 0;
    const other = this.conjunction === 'and' ? this.items[1 - place] : undefined;
    const alone = limits.most[kind] ?? 0;
    if (!other || !limits.together) return alone;
    return Math.min(alone, (limits.together[other.kind]?.[kind] ?? 0) - other.count);
  }

  /** Return whether a kind can be added to the open item. */
  canAdd(kind: string): boolean {
    if (this.items[this.open]?.kind === kind) return this.items[this.open]!.count < this.maxCount(this.open, kind);
    if (this.items[1 - this.open]?.kind === kind) return false;
    return this.maxCount(this.open, kind) > 0;
  }

  /** Name a kind in the open item, or one more of it. */
  pick(kind: string): void {
    if (!this.canAdd(kind)) return;
    const item = this.items[this.open];
    if (item?.kind === kind) item.count += 1;
    else this.items[this.open] = { count: 1, kind };
  }

  /** Change the count of an item. */
  step(place: number, by: number): void {
    const item = this.items[place];
    if (!item) return;
    const count = item.count + by;
    if (count >= 1 && count <= this.maxCount(place, item.kind)) item.count = count;
  }

  /** Join a second item to the first; null: keep only the first. */
  join(conjunction: Conjunction | null): void {
    if (!this.items.length) return;
    this.conjunction = conjunction;
    this.items = this.items.slice(0, conjunction ? 2 : 1);
    this.open = conjunction ? 1 : 0;
    const second = this.items[1];
    if (second && second.count > this.maxCount(1, second.kind)) this.items = this.items.slice(0, 1);
  }

  get complete(): boolean {
    return this.items.length === (this.conjunction ? 2 : 1);
  }

  get text(): string {
    return writePhrase({ items: this.items, conjunction: this.conjunction });
  }
}
