/** What a step of a lesson lights on the board, measured whenever the page is drawn. */

import type { LessonStep } from '../lib/types';
import type { Box } from './bubblePlacement';

type Measured = {
  width: number; // of the screen
  top: number; // below the top bar
  bottom: number; // above the sheet with the decision that a phone has at its foot
  height: number; // of the screen
  lit: Box[];
  ring: Box | null; // around what is to be touched now
  later: Box[]; // what is to be touched in this step, now and later
  covered: boolean; // by a dialog
};

/** Return the selector of an anchor on the board: `part row` is the element with `data-part="row"`. */
export function selectorOf(anchor: string): string {
  const [attribute, ...words] = anchor.split(' ');
  return `main [data-${attribute}="${words.join(' ')}"]`;
}

const isShown = ({ width, height }: DOMRect) => width > 0 && height > 0;
const elementOf = (anchor: string | undefined): HTMLElement | null =>
  anchor === undefined
    ? null
    : ([...document.querySelectorAll<HTMLElement>(selectorOf(anchor))].find((one) =>
        isShown(one.getBoundingClientRect()),
      ) ?? null);

const NOTHING = { width: 0, top: 0, bottom: 0, height: 0, lit: [], ring: null, later: [], covered: false };

export class SpotlightScene {
  measured = $state.raw<Measured>(NOTHING);
  clicked = $state(0); // how many of the step's clicks are done
  #step: () => LessonStep | null;
  #frame = 0;

  constructor(step: () => LessonStep | null) {
    this.#step = step;
  }

  /** What the user is to touch now; null: nothing, or it is not on the page yet. */
  get target(): HTMLElement | null {
    return elementOf(this.#step()?.clicks[this.clicked]);
  }

  /** Go on to the next click of the step; return whether there is one. */
  advance(): boolean {
    if (this.clicked + 1 >= (this.#step()?.clicks.length ?? 0)) return false;
    this.clicked += 1;
    return true;
  }

  /** Measure now and whenever the page is drawn, until the returned function is called. */
  follow(): () => void {
    const measure = () => {
      this.#measure();
      this.#frame = requestAnimationFrame(measure);
    };
    measure();
    return () => cancelAnimationFrame(this.#frame);
  }

  #measure(): void {
    const target = this.target;
    // A click that came too early for the board was not taken: the step begins again.
    if (this.clicked && target?.ariaDisabled === 'true') this.clicked = 0;
    const { lit, clicks } = this.#step() ?? { lit: [], clicks: [] };
    const bottom = sheetTop();
    const boxes = (anchors: string[]) => anchors.flatMap((anchor) => boxOf(elementOf(anchor), bottom));
    const now: Measured = {
      width: document.documentElement.clientWidth,
      top: Math.max(0, Math.round(document.querySelector('.top')?.getBoundingClientRect().bottom ?? 0)),
      bottom,
      height: innerHeight,
      lit: boxes(lit),
      ring: boxOf(target, bottom)[0] ?? null,
      later: boxes([...clicks]),
      covered: document.querySelector('dialog[open]') !== null,
    };
    if (JSON.stringify(now) !== JSON.stringify(this.measured)) this.measured = now;
  }

  /** Bring what is to be touched, or what is spoken of, to the top of the page, unless a bubble fits below it. */
  scrollToLit(bubbleHeight: number): void {
    this.#measure();
    const { top, bottom } = this.measured;
    const { lit, clicks } = this.#step() ?? { lit: [], clicks: [] };
    const first = [...clicks.slice(0, 1), ...lit].map(elementOf).find((one) => one && !fixedAround(one));
    if (!first) return;
    const box = first.getBoundingClientRect();
    const end = bottom < innerHeight ? bottom - bubbleHeight - ROOM_AROUND : bottom; // wide screens have room beside it
    if (box.top < top || box.bottom > end) scrollBy({ top: box.top - top - ROOM_AROUND / 4 });
  }
}

const ROOM_AROUND = 48; // of a bubble: its tip, and the edges of the screen

/** Return the element that holds another one at a fixed place of the screen, if there is one. */
function fixedAround(element: Element | null): Element | null {
  for (let one = element; one; one = one.parentElement) if (getComputedStyle(one).position === 'fixed') return one;
  return null;
}

/** Return the upper edge of the sheet with the decision, or where there is no sheet, the lower edge of the screen. */
function sheetTop(): number {
  const sheet = fixedAround(document.getElementById('decision'));
  return sheet ? Math.round(sheet.getBoundingClientRect().top) : innerHeight;
}

/** Return the part of an element that can be seen, as a list of one box or none; a sheet covers what is below `end`. */
function boxOf(element: HTMLElement | null, end: number): Box[] {
  if (!element) return [];
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [Math.max(0, Math.round(left)), Math.max(0, Math.round(top))];
  const width = Math.min(document.documentElement.clientWidth, Math.round(right)) - x;
  const height = Math.min(fixedAround(element) ? innerHeight : end, Math.round(bottom)) - y;
  return width > 0 && height > 0 ? [{ x, y, width, height }] : [];
}
