/** What can be corrected, by the areas of the board, and its present value. */

import { DISTRICTS, type Board, type Owner } from './types';

export type Area = { name: string; items: string[] };

const AREAS: Record<string, RegExp> = {
  temple: /^(pillar|temple|statue\.temple)\./,
  osiris: /^(osiris|statue\.osiris)\./,
  gods: /^(statue\.god\.|horus_order$)/,
  seth: /^(region\.|statue\.people\.|conquest_stack$)/,
  conquest: /^conquest\./,
  dice: /^(dice\.|first_sunny$)/,
  order: /^order$/,
};

/** Return the areas of the board with what can be corrected in each, then each automa with its own values. */
export function areasOf(correctable: readonly string[]): Area[] {
  const automas = [...new Set(correctable.map((name) => /^a\d/.exec(name)?.[0]).filter((one) => one !== undefined))];
  return [
    ...Object.entries(AREAS).map(([name, pattern]) => ({
      name,
      items: correctable.filter((one) => pattern.test(one)),
    })),
    ...automas.map((name) => ({ name, items: correctable.filter((one) => one.startsWith(`${name}.`)) })),
  ].filter(({ items }) => items.length > 0);
}

const asOwners = (found: Owner | Owner[] | null | undefined): Owner[] =>
  found === null || found === undefined ? [] : Array.isArray(found) ? found : [found];

/** Return whose pieces lie on a space. */
export function ownersAt(table: Board, name: string): Owner[] {
  const [kind, one = '', two = ''] = name.split('.');
  if (kind === 'pillar') return asOwners(table.temple.pillars[Number(one) - 1]?.[Number(two) - 1]);
  if (kind === 'temple') return asOwners(table.temple.buildings[Number(one) - 1]);
  if (kind === 'osiris') return asOwners(table.osiris.buildings[Number(one) - 1]?.[DISTRICTS.indexOf(two)]);
  if (kind === 'region') return asOwners(table.seth?.regions[Number(one) - 1]);
  if (kind !== 'statue') return [];
  if (one === 'god') return table.god_statues[two] ?? [];
  if (one === 'osiris') return asOwners(table.osiris.statues[Number(two)]);
  return asOwners(one === 'people' ? table.seth?.statues[two] : table.temple.statues[two]);
}

/** Return a number that can be corrected, or null if it is none. */
export function countOf(table: Board, name: string): number | null {
  if (name === 'conquest_stack') return table.conquest_stack;
  const [player = '', field = ''] = name.split('.');
  const found = (table.automas[player] as Record<string, unknown> | undefined)?.[field];
  return typeof found === 'number' ? found : null;
}
