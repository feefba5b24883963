/** The table while a step is shown: what lies there before it is done, and what it changes. */

import { DISTRICTS, type Board, type Change, type Die, type Owner, type PieceKind, type Step } from './types';

type Node = Record<string | number, unknown>;

/** Return the table after a change; the two share what is the same. */
function changed<T>(node: T, [[key, ...rest], value]: Change): T {
  if (key === undefined) return value as T;
  const copy = (Array.isArray(node) ? [...node] : { ...node }) as Node;
  copy[key] = changed(copy[key], [rest, value]);
  return copy as T;
}

/** Return the table on which step `n` is done: `before` with the changes of all steps before it. */
export function tableAtStep(before: Board, steps: readonly Step[], n: number): Board {
  return steps.slice(0, n).reduce((table, step) => step.changes.reduce(changed, table), before);
}

/** Return the dice of one list that are not in the other, each with its index. */
function diceMissing(from: readonly Die[], to: readonly Die[]): { die: Die; index: number }[] {
  const left = to.map(String);
  return from.flatMap((die, index) => {
    const found = left.indexOf(String(die));
    if (found < 0) return [{ die, index }];
    left.splice(found, 1);
    return [];
  });
}

type Occupied = { space: string; kind: PieceKind | 'conquest'; owners: Owner[] };

const list = <T>(found: T | T[] | null | undefined): T[] =>
  found === null || found === undefined ? [] : Array.isArray(found) ? found : [found];

/** Return every space of the board with the owners of the pieces on it. */
function spaces({ temple, osiris, seth, god_statues }: Board): Occupied[] {
  return [
    ...temple.pillars.flatMap((row, r) =>
      row.map((owner, c) => ({ space: `pillar.${r + 1}.${c + 1}`, kind: 'pillar' as const, owners: list(owner) })),
    ),
    ...temple.conquest.flatMap((row, r) =>
      row.map((there, c) => ({
        space: `conquest.${r + 1}.${c + 1}`,
        kind: 'conquest' as const,
        owners: there ? (['person'] as Owner[]) : [], // a conquest tile belongs to nobody
      })),
    ),
    ...temple.buildings.map((owner, i) => ({
      space: `temple.${i + 1}`,
      kind: 'building' as const,
      owners: list(owner),
    })),
    ...osiris.buildings.flatMap((row, r) =>
      row.map((owner, d) => ({
        space: `osiris.${r + 1}.${DISTRICTS[d]}`,
        kind: 'building' as const,
        owners: list(owner),
      })),
    ),
    ...(seth?.regions ?? []).map((owners, i) => ({
      space: `region.${i + 1}`,
      kind: 'building' as const,
      owners: list<Owner>(owners),
    })),
    ...[
      ...Object.entries(god_statues).map(([god, owners]) => [`god.${god}`, owners] as const),
      ...osiris.statues.map((owner, i) => [`osiris.${i}`, owner] as const),
      ...Object.entries(seth?.statues ?? {}).map(([side, owner]) => [`people.${side}`, owner] as const),
      ...Object.entries(temple.statues).map(([line, owner]) => [`temple.${line}`, owner] as const),
    ].map(([name, owners]) => ({
      space: `statue.${name}`,
      kind: 'statue' as const,
      owners: list<Owner>(owners as Owner | Owner[] | null),
    })),
  ];
}

/** What a step changes on the table, as the boards draw it. */
export type StepChanges = {
  spaces: string[]; // where something is put or taken away
  ghosts: Record<string, Owner>; // spaces and whose piece goes there
  placed: { owner: Owner; kind: PieceKind } | null; // the first of those pieces
  taken: string[]; // dice, as `section.index`
  added: Record<string, Die[]>; // dice, by section
  players: Owner[]; // whose tracks, cards or points change
  parts: string[]; // all parts of the table that change: temple, dice, light, order, …
  after: Board;
};

/** Return what is different between the table before and after a step. */
export function stepChanges(before: Board, after: Board): StepChanges {
  const found: StepChanges = {
    spaces: [],
    ghosts: {},
    placed: null,
    taken: [],
    added: {},
    players: [],
    parts: [],
    after,
  };
  const later = new Map(spaces(after).map(({ space, owners }) => [space, owners]));
  for (const { space, kind, owners } of spaces(before)) {
    const then = later.get(space) ?? [];
    if (String(then) === String(owners)) continue;
    found.spaces.push(space);
    const owner = then.at(-1);
    if (then.length <= owners.length || owner === undefined) continue;
    found.ghosts[space] = owner;
    if (kind !== 'conquest') found.placed ??= { owner, kind };
  }
  for (const section of Object.keys(after.dice)) {
    const [now, then] = [before.dice[section] ?? [], after.dice[section] ?? []];
    found.taken.push(...diceMissing(now, then).map(({ index }) => `${section}.${index}`));
    const added = diceMissing(then, now).map(({ die }) => die);
    if (added.length) found.added[section] = added;
  }
  const differs = (one: unknown, other: unknown) => one !== other && JSON.stringify(one) !== JSON.stringify(other);
  found.players = (Object.keys(after.automas) as Owner[]).filter((name) =>
    differs(before.automas[name], after.automas[name]),
  );
  found.parts = (Object.keys(after) as (keyof Board)[]).filter((part) => differs(before[part], after[part]));
  return found;
}
