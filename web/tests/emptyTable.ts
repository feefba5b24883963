import { GODS, type Board, type Change, type Owner, type Step } from '../src/games/tekhenu/types';

const none = (length: number) => Array.from({ length }, () => null);
const grid = <T>(rows: number, columns: number, value: T): T[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => value));

/** Return a table of one automa with no piece on it, and two dice at Osiris. */
export function emptyTable(): Board {
  const pieces = { buildings: 10, pillars: 8, statues: 6 };
  return {
    settings: { region_vp: [2, 2, 3, 3, 4, 5], population_end: 21, statues_per_god: 1 },
    difficulty: 0,
    dice: {
      ...Object.fromEntries(GODS.map((god) => [god, []])),
      osiris: [
        ['brown', 5],
        ['brown', 5],
      ],
      seth: [],
    },
    status: Object.fromEntries([...GODS, 'seth'].map((god) => [god, []])),
    light: Object.fromEntries(GODS.map((god) => [god, 'sunny' as const])),
    horus_order: GODS,
    god_statues: Object.fromEntries([...GODS, 'seth'].map((god) => [god, []])),
    osiris: { buildings: grid<Owner | null>(6, 4, null), statues: none(2) },
    leaders: {},
    temple: {
      pillars: grid<Owner | null>(5, 5, null),
      conquest: grid(5, 5, 0),
      buildings: none(10),
      statues: { '3': null, '8': null },
    },
    seth: { regions: none(6), statues: { left: null, right: null } },
    conquest_stack: 12,
    order: ['person', 'a1'],
    person: pieces,
    automas: {
      a1: {
        ...pieces,
        vp: 10,
        population: 5,
        happiness: 2,
        decrees: 1,
        technologies: 0,
        blessings: 0,
        ankhs: 0,
        district: 'papyrus',
        obelisk: 'horus',
        line: 1,
        cell: [1, 1],
      },
    },
    tiles_left: { a1: 4 },
    round: 7,
  };
}

export const aStep = (...changes: Change[]): Step => ({
  key: 'tekhenu.step.pillar',
  params: { row: 3, column: 9 },
  who: 'a1',
  vp: 0,
  why: [],
  turn: 'a1',
  tile: 'ra',
  changes,
});
