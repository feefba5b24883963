/** The tiles of a game with sun auctions: how they look, and how they are arranged. */

import { createContext } from 'svelte';

/** Tiles that lie together before a player, and the scoring categories shown beside them. */
export interface TileGroup {
  name: string;
  tiles: readonly string[];
  categories: readonly string[];
  lastEpochOnly?: boolean; // they score after the third epoch alone
  notesNeed?: Readonly<Record<string, readonly string[]>>; // category: its note is shown only with one of these tiles
}

export interface TileSet {
  readonly pile: readonly string[]; // kinds in the pile, in the order in which they are listed: `farmer|warrior`
  readonly wide: boolean; // whether the pile lists kinds with two faces
  readonly badOdds: string; // message about the share of bad tiles in the pile
  readonly groups: readonly TileGroup[];
  readonly pyramid?: TileGroup; // tiles that are built up beside the groups
  readonly displayOrder: readonly (readonly string[])[]; // before the other players, line by line
  tileColour(tile: string): string;
  tileIcon(tile: string): string;
  otherFace(tile: string): string | undefined;
}

/** The tile set of the game that a component belongs to. */
export const [getTileSet, setTileSet] = createContext<TileSet>();

/** Return the faces of a kind as the pile names it: `farmer|warrior`. */
export const faces = (kind: string) => kind.split('|');

/** Return a function from tiles to colours, given the tiles of each colour. */
export function colouring(tilesByColour: Record<string, readonly string[]>): (tile: string) => string {
  const colours = new Map(
    Object.entries(tilesByColour).flatMap(([colour, tiles]) => tiles.map((tile) => [tile, colour])),
  );
  return (tile) => colours.get(tile) ?? tile;
}
