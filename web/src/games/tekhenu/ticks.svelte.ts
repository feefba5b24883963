/**
 * Which steps are done, at once on the screen and then on the server.
 *
 * Only one request is under way at a time; of what is ticked meanwhile only the newest is sent. All devices at a table
 * show the server's ticks, except that own ones count before they have arrived there.
 */

type Send = (done: number[]) => Promise<boolean>;

export class Ticks {
  #known = $state.raw<readonly number[]>([]); // as the server has them
  #own = $state.raw<readonly number[] | null>(null); // ticked here, not on the server yet
  #sending: Promise<void> | null = null;
  #held = false;
  #news = 0; // how often the server has said something
  #of = ''; // the steps that are ticked
  readonly #send: Send;

  /** `send` returns whether the server has taken the ticks. */
  constructor(send: Send) {
    this.#send = send;
  }

  get done(): readonly number[] {
    return this.#own ?? this.#known;
  }

  has(index: number): boolean {
    return this.done.includes(index);
  }

  /** Take over what the server says; own ticks of other steps than these are forgotten. */
  receive(steps: string, done: readonly number[]): void {
    if (steps !== this.#of) this.#own = null;
    this.#of = steps;
    this.#known = done;
    this.#news++;
    this.retry();
  }

  /** Tick exactly these steps. */
  set(done: readonly number[]): void {
    this.#own = [...done];
    this.retry();
  }

  /** Tick all steps before this one, and no other. */
  setBeginning(end: number): void {
    this.set(Array.from({ length: end }, (_, index) => index));
  }

  toggle(index: number): void {
    this.set(
      this.has(index) ? this.done.filter((one) => one !== index) : [...this.done, index].toSorted((a, b) => a - b),
    );
  }

  /** Send what is not on the server yet, unless a request is under way. */
  retry(): void {
    if (this.#own && !this.#held) this.#sending ??= this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#own && !this.#held) {
        const next = this.#own;
        const news = this.#news;
        if (!(await this.#send([...next]))) {
          if (news === this.#news) break;
          continue; // it was refused because something else had happened before
        }
        if (this.#own !== next) continue;
        this.#known = next;
        this.#own = null;
      }
    } catch {
      // they are not on the server, and are sent with the next ones
    } finally {
      this.#sending = null;
    }
  }

  /** Wait for the request under way and send no other before `act` is through: an answer leads to other steps. */
  async holdFor(act: () => Promise<unknown>): Promise<void> {
    this.#held = true;
    try {
      await this.#sending;
      await act();
    } finally {
      this.#held = false;
      this.retry();
    }
  }

  /** Wait until everything ticked is on the server. */
  async flush(): Promise<void> {
    this.retry();
    await this.#sending;
  }
}
