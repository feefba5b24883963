/** Where a pop-over goes: beside what it explains, on the screen, and never on what the user may want to press. */

export type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

const MARGIN = 8; // pixels, from the edge of the screen
const GAP = 10; // pixels, from what is explained

/** Return the corner of a pop-over: above its anchor if nothing is in the way, else below or beside it. */
export function placeBeside(anchor: Box, size: Size, screen: Size, avoid: Box[]): { left: number; top: number } {
  const clampX = (x: number) => clamp(x, screen.width - size.width - MARGIN);
  const clampY = (y: number) => clamp(y, screen.height - size.height - MARGIN);
  const centred = clampX(anchor.left + anchor.width / 2 - size.width / 2);
  const middle = clampY(anchor.top + anchor.height / 2 - size.height / 2);
  const candidates = [
    { left: centred, top: anchor.top - size.height - GAP },
    { left: centred, top: anchor.top + anchor.height + GAP },
    { left: anchor.left + anchor.width + GAP, top: middle },
    { left: anchor.left - size.width - GAP, top: middle },
  ].map(({ left, top }) => ({ left: clampX(left), top: clampY(top) }));
  const covered = candidates.map((corner) => {
    const box = { ...corner, ...size };
    return overlap(box, anchor) + avoid.reduce((sum, one) => sum + overlap(box, one), 0);
  });
  return candidates[covered.indexOf(Math.min(...covered))]!;
}

/** Return the strip of a narrow screen in which a sheet goes: the larger one above or below the choices. */
export function freeStrip(screen: Size, choices: Box | undefined): { top: number; bottom: number } {
  const whole = { top: MARGIN, bottom: screen.height - MARGIN };
  if (!choices) return whole;
  const above = { top: MARGIN, bottom: Math.min(choices.top, screen.height) - MARGIN };
  const below = { top: Math.max(choices.top + choices.height, 0) + MARGIN, bottom: whole.bottom };
  return above.bottom - above.top >= below.bottom - below.top ? above : below;
}

const clamp = (value: number, most: number) => Math.max(MARGIN, Math.min(value, most));

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
