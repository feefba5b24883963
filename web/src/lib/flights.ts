/**
 * Pieces that travel. Before a change every `data-piece` on the screen is remembered; after it
 *   a piece that is elsewhere now glides there,
 *   a new piece comes from the element its `data-from` names,
 *   a piece that is gone flies to the element that `away` names for it, as a shadow nobody can touch.
 * Nothing waits for any of this.
 */

import { pace } from './settings.svelte';

type Seen = { box: DOMRect; node: HTMLElement };
export type Memory = Map<string, Seen>;

const pieces = (root: ParentNode) => root.querySelectorAll<HTMLElement>('[data-piece]');
const EASE = 'cubic-bezier(.2, .8, .2, 1)';

export function remember(root: ParentNode): Memory {
  const memory: Memory = new Map();
  for (const node of pieces(root)) memory.set(node.dataset.piece!, { box: node.getBoundingClientRect(), node });
  return memory;
}

export function fly(root: HTMLElement, memory: Memory, away: (piece: string) => string | null): void {
  const { travel } = pace();
  if (!travel || document.hidden) return;
  const here = new Set<string>();
  for (const node of pieces(root)) {
    const piece = node.dataset.piece!;
    here.add(piece);
    const box = node.getBoundingClientRect();
    const from = memory.get(piece)?.box ?? boxOf(root, node.dataset.from);
    if (from && box.width) glide(node, from, box, travel, memory.has(piece));
  }
  for (const [piece, { box, node }] of memory) {
    const to = here.has(piece) ? null : boxOf(root, away(piece) ?? undefined);
    if (to && box.width) shadow(node, box, to, travel);
  }
}

function boxOf(root: HTMLElement, selector: string | undefined): DOMRect | null {
  return (selector && root.querySelector(selector)?.getBoundingClientRect()) || null;
}

function glide(node: HTMLElement, from: DOMRect, to: DOMRect, travel: number, known: boolean): void {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  if (Math.hypot(x, y) < 2) return;
  const scale = Math.max(0.3, Math.min(3, from.width / to.width));
  const start = known
    ? `translate(${x}px, ${y}px) scale(${scale})`
    : `translate(${x}px, ${y}px) scale(.4) rotateY(90deg)`;
  const frames = [
    { transform: start, zIndex: 8 },
    { transform: 'none', zIndex: 8 },
  ];
  node.animate(frames, { duration: known ? travel : travel * 2, easing: EASE, composite: 'replace' });
}

function shadow(node: HTMLElement, from: DOMRect, to: DOMRect, travel: number): void {
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
