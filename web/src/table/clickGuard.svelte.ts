/**
 * Keeps a click that was meant for one decision from making the next: choices that have just changed take no clicks
 * until the pointer has been quiet for a moment. While `settling` is true, `table.css` lets clicks fall through them.
 *
 * A key that is pressed on purpose, and a click by a screen reader, work at once: they name what they mean. The repeats
 * of a key that is held down make no move.
 */

export const QUIET_MS = 400;

/** What is guarded: the buttons of moves, of their confirmation, and of the warning before a costly one. */
const CHOICES = '[data-move], .confirm .btn, .warning .btn';

export class ClickGuard {
  settling = $state(false);
  #choices: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Take note of the choices that are on the screen. */
  follow(choices: string): void {
    if (choices === this.#choices) return;
    this.#choices = choices;
    this.#wait();
  }

  /** Wait longer after a press that came too early: whoever clicks impatiently goes on clicking. */
  press = (): void => {
    if (this.settling) this.#wait();
  };

  #wait(): void {
    this.settling = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.settling = false), QUIET_MS);
  }
}

/** Return whether a key is held down on a choice. */
export function isHeldOnChoice(event: KeyboardEvent): boolean {
  return event.repeat && (event.target as HTMLElement).closest(CHOICES) !== null;
}
