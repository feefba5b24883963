/** A sentence on its way: one item, or two joined by *and* or *or*. What may be said comes from the view. */

import type { Sayable } from '../lib/types';
import { writePhrase, type Item, type Joint } from './phrases';

export class Composer {
  items = $state<Item[]>([]);
  joint = $state<Joint | null>(null);
  open = $state(0); // which item a card goes to
  limits = $state.raw<Sayable | null>(null);

  /** Another sort of sentence: what no longer fits is forgotten. */
  begin(limits: Sayable | null): void {
    this.limits = limits;
    this.clear();
  }

  clear(): void {
    this.items = [];
    this.joint = null;
    this.open = 0;
  }

  /** How many of a kind the item in that place may name, beside the other. */
  most(place: number, kind: string): number {
    const limits = this.limits;
    if (!limits) return 0;
    const other = this.joint === 'and' ? this.items[1 - place] : undefined;
    const alone = limits.most[kind] ?? 0;
    if (!other || !limits.together) return alone;
    return Math.min(alone, (limits.together[other.kind]?.[kind] ?? 0) - other.count);
  }

  /** Whether a kind can be put where the next one goes. */
  can(kind: string): boolean {
    if (this.items[this.open]?.kind === kind) return this.items[this.open]!.count < this.most(this.open, kind);
    if (this.items[1 - this.open]?.kind === kind) return false;
    return this.most(this.open, kind) > 0;
  }

  /** A card is touched: it is named, or one more of it. */
  pick(kind: string): void {
    if (!this.can(kind)) return;
    const item = this.items[this.open];
    if (item?.kind === kind) item.count += 1;
    else this.items[this.open] = { count: 1, kind };
  }

  step(place: number, by: number): void {
    const item = this.items[place];
    if (!item) return;
    const count = item.count + by;
    if (count >= 1 && count <= this.most(place, item.kind)) item.count = count;
  }

  /** One item only, or two joined so. */
  join(joint: Joint | null): void {
    if (!this.items.length) return;
    this.joint = joint;
    this.items = this.items.slice(0, joint ? 2 : 1);
    this.open = joint ? 1 : 0;
    const second = this.items[1];
    if (second && second.count > this.most(1, second.kind)) this.items = this.items.slice(0, 1);
  }

  get complete(): boolean {
    return this.items.length === (this.joint ? 2 : 1);
  }

  get text(): string {
    return writePhrase({ items: this.items, joint: this.joint });
  }
}
