/** A game that plays itself, move by move, until it ends or somebody stops it. */

const MOVE_MS = 900; // at the usual speed; the server allows a few moments per second

export class Playback {
  playing = $state(false);
  speed = $state(1);

  #advance: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `advance` shows the next move, and returns whether there is one after it. */
  constructor(advance: () => boolean) {
    this.#advance = advance;
  }

  toggle = (): void => {
    if (this.playing) return this.stop();
    this.playing = true;
    this.#wait();
  };

  stop = (): void => {
    this.playing = false;
    clearTimeout(this.#timer);
  };

  #wait(): void {
    this.#timer = setTimeout(() => {
      if (this.#advance()) this.#wait();
      else this.playing = false;
    }, MOVE_MS / this.speed);
  }
}
