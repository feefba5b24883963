/**
 * The deal of a table, derived as the server does it, so that the browser can check it when the game is over: all
 * chance comes from the server's seed, which it committed to first, and from the shares of the players' browsers. The
 * protocol (docs/protocol.md, "Fairness") has the derivation in words.
 */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Schemas } from './types';

export type Share = Schemas['ShareInfo'];
export type Draw = Schemas['DrawInfo'];

/** What the record of a finished game reveals. */
export type RevealedDeal = {
  version?: number;
  table?: string;
  seed: string;
  salt: string;
  commitment: string;
  open?: boolean;
  shares?: Share[] | null;
  lots?: number[] | null;
};
export type DealtRecord = { rules?: string; seats: string[]; deal: RevealedDeal };

/** What this browser remembers of the beginning: what it saw before it gave its share, and that share. */
export type Remembered = { commitment: string; share: string | null; before: string[] };

/** The result of one check: null where this browser knows nothing to compare with. */
export type Check = { name: 'seen' | 'share' | 'commitment' | 'lots' | 'outcomes'; ok: boolean | null };
export type CheckedDeal = { checks: Check[]; outcomes: number; unvouched: string[] };

const FIRST_VERSION = 1;
const yesOrNo = (flag: boolean) => (flag ? 'yes' : 'no');

/** Return a new share: 128 random bits of this browser. */
export const newShare = () => bytesToHex(crypto.getRandomValues(new Uint8Array(16)));

/** Return the commitment that belongs to a revealed deal. */
export function commitmentOf({ rules, seats, deal }: DealtRecord): string {
  if ((deal.version ?? FIRST_VERSION) === FIRST_VERSION) return hash(`${deal.seed}/${deal.salt}`);
  return hash(
    [
      'heliopolis deal 2',
      `table ${deal.table}`,
      `rules ${rules}`,
      `players ${seats.length}`,
      `open ${yesOrNo(deal.open === true)}`,
      `shares ${yesOrNo(deal.shares != null)}`,
      `lots ${yesOrNo(deal.lots != null)}`,
      `seed ${deal.seed}`,
      `salt ${deal.salt}`,
    ].join('\n'),
  );
}

const hash = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));
const digest = (key: Uint8Array, purpose: string) => hmac(sha256, key, utf8ToBytes(purpose));

/** Return the key of all chance: the seed, mixed with the shares by seat where there are shares. */
export function keyOf({ seed, shares }: RevealedDeal): Uint8Array {
  const secret = utf8ToBytes(seed);
  if (shares == null) return secret;
  const bySeat = shares.toSorted((a, b) => a.seat - b.seat).map(({ seat, share }) => `${seat}:${share}`);
  return digest(secret, ['shares', ...bySeat].join(' '));
}

/** Return which seat each seat was before lots were drawn. */
export function lotsOf(deal: RevealedDeal, players: number): number[] {
  const key = keyOf(deal);
  const lots = Array.from({ length: players }, (_, seat) => ({ seat, lot: bytesToHex(digest(key, `lot/${seat}`)) }));
  return lots.toSorted((a, b) => (a.lot < b.lot ? -1 : 1)).map(({ seat }) => seat);
}

/** Return the number from 0 to 1, of 53 bits, that decides an outcome. */
export function fractionOf(key: Uint8Array, number: number): number {
  const bits = BigInt(`0x${bytesToHex(digest(key, String(number)).slice(0, 8))}`);
  return Number(bits >> 11n) / 2 ** 53;
}

/** Return the outcome that a fraction decides: the first whose cumulated probability exceeds it. */
export function outcomeOf(fraction: number, chances: Draw['chances']): string {
  let reached = 0;
  for (const [outcome, probability] of chances) {
    reached += probability;
    if (fraction < reached) return outcome;
  }
  return chances.at(-1)?.[0] ?? '';
}

/** Check all of a deal that can be checked without the rules of the game. */
export function checkDeal(record: DealtRecord, draws: Draw[], remembered: Remembered | null): CheckedDeal {
  const { deal, seats } = record;
  const shares = deal.shares ?? [];
  const key = keyOf(deal);
  const vouched = remembered?.share ? [remembered.share, ...remembered.before] : [];
  const checks: Check[] = [
    { name: 'seen', ok: remembered && remembered.commitment === deal.commitment },
    { name: 'share', ok: remembered?.share ? shares.some(({ share }) => share === remembered.share) : null },
    { name: 'commitment', ok: commitmentOf(record) === deal.commitment },
    { name: 'outcomes', ok: draws.every((draw, i) => outcomeOf(fractionOf(key, i), draw.chances) === draw.outcome) },
  ];
  if (deal.lots) checks.push({ name: 'lots', ok: String(deal.lots) === String(lotsOf(deal, seats.length)) });
  const lots = deal.lots ?? seats.map((_, seat) => seat);
  const unvouched = shares
    .filter(({ share }) => !vouched.includes(share))
    .map(({ seat }) => seats[lots.indexOf(seat)]!);
  return { checks, outcomes: draws.length, unvouched };
}
