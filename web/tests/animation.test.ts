import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { animateChanges, capturePositions } from '../src/lib/animation';
import { settings } from '../src/lib/settings.svelte';

const box = (x: number, width = 10) => ({ x, y: 0, width, height: 10 });

/** A piece on the screen, and the animations that it was given. */
class Piece {
  animations: Keyframe[][] = [];
  copies: Piece[] = [];
  classList = { add: vi.fn() };
  style = { cssText: '' };
  removed = false;

  constructor(
    readonly dataset: { piece?: string; from?: string },
    public at: number,
    readonly width = 10,
  ) {}
  getBoundingClientRect = () => box(this.at, this.width);
  animate(frames: Keyframe[]) {
    this.animations.push(frames);
    return { finished: Promise.resolve() };
  }
  cloneNode() {
    const copy = new Piece({}, this.at, this.width);
    this.copies.push(copy);
    return copy;
  }
  setAttribute = vi.fn();
  removeAttribute = vi.fn();
  remove() {
    this.removed = true;
  }
}

const root = (pieces: Piece[], places: Record<string, number> = {}) =>
  ({
    querySelectorAll: () => pieces,
    querySelector: (selector: string) =>
      selector in places ? { getBoundingClientRect: () => box(places[selector]!) } : null,
  }) as unknown as HTMLElement;

const start = (piece: Piece) => piece.animations[0]?.[0]?.transform;

beforeEach(() => {
  settings.speed = 'normal';
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', { hidden: false, body: { append: vi.fn() } });
});
afterEach(() => vi.unstubAllGlobals());

test('a piece that is elsewhere comes from where it was', () => {
  const sun = new Piece({ piece: 'sun-9' }, 0);
  const before = capturePositions(root([sun]));
  sun.at = 100;
  animateChanges(root([sun]), before, () => null);
  expect(start(sun)).toBe('translate(-100px, 0px) scale(1)');
});

test('a piece that stays is not animated', () => {
  const sun = new Piece({ piece: 'sun-9' }, 0);
  animateChanges(root([sun]), capturePositions(root([sun])), () => null);
  expect(sun.animations).toEqual([]);
});

test('a new piece comes from the element it names', () => {
  const tile = new Piece({ piece: 'row-0-nile', from: '[data-bag]' }, 0);
  animateChanges(root([tile], { '[data-bag]': 50 }), new Map(), () => null);
  expect(start(tile)).toContain('translate(50px, 0px)');
});

test('a copy of a piece that is gone flies to its destination and is removed', async () => {
  const tile = new Piece({ piece: 'row-0-nile' }, 0);
  const before = capturePositions(root([tile]));
  animateChanges(root([], { '[data-seat="1"]': 80 }), before, () => '[data-seat="1"]');
  const [copy] = tile.copies;
  expect(copy?.animations).toHaveLength(1);
  expect(copy?.setAttribute).toHaveBeenCalledWith('aria-hidden', 'true');
  await Promise.resolve();
  await Promise.resolve();
  expect(copy?.removed).toBe(true);
});

test('a piece that is gone without a destination disappears', () => {
  const tile = new Piece({ piece: 'row-0-nile' }, 0);
  animateChanges(root([]), capturePositions(root([tile])), () => null);
  expect(tile.copies).toEqual([]);
});

test.each(['off', 'reduced', 'hidden'])('nothing moves: %s', (why) => {
  if (why === 'off') settings.speed = 'off';
  if (why === 'reduced') vi.stubGlobal('matchMedia', () => ({ matches: true }));
  if (why === 'hidden') vi.stubGlobal('document', { hidden: true });
  const sun = new Piece({ piece: 'sun-9' }, 0);
  const before = capturePositions(root([sun]));
  sun.at = 100;
  animateChanges(root([sun]), before, () => null);
  expect(sun.animations).toEqual([]);
});
