/**
 * A bid that is decided ahead, while others decide in an auction: to pass, or to bid a sun if that is still possible
 * and else to pass. It holds for this auction only, can be taken back, and never costs more than the sun that was
 * named.
 */

import type { SunView } from './types';

export class PreBid {
  plan = $state<string | null>(null); // `pass`, or the bid
  #auction: string | null = null; // that it was made in

  /** Decide ahead; what is decided already is taken back. */
  toggle(move: string, view: SunView): void {
    this.plan = this.plan === move ? null : move;
    this.#auction = auctionOf(view);
  }

  /** Take note of what is on the screen; return the move to make, if the seat is asked and had decided ahead. */
  follow(view: SunView, asked: boolean): string | null {
    if (this.plan === null) return null;
    const { plan } = this;
    if (auctionOf(view) !== this.#auction) this.plan = null;
    else if (asked) {
      this.plan = null;
      return [plan, 'pass'].find((move) => view.legal.includes(move)) ?? null;
    }
    return null;
  }
}

/** Return the suns that a seat may name ahead, and with which it could still win; null if it has nothing to decide. */
export function sunsToName(view: SunView, seat: number): number[] | null {
  const place = view.bidding.find((one) => one.seat === seat);
  return place?.state === 'can' ? place.suns : null;
}

/** Return what tells an auction from the next: after it, a tile has come, or the row is another player's. */
function auctionOf({ epoch, ra_track, row, auction, bidding }: SunView): string | null {
  return bidding.length ? JSON.stringify([epoch, ra_track, row, auction?.ra_player, auction?.kind]) : null;
}
