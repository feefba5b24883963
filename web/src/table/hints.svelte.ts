import type { AnyLiveTable } from '../lib/liveTable.svelte';
import type { Hint } from '../lib/types';

/** What a strong bot would play in the user's place, best first, once they have asked for it. */
export class Hints {
  list = $state.raw<Hint[]>([]);
  thinking = $state(false);
  #live: AnyLiveTable;

  constructor(live: AnyLiveTable) {
    this.#live = live;
  }

  ask = async (): Promise<void> => {
    this.thinking = true;
    this.list = await this.#live.hint();
    this.thinking = false;
  };

  clear(): void {
    this.list = [];
  }
}
