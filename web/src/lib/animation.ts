/**
 * Pieces that travel. `capturePositions` notes where every `data-piece` on the screen is; after a change
 * `animateChanges` moves
 *   a piece that is elsewhere now from where it was,
 *   a new piece from the element that its `data-from` selects,
 *   a copy of a piece that is gone to the element that `destination` selects for it.
 * Pieces that have no name of their own, such as cards of a hand, are sent by `travel`.
 * Nothing waits for any of this, and copies cannot be clicked.
 */

import { animationTimes } from './settings.svelte';

type PiecePosition = { box: DOMRect; node: HTMLElement };
/** The pieces on the screen by name. */
export type PiecePositions = Map<string, PiecePosition>;

const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const piecesIn = (root: ParentNode) => root.querySelectorAll<HTMLElement>('[data-piece]');

/** Return where every piece within an element is now. */
export function capturePositions(root: ParentNode): PiecePositions {
  const positions: PiecePositions = new Map();
  for (const node of piecesIn(root)) positions.set(node.dataset.piece!, { box: node.getBoundingClientRect(), node });
  return positions;
}

/** Animate what has changed since the positions were captured. */
export function animateChanges(
  root: HTMLElement,
  before: PiecePositions,
  destination: (piece: string) => string | null,
): void {
  const { travel } = animationTimes();
  if (!travel || document.hidden) return;
  const present = new Set<string>();
  for (const node of piecesIn(root)) {
    const piece = node.dataset.piece!;
    present.add(piece);
    const box = node.getBoundingClientRect();
    const from = before.get(piece)?.box ?? boxOf(root, node.dataset.from);
    if (from && box.width) moveFrom(node, from, box, travel, before.has(piece));
  }
  for (const [piece, { box, node }] of before) {
    const to = present.has(piece) ? null : boxOf(root, destination(piece) ?? undefined);
    if (to && box.width) flyAway(node, box, to, travel);
  }
}

function boxOf(root: HTMLElement, selector: string | undefined): DOMRect | null {
  return (selector && root.querySelector(selector)?.getBoundingClientRect()) || null;
}

/** Let a piece travel from a box to where it is; a new piece also turns over and grows on the way. */
function moveFrom(node: HTMLElement, from: DOMRect, to: DOMRect, travel: number, known: boolean): void {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  if (Math.hypot(x, y) < 2) return;
  const scale = Math.max(0.3, Math.min(3, from.width / to.width));
  const size = known ? `scale(${scale})` : 'scale(.4) rotateY(90deg)';
  const frames = [
    { transform: `translate(${x}px, ${y}px) ${size}`, zIndex: 8 },
    { transform: 'none', zIndex: 8 },
  ];
  node.animate(frames, { duration: known ? travel : travel * 2, easing: EASE, composite: 'replace' });
}

/** Let a copy of a piece that is gone travel to a box and fade. */
function flyAway(node: HTMLElement, from: DOMRect, to: DOMRect, travel: number): void {
  const copy = node.cloneNode(true) as HTMLElement;
  copy.removeAttribute('data-piece');
  copy.setAttribute('aria-hidden', 'true');
  copy.classList.add('flying');
  copy.style.cssText += `left:${from.x}px;top:${from.y}px;width:${from.width}px;height:${from.height}px`;
  document.body.append(copy);
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + Math.min(to.height / 2, 60) - from.y - from.height / 2;
  const frames = [
    { transform: 'none', opacity: 1 },
    { transform: `translate(${x}px, ${y}px) scale(.35)`, opacity: 0.15 },
  ];
  copy.animate(frames, { duration: travel * 2, easing: EASE }).finished.finally(() => copy.remove());
}

/**
 * Let a piece that is on the screen only for that travel from one element to another. Resolves at its end, at once if
 * nothing moves, or if one of the two is not shown.
 */
export async function travel(
  piece: HTMLElement,
  from: Element | null,
  to: Element | null,
  delay: number,
): Promise<void> {
  const { travel: duration } = animationTimes();
  const [start, end] = [from?.getBoundingClientRect(), to?.getBoundingClientRect()];
  if (!duration || document.hidden || !start?.width || !end?.width) return;
  const centre = (box: DOMRect) =>
    `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) translate(-50%, -50%)`;
  const frames = [{ transform: centre(start) }, { transform: centre(end) }];
  const options: KeyframeAnimationOptions = { duration: duration * 2, delay, easing: EASE, fill: 'both' };
  await piece.animate(frames, options).finished.catch(() => undefined); // it was removed on the way
}
