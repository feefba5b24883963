/** How the tiles of Ra and of Priests of Ra look: pigment, drawing, what is on the back, and in which groups they lie. */

const CIVILIZATION = ['art', 'agriculture', 'religion', 'astronomy', 'writing'];
const MONUMENTS = ['fortress', 'obelisk', 'palace', 'pyramid', 'sphinx', 'statues', 'steppyramid', 'temple'];
export const DISASTERS = ['funeral', 'drought', 'unrest', 'earthquake'];
const PEOPLE = ['farmer', 'warrior', 'trader', 'scribe'];
const BUILDINGS = ['granary', 'fortress', 'market', 'library'];
const CHAMBERS = ['red', 'blue', 'green', 'yellow'];

const family = (pigment: string, tiles: string[]) => tiles.map((tile) => [tile, pigment] as const);
const PIGMENTS = new Map<string, string>([
  ...['ra', 'god', 'pharaoh', 'nile', 'flood', 'gold'].map((tile) => [tile, tile] as const),
  ...family('civ', CIVILIZATION),
  ...family('mon', [...MONUMENTS, ...BUILDINGS]),
  ...family('bad', [...DISASTERS, 'plague']),
  ...family('land', PEOPLE),
  ...CHAMBERS.map((tile) => [tile, tile] as const),
  ['priest', 'god'],
]);
export const pigment = (tile: string) => PIGMENTS.get(tile) ?? 'mon';
export const drawing = (tile: string) => (CHAMBERS.includes(tile) ? `chamber-${tile}` : tile);

const PAIRS = [
  PEOPLE.slice(0, 2),
  PEOPLE.slice(2),
  BUILDINGS.slice(0, 2),
  BUILDINGS.slice(2),
  CHAMBERS.slice(0, 2),
  CHAMBERS.slice(2),
];
const BACKS = new Map(
  PAIRS.flatMap(
    ([one, two]) =>
      [
        [one!, two!],
        [two!, one!],
      ] as [string, string][],
  ),
);

/** The other face of a tile of Priests of Ra. */
export const back = (game: string, tile: string) => (game === 'priests' ? BACKS.get(tile) : undefined);
/** The faces of a tile as the pile knows it: `farmer|warrior`. */
export const faces = (tile: string) => tile.split('|');

/** What lies before a player, group by group; beside each group the categories that score it. */
export type Group = { name: string; tiles: string[]; categories: string[] };
export const GROUPS: Record<string, Group[]> = {
  ra: [
    { name: 'gods', tiles: ['god', 'gold'], categories: ['god', 'gold'] },
    { name: 'pharaohs', tiles: ['pharaoh'], categories: ['pharaoh'] },
    { name: 'nile', tiles: ['nile', 'flood'], categories: ['nile'] },
    { name: 'civilization', tiles: CIVILIZATION, categories: ['civilization'] },
    { name: 'monuments', tiles: MONUMENTS, categories: ['monument'] },
  ],
  priests: [
    { name: 'people', tiles: PEOPLE, categories: ['people'] },
    { name: 'buildings', tiles: BUILDINGS, categories: ['building'] },
    { name: 'priests', tiles: ['priest'], categories: ['priest'] },
    { name: 'plagues', tiles: ['plague'], categories: ['plague'] },
    { name: 'pyramid', tiles: ['pyramid', ...CHAMBERS], categories: ['pyramid', 'chamber'] },
  ],
};

/** The order in which a hoard lies, and where it breaks into a second line. */
export const HOARDS: Record<string, string[][]> = {
  ra: [['pharaoh', 'nile', 'flood', 'god', 'gold', ...CIVILIZATION], MONUMENTS],
  priests: [
    [...PEOPLE, 'priest', 'plague'],
    [...BUILDINGS, 'pyramid', ...CHAMBERS],
  ],
};
