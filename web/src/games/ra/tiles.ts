/** The tiles of Ra. */

import { alone, colouring, type TileSet } from '../sun/tileSet';

const CIVILIZATION = ['art', 'agriculture', 'religion', 'astronomy', 'writing'];
const MONUMENTS = ['fortress', 'obelisk', 'palace', 'pyramid', 'sphinx', 'statues', 'steppyramid', 'temple'];
const DISASTERS = ['funeral', 'drought', 'unrest', 'earthquake'];

export const RA_TILES: TileSet = {
  // three lines, each of which ends with disasters
  pile: [
    ...['ra', 'god', 'pharaoh', 'nile', 'flood', 'gold', ...CIVILIZATION, 'funeral'],
    ...['fortress', 'obelisk', 'palace', 'pyramid', 'sphinx', 'drought'],
    ...['statues', 'steppyramid', 'temple', 'unrest', 'earthquake'],
  ],
  wide: false,
  badOdds: 'sun.odds_disaster',
  groups: [
    {
      name: 'gods',
      tiles: ['god', 'gold'],
      categories: ['god', 'gold'],
      notesNeed: { god: ['god'], gold: ['gold'] },
    },
    { name: 'pharaohs', tiles: ['pharaoh'], categories: ['pharaoh'] },
    { name: 'nile', tiles: ['nile', 'flood'], categories: ['nile'] },
    { name: 'civilization', tiles: CIVILIZATION, categories: ['civilization'] },
    { name: 'monuments', tiles: MONUMENTS, categories: ['monument'], lastEpochOnly: true },
  ],
  families: [
    alone('ra', 'epoch'),
    alone('god', 'gods'),
    ...['gold', 'pharaoh', 'nile', 'flood'].map((tile) => alone(tile, 'scoring')),
    { name: 'civilization', tiles: CIVILIZATION, section: 'scoring' },
    { name: 'monument', tiles: MONUMENTS, section: 'last' },
    ...DISASTERS.map((tile) => alone(tile, 'disasters')),
  ],
  displayOrder: [['pharaoh', 'nile', 'flood', 'god', 'gold', ...CIVILIZATION], MONUMENTS],
  tileColour: colouring({ civ: CIVILIZATION, mon: MONUMENTS, bad: DISASTERS }),
  tileIcon: (tile) => tile,
  otherFace: () => undefined,
};
