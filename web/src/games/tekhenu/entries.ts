/** The entries of a session by rounds, and each of them in words. */

import { t, has } from '../../lib/i18n.svelte';
import type { Entry, Owner, Step } from './types';

export type Told = { entry: Entry; steps: Step[] };
export type Numbered = Told & { number: number };
export type Round = { round: number; entries: Numbered[] };

/** Return the entries by rounds, the latest first; round 0 is the set-up. */
export function byRounds(story: readonly Told[]): Round[] {
  const rounds: Round[] = [];
  story.forEach((told, number) => {
    const asked = /^(\d+)\./.exec(told.entry.id);
    const before = rounds.at(-1)?.round ?? 0;
    const round = asked ? Number(asked[1]) : before; // a correction or a cultist belongs where it was entered
    if (rounds.at(-1)?.round !== round) rounds.push({ round, entries: [] });
    rounds.at(-1)!.entries.push({ ...told, number });
  });
  return rounds.map(({ round, entries }) => ({ round, entries: entries.toReversed() })).reverse();
}

/** Return what was entered with an id such as `setup.cubes.a1` or `3.a2.cells`. */
export function entryTitle({ id }: Entry): string {
  const words = id.split('.');
  const player = words.find((word) => /^a\d$/.test(word));
  const topic = words.findLast((word) => !/^(a?\d+|person)$/.test(word)) ?? id;
  const key = `companion.entry.${words.includes('maat') ? 'maat_' : ''}${topic}`;
  const title = t(has(key) ? key : 'companion.entered');
  return player ? t('companion.of_player', { player: t(`tekhenu.seat.${player}`), what: title }) : title;
}

const WORDS = ['god', 'seat', 'district', 'action', 'tile'];

/** Return a plain value in words, or nothing if it is not told in a few of them. */
export function valueText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return t(`tekhenu.yes.${value}`);
  if (typeof value === 'string') {
    const kind = WORDS.find((word) => has(`tekhenu.${word}.${value}`));
    return kind ? t(`tekhenu.${kind}.${value}`) : '';
  }
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) return '';
  const words = value.map(valueText);
  return words.every(Boolean) ? words.join(', ') : '';
}

/** Return the steps by who does them, in order. */
export function byPlayers(steps: readonly Step[]): { who: Owner | null; steps: Step[] }[] {
  const groups: { who: Owner | null; steps: Step[] }[] = [];
  for (const step of steps) {
    if (/step\.round$/.test(step.key)) continue; // the rounds are headings
    if (groups.at(-1)?.who !== step.who || groups.length === 0) groups.push({ who: step.who, steps: [] });
    groups.at(-1)!.steps.push(step);
  }
  return groups;
}
