/** The tiles of Priests of Ra. Most of them have two faces. */

import { alone, colouring, type TileSet } from '../sun/tileSet';

const PEOPLE = ['farmer', 'warrior', 'trader', 'scribe'];
const BUILDINGS = ['granary', 'fortress', 'market', 'library'];
const CHAMBERS = ['red', 'blue', 'green', 'yellow'];

// The first face of each pair is on the back of the second.
const TWO_FACED = [...PEOPLE, ...BUILDINGS, ...CHAMBERS];
const pairedWith = (at: number) => TWO_FACED[at % 2 ? at - 1 : at + 1];
const PAIRS = TWO_FACED.filter((_, i) => i % 2 === 0).map((face, i) => `${face}|${TWO_FACED[2 * i + 1]}`);

export const PRIESTS_TILES: TileSet = {
  pile: ['ra', ...PAIRS, 'pyramid', 'priest', 'plague'],
  wide: true,
  badOdds: 'sun.odds_plague',
  groups: [
    { name: 'people', tiles: PEOPLE, categories: ['people'] },
    { name: 'buildings', tiles: BUILDINGS, categories: ['building'] },
    { name: 'priests', tiles: ['priest'], categories: ['priest'], notesNeed: { priest: ['priest'] } },
    { name: 'plagues', tiles: ['plague'], categories: ['plague'], notesNeed: { plague: ['plague'] } },
  ],
  families: [
    alone('ra', 'epoch'),
    { name: 'people', tiles: PEOPLE, section: 'scoring' },
    { name: 'building', tiles: BUILDINGS, section: 'scoring' },
    alone('priest', 'priests'),
    alone('plague', 'scoring'),
    alone('pyramid', 'last'),
    { name: 'chamber', tiles: CHAMBERS, section: 'last' },
  ],
  pyramid: {
    name: 'pyramid',
    tiles: ['pyramid', ...CHAMBERS],
    categories: ['pyramid', 'chamber'],
    lastEpochOnly: true,
    notesNeed: { chamber: CHAMBERS },
  },
  displayOrder: [
    [...PEOPLE, 'priest', 'plague'],
    [...BUILDINGS, 'pyramid', ...CHAMBERS],
  ],
  tileColour: colouring({ land: PEOPLE, mon: [...BUILDINGS, 'pyramid'], bad: ['plague'], god: ['priest'] }),
  tileIcon: (tile) => (CHAMBERS.includes(tile) ? `chamber-${tile}` : tile),
  otherFace: (tile) => (TWO_FACED.includes(tile) ? pairedWith(TWO_FACED.indexOf(tile)) : undefined),
};
