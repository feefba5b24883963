import { describe, expect, it } from 'vitest';
import { overlap, placeBubble, threadPath, type Box } from '../src/learn/bubblePlacement';

const ROOM: Box = { x: 12, y: 60, width: 1416, height: 828 };
const SIZE = { width: 400, height: 260 };
const boxAt = ({ x, y }: { x: number; y: number }): Box => ({ ...SIZE, x, y });

describe('a bubble', () => {
  it('stands beside what it points at, with its tip on that side', () => {
    const button = { x: 28, y: 634, width: 210, height: 85 };
    const place = placeBubble(ROOM, SIZE, button, []);
    expect(overlap(boxAt(place), button)).toBe(0);
    expect(place.tip?.side).toBe('bottom');
    expect(place.x + place.tip!.at).toBe(button.x + button.width / 2);
  });

  it('stays in the room', () => {
    for (const [x, y] of [
      [0, 60],
      [1390, 60],
      [0, 860],
      [1390, 860],
    ] as const) {
      const place = placeBubble(ROOM, SIZE, { x, y, width: 40, height: 40 }, []);
      expect(place.x).toBeGreaterThanOrEqual(ROOM.x);
      expect(place.x + SIZE.width).toBeLessThanOrEqual(ROOM.x + ROOM.width);
      expect(place.y + SIZE.height).toBeLessThanOrEqual(ROOM.y + ROOM.height);
    }
  });

  it('covers nothing of what is lit if there is room', () => {
    const lit = [
      { x: 80, y: 380, width: 1000, height: 120 },
      { x: 1130, y: 60, width: 300, height: 200 },
    ];
    const place = placeBubble(ROOM, SIZE, lit[0]!, lit);
    expect(lit.map((box) => overlap(boxAt(place), box))).toEqual([0, 0]);
    expect(place.tip).not.toBeNull();
  });

  it('rather covers what is lit than what is to be touched', () => {
    const phone = { x: 12, y: 60, width: 366, height: 600 };
    const size = { width: 366, height: 250 };
    const ring = { x: 100, y: 640, width: 60, height: 20 };
    const place = placeBubble(phone, size, ring, [{ x: 0, y: 60, width: 390, height: 560 }]);
    expect(overlap({ ...size, ...place }, ring)).toBe(0);
  });

  it('has a thread to what its tip does not reach', () => {
    const far = { x: 28, y: 754, width: 75, height: 120 };
    expect(placeBubble(ROOM, SIZE, far, [{ x: 0, y: 300, width: 1000, height: 700 }]).tip).toBeNull();
    expect(threadPath(boxAt({ x: 1026, y: 616 }), far)).toMatch(/^M1026 814Q/);
  });
});
