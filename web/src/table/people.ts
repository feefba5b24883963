/** Who sits where: names for bots, which have none of their own, and what this browser calls itself. */

import { has, t } from '../lib/words.svelte';
import type { Table } from '../lib/types';

const EGYPT = ['Tiye', 'Kenna', 'Nefru', 'Senbi', 'Hori'];
const ROME = ['Livia', 'Cato', 'Drusus', 'Junia', 'Galba'];

/** The names at a table, seat by seat. */
export function namesOf(table: Table): string[] {
  const pool = table.game === 'respublica' ? ROME : EGYPT;
  return table.seats.map(({ name, kind, yours }, seat) => {
    if (name) return name;
    if (yours) return t('site.you');
    if (kind === 'open') return t('site.open_seat');
    return pool[seat % pool.length]!;
  });
}

/** The seats that are this browser's; more than one around one screen. */
export const ownSeats = (table: Table) => table.seats.flatMap(({ yours }, seat) => (yours ? [seat] : []));

/** The one seat that is `you`, if there is exactly one. */
export function you(table: Table): number | null {
  const own = ownSeats(table);
  return own.length === 1 ? own[0]! : null;
}

export const levelName = (bot: string) => (has(`site.level.${bot}`) ? t(`site.level.${bot}`) : bot);
