/** Something that comes into view piece by piece, until the user presses a key or clicks. */

import { animationTimes } from './settings.svelte';

export class Reveal {
  running = $state(false);

  /** `wanted`: there is something new to see; it is shown at once to a user who does not like motion. */
  constructor(wanted = true) {
    this.running = wanted && animationTimes().travel > 0;
  }

  end = () => {
    this.running = false;
  };
}
