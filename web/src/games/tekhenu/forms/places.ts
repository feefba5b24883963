/** Places of cubes in words: the lines around the obelisk, the lines and cells of the temple. */

import { t } from '../../../lib/i18n.svelte';
import { GODS } from '../types';

const SIDE = 5; // rows of the temple, and columns, which are numbered from 6 to 10

const neighbours = (god: string) =>
  [god, GODS[(GODS.indexOf(god) + 1) % GODS.length]!].map((one) => t(`tekhenu.god.${one}`));

/** Return the line between a section and the next one clockwise. */
export function betweenGods(god: string): string {
  const [first, second] = neighbours(god);
  return t('companion.between', { first, second });
}
export const lineOfGods = (god: string) => neighbours(god).join(', ');
export const templeLine = (line: number) =>
  line <= SIDE ? t('companion.row', { row: line }) : t('companion.column', { column: line });
export const templeCell = (row: number, column: number) => t('companion.cell', { row, column: column + SIDE });
