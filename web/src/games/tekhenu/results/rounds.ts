/** The VP of everyone in a game by time: the beginning, each round, the scorings, the end. */

import { range } from '../../../lib/range';
import { t } from '../../../lib/i18n.svelte';
import type { Result } from '../types';
import { byFamily, FAMILY_NAMES, ITEMS, type Family } from './sources';

const ROUNDS = 16;
const SCORED_AFTER = [8, 16];

/** All times of a game in order; `play` are turns whose round is unknown. */
const TIMES = [
  'start',
  'play',
  ...range(ROUNDS).flatMap((i) => [`round ${i + 1}`, ...(SCORED_AFTER.includes(i + 1) ? [`${i + 1}`] : [])]),
  'end',
];

export type Part = { family: Family; vp: number };
export type Column = { when: string; vp: number; parts: Part[]; sources: Record<string, number> };
export type PlayerRounds = { player: string; vp: number; columns: Column[] };

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Return the players whose VP by round are known, the person first; results of older versions have none. */
export function roundsOf({ person_vp, person_rounds, players }: Result): PlayerRounds[] {
  const person = person_vp !== null && person_rounds ? [['person', person_vp, person_rounds] as const] : [];
  const automas = Object.entries(players).flatMap(([name, { vp, rounds }]) =>
    (rounds as unknown) ? [[name, vp, rounds] as const] : [],
  );
  return [...person, ...automas].map(([player, vp, rounds]) => ({
    player,
    vp,
    columns: rounds.map(({ when, sources }) => ({
      when,
      vp: sum(Object.values(sources)),
      parts: byFamily(sources),
      sources,
    })),
  }));
}

/** Return the times that a chart needs: all rounds and scorings, and turns of unknown rounds where there are any. */
export function timesOf(players: readonly PlayerRounds[]): string[] {
  return TIMES.filter((when) => when !== 'play' || players.some((one) => one.columns.some((c) => c.when === 'play')));
}

/** Return the most VP that anybody got at one time; turns of many unknown rounds together are no measure. */
export function highestOf(players: readonly PlayerRounds[]): number {
  const columns = players.flatMap((player) => player.columns.filter(({ when }) => when !== 'play'));
  return Math.max(1, ...columns.map(({ vp }) => vp));
}

export const familiesOf = (players: readonly PlayerRounds[]): Family[] =>
  FAMILY_NAMES.filter((family) =>
    players.some(({ columns }) => columns.some(({ parts }) => parts.some((part) => part.family === family))),
  );

/** Return the items that anybody got VP for at a time, in the order of the families. */
export const itemsAt = (players: readonly PlayerRounds[], when: string): string[] =>
  ITEMS.filter((item) => players.some((player) => vpOf(player, when, item)));

/** Return the VP of a player at a time, of one item or all. */
export function vpOf({ columns }: PlayerRounds, when: string, item?: string): number {
  const column = columns.find((one) => one.when === when);
  return (item === undefined ? column?.vp : column?.sources[item]) ?? 0;
}

const roundOf = (when: string) => (when.startsWith('round ') ? when.slice('round '.length) : null);

/** Return a time in words. */
export function timeText(when: string): string {
  const round = roundOf(when);
  return round === null ? t(`tekhenu.sheet_when.${when}`) : t('tekhenu.sheet_when.round', { round });
}

/** Return what stands below a column: the number of a round; a mark for all that is no round. */
export const timeMark = (when: string): string =>
  roundOf(when) ?? (when === 'start' ? '0' : when === 'play' ? '…' : '◆');
