/** What the log says of an entry: the game's own story where there is one, else who came and went. */

import type { Message } from '../lib/format';
import type { Entry } from '../lib/types';

export type Line = { id: string; seq: number; seat: number | null; message: Message; kind: string };

const ABOUT_SEATS = ['sit', 'leave', 'away', 'back', 'fill', 'remove'];

/** An entry in words; several for a move that led to several things; none for what needs no words. */
export function linesOf(entry: Entry): Line[] {
  const line = (message: Message, part = 0): Line => ({
    id: `${entry.seq}.${part}`,
    seq: entry.seq,
    seat: (message.params.seat as number | undefined) ?? null,
    message,
    kind: entry.kind,
  });
  if (entry.kind === 'move') return [...(entry.told ?? []), ...own(entry)].map((message, part) => line(message, part));
  if (entry.kind === 'chat') return [line({ key: 'site.said', params: { seat: entry.seat, text: entry.text } })];
  if (entry.kind === 'undo') return [line({ key: 'site.happened.undo', params: { seat: entry.seat } })];
  if (ABOUT_SEATS.includes(entry.kind) && entry.seat !== undefined) {
    return [line({ key: `site.happened.${entry.kind}`, params: { seat: entry.seat } })];
  }
  return [];
}

/** What only the people concerned were told: cards drawn, cards that changed hands. */
function own(entry: Entry): Message[] {
  const found: Message[] = [];
  const cards = (words: string[]) => words.map((card) => ({ card }));
  if (entry.outcomes?.length && entry.told?.some(({ key }) => key.startsWith('respublica.'))) {
    found.push({ key: 'respublica.told.drew', params: { cards: cards(entry.outcomes) } });
  }
  for (const [seat, given] of Object.entries(entry.given ?? {})) {
    found.push({ key: 'respublica.told.handed', params: { seat: Number(seat), cards: cards(given) } });
  }
  return found;
}

/** The entries that still hold: moves that were taken back are gone. */
export function inForce(entries: Entry[]): Entry[] {
  let kept: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'undo') kept = kept.filter((one) => one.kind !== 'move' || one.seq <= entry.to!);
    kept.push(entry);
  }
  return kept;
}

/** All of that in words, the latest first. */
export const story = (entries: Entry[]): Line[] => inForce(entries).flatMap(linesOf).reverse();

/** What a seat did in the auction that runs: its bid, or that it passed. */
export function lastBid(entries: Entry[], seat: number): string | null {
  for (const entry of inForce(entries).toReversed()) {
    if (entry.kind !== 'move') continue;
    if (!/^(bid|pass)/.test(entry.move ?? '')) return null;
    if (entry.seat === seat) return entry.move!;
  }
  return null;
}
