/** The worked examples in the rules of a sun auction; a test plays each of them with the rules themselves. */

export type Tiles = Record<string, number>;
type Suns = { up: number[]; down: number[] };

/** An auction: seat 0 invoked Ra, the others bid before it. */
export type AuctionExample = {
  kind: 'auction';
  you: number;
  centre: number;
  row: string[];
  suns: Suns[];
  moves: string[];
  bid: number;
};
/** Tiles before and after some moves, and what they would score. */
export type ChangeExample = {
  kind: 'change';
  tiles: Tiles;
  row: string[];
  after: Tiles;
  before_points: number;
  after_points: number;
};
/** The scoring of an epoch, row by row. */
export type SumExample = {
  kind: 'sum';
  epoch: number;
  tiles: Tiles;
  rows: { category: string; tiles: string[]; points: number }[];
  total: number;
};
export type Examples = Record<string, AuctionExample | ChangeExample | SumExample>;
