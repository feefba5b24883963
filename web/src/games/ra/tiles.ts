/** The tiles of Ra. */

import { colouring, type TileSet } from '../sun/tileSet';

const CIVILIZATION = ['art', 'agriculture', 'religion', 'astronomy', 'writing'];
const MONUMENTS = ['fortress', 'obelisk', 'palace', 'pyramid', 'sphinx', 'statues', 'steppyramid', 'temple'];
const DISASTERS = ['funeral', 'drought', 'unrest', 'earthquake'];

/** All kinds, in the order of the rules. */
export const KINDS = ['ra', 'god', 'gold', 'pharaoh', 'nile', 'flood', ...CIVILIZATION, ...MONUMENTS, ...DISASTERS];

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
  displayOrder: [['pharaoh', 'nile', 'flood', 'god', 'gold', ...CIVILIZATION], MONUMENTS],
  tileColour: colouring({ civ: CIVILIZATION, mon: MONUMENTS, bad: DISASTERS }),
  tileIcon: (tile) => tile,
  otherFace: () => undefined,
};
