import { describe, expect, it } from 'vitest';
import { freeStrip, placeBeside } from '../src/lib/placement';

const SCREEN = { width: 1000, height: 600 };
const SIZE = { width: 200, height: 100 };

describe('a pop-over', () => {
  it('stands above what it explains', () => {
    const anchor = { left: 500, top: 300, width: 40, height: 40 };
    expect(placeBeside(anchor, SIZE, SCREEN, [])).toEqual({ left: 420, top: 190 });
  });

  it('goes below at the upper edge, and stays on the screen', () => {
    const anchor = { left: 980, top: 10, width: 20, height: 20 };
    expect(placeBeside(anchor, SIZE, SCREEN, [])).toEqual({ left: 792, top: 40 });
  });

  it('leaves the choices free', () => {
    const anchor = { left: 500, top: 300, width: 40, height: 40 };
    const choices = { left: 0, top: 150, width: 1000, height: 150 };
    const { left, top } = placeBeside(anchor, SIZE, SCREEN, [choices]);
    expect({ left, top }).toEqual({ left: 420, top: 350 });
  });
});

describe('a sheet', () => {
  it('stands above the choices at the foot of the screen', () => {
    expect(freeStrip(SCREEN, { left: 0, top: 450, width: 1000, height: 150 })).toEqual({ top: 8, bottom: 442 });
  });

  it('stands below choices that are high up', () => {
    expect(freeStrip(SCREEN, { left: 0, top: 50, width: 1000, height: 100 })).toEqual({ top: 158, bottom: 592 });
  });

  it('takes the screen where there is nothing to choose', () => {
    expect(freeStrip(SCREEN, undefined)).toEqual({ top: 8, bottom: 592 });
  });
});
