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

/** Tiles that one sentence explains. */
export interface TileFamily {
  name: string; // of the sentence: `sun.help.monument`
  tiles: readonly string[];
  section: string; // of the rules
}

export interface TileSet {
  readonly pile: readonly string[]; // kinds in the pile, in the order in which they are listed: `farmer|warrior`
  readonly wide: boolean; // whether the pile lists kinds with two faces
  readonly badOdds: string; // message about the share of bad tiles in the pile
  readonly groups: readonly TileGroup[];
  readonly families: readonly TileFamily[]; // all tiles, in the order of the rules
  readonly pyramid?: TileGroup; // tiles that are built up beside the groups
  readonly displayOrder: readonly (readonly string[])[]; // before the other players, line by line
  tileColour(tile: string): string;
  tileIcon(tile: string): string;
  otherFace(tile: string): string | undefined;
}

/** The tile set of the game that a component belongs to. */
export const [getTileSet, setTileSet] = createContext<TileSet>();

/** Return the family of a tile. */
export const familyOf = (tiles: TileSet, tile: string) => tiles.families.find((family) => family.tiles.includes(tile))!;

const SECTIONS: Record<string, string> = { sun: 'auction', track: 'epoch', ankhs: 'last', fame: 'end' };

/** Return the section of the rules for what is explained, such as `tile nile` or `sun 8`. */
export function sectionOf(tiles: TileSet, subject: string): string {
  const [what, tile] = subject.split(' ');
  return SECTIONS[what!] ?? familyOf(tiles, tile!).section;
}

/** Return a family of one tile, which bears its name. */
export const alone = (tile: string, section: string): TileFamily => ({ name: tile, tiles: [tile], section });

/** Return the faces of a kind as the pile names it: `farmer|warrior`. */
export const faces = (kind: string) => kind.split('|');

/** Return a function from tiles to colours, given the tiles of each colour. */
export function colouring(tilesByColour: Record<string, readonly string[]>): (tile: string) => string {
  const colours = new Map(
    Object.entries(tilesByColour).flatMap(([colour, tiles]) => tiles.map((tile) => [tile, colour])),
  );
  return (tile) => colours.get(tile) ?? tile;
}
