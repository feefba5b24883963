/** Where an automa's VP came from, in families that a bar can show; a table has every source. */

import type { Result } from '../types';

/** The families in the order of a bar, and the items of the score sheet in each. */
export const FAMILIES = {
  start: ['start'],
  actions: ['horus', 'ra', 'hathor', 'bastet', 'thoth', 'osiris', 'seth'],
  production: ['production'],
  rewards: ['rewards', 'cultists'],
  board: ['districts', 'temple', 'pillars', 'statues', 'regions'],
  cards: ['happiness', 'blessings', 'technologies', 'decrees', 'other_decrees'],
  scoring: ['scoring'], // all items of a scoring together, which is what the person enters
  others: ['order', 'corrections', 'play'],
} as const;
export type Family = keyof typeof FAMILIES;
export const FAMILY_NAMES = Object.keys(FAMILIES) as Family[];
export const ITEMS: readonly string[] = Object.values(FAMILIES).flat();

type Sources = Record<string, number>;

/** Return the VP of each family; corrections may make one negative. */
export function byFamily(sources: Sources): { family: Family; vp: number }[] {
  return FAMILY_NAMES.map((family) => ({
    family,
    vp: FAMILIES[family].reduce((sum, item) => sum + (sources[item] ?? 0), 0),
  })).filter(({ vp }) => vp !== 0);
}

/** Return the sources that any automa of a game has, in the order of the families. */
export function itemsOf({ players }: Pick<Result, 'players'>): string[] {
  return ITEMS.filter((item) => Object.values(players).some(({ sources }) => sources[item]));
}

export type Line = { player: string; vp: number; sources: Sources | null };

/** Return the players of a game, the best first; the person has no sources, and no line if their VP are unknown. */
export function linesOf({ person_vp, players }: Pick<Result, 'person_vp' | 'players'>): Line[] {
  const automas = Object.entries(players).map(([player, { vp, sources }]) => ({ player, vp, sources }));
  const person = person_vp === null ? [] : [{ player: 'person', vp: person_vp, sources: null }];
  return [...person, ...automas].sort((one, other) => other.vp - one.vp);
}

/** Return the key of the sentence that says how a game ended for the person. */
export function outcomeKey({ margin, winners }: Pick<Result, 'margin' | 'winners'>): string {
  if (margin === null || winners === null) return 'companion.result_unknown';
  if (margin === 0) return 'companion.result_shared';
  return margin > 0 ? 'companion.result_won' : 'companion.result_lost';
}

export type DifficultyRecord = { automas: number; difficulty: number; games: number; won: number; margin: number };

/** Return games with known VP by number of automas and difficulty: how many, how many won, the average margin. */
export function recordOf(games: Pick<Result, 'automas' | 'difficulty' | 'margin'>[]): DifficultyRecord[] {
  const groups = new Map<string, DifficultyRecord>();
  for (const { automas, difficulty, margin } of games) {
    if (margin === null) continue;
    const key = `${automas} ${difficulty}`;
    const group = groups.get(key) ?? { automas, difficulty, games: 0, won: 0, margin: 0 };
    group.margin = (group.margin * group.games + margin) / (group.games + 1);
    group.games += 1;
    group.won += Number(margin > 0);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => a.automas - b.automas || a.difficulty - b.difficulty);
}
