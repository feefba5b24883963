/**
 * Where a bubble stands: as near as possible to what it speaks of, and never on it. Where there is no room beside, it
 * covers what matters least, and never what is to be touched.
 */

export type Box = { x: number; y: number; width: number; height: number };
export type Side = 'left' | 'right' | 'top' | 'bottom'; // of the bubble, on which its tip stands
export type Placement = { x: number; y: number; tip: { side: Side; at: number } | null };

const GAP = 18; // between a bubble and what it points at: the length of its tip
const STEP = 12; // of the places that are tried
const NEAR = 100; // a tip reaches no farther
const COVERED = 6000; // cost of covering all of what is lit, in pixels of distance
const TOUCHED = 60_000; // of covering all of what is to be touched

/** Return how many pixels two boxes have in common. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Return how far two boxes are apart, across and down. */
function gaps(a: Box, b: Box): { across: number; down: number } {
  const across = Math.max(b.x - a.x - a.width, a.x - b.x - b.width, 0);
  const down = Math.max(b.y - a.y - a.height, a.y - b.y - b.height, 0);
  return { across, down };
}

/** Return which share of a box another one covers. */
const share = (box: Box, by: Box) => overlap(box, by) / (box.width * box.height);

/** Return the place of a bubble within a room; it points at `target`, and `others` are not to be covered either. */
export function placeBubble(room: Box, size: { width: number; height: number }, target: Box, others: Box[]): Placement {
  const lastX = Math.max(room.x, room.x + room.width - size.width);
  const lastY = Math.max(room.y, room.y + room.height - size.height);
  const wideTarget = grown(target, GAP);
  let best = { ...size, x: room.x, y: room.y };
  let lowest = Infinity;
  for (let y = room.y; y <= lastY; y += STEP) {
    for (let x = room.x; x <= lastX; x += STEP) {
      const box = { ...size, x, y };
      const { across, down } = gaps(box, target);
      const far = Math.hypot(across, down) + centreDistance(box, target) / 8;
      const covered = others.reduce((sum, other) => sum + share(other, box), 0);
      const cost = far + COVERED * covered + TOUCHED * share(wideTarget, box);
      if (cost < lowest) [best, lowest] = [box, cost];
    }
  }
  return { x: best.x, y: best.y, tip: tipTowards(best, target) };
}

function centreDistance(a: Box, b: Box): number {
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
}

/** Return where the tip of a bubble stands that points at a box; null: it is too far, or straight across a corner. */
function tipTowards(bubble: Box, target: Box): Placement['tip'] {
  const { across, down } = gaps(bubble, target);
  if (across && down) return null;
  if (across > 0 && across <= NEAR) {
    const middle = target.y + target.height / 2 - bubble.y;
    return { side: target.x > bubble.x ? 'right' : 'left', at: within(middle, bubble.height) };
  }
  if (down > 0 && down <= NEAR) {
    const middle = target.x + target.width / 2 - bubble.x;
    return { side: target.y > bubble.y ? 'bottom' : 'top', at: within(middle, bubble.width) };
  }
  return null;
}

const within = (at: number, length: number) => Math.max(28, Math.min(length - 28, at));

/** Return the path of a thread from a bubble to a box that its tip does not reach. */
export function threadPath(bubble: Box, target: Box): string {
  const [x1, y1] = nearestPoint(bubble, target);
  const [x2, y2] = nearestPoint(grown(target, 8), bubble);
  const bend = Math.min(60, Math.hypot(x2 - x1, y2 - y1) / 4);
  const middle = [(x1 + x2) / 2, (y1 + y2) / 2 + bend];
  return `M${x1} ${y1}Q${middle[0]} ${middle[1]} ${x2} ${y2}`;
}

/** Return the point of a box that is nearest to the middle of another. */
function nearestPoint(box: Box, other: Box): [number, number] {
  const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
  const [x, y] = [other.x + other.width / 2, other.y + other.height / 2];
  return [Math.round(clamp(x, box.x, box.x + box.width)), Math.round(clamp(y, box.y, box.y + box.height))];
}
