/** The players of a table: their names, and which seats belong to this browser. */

import { gameUi } from '../games';
import { has, t } from '../lib/i18n.svelte';
import type { ShownTable } from '../lib/types';

type Seats = Pick<ShownTable, 'game' | 'seats'>;

/** Return the names at a table by seat: bots get one from the game, people without a name a number. */
export function seatNames({ game, seats }: Seats): string[] {
  const { botNames } = gameUi(game);
  return seats.map(({ name, kind }, seat) => {
    if (name) return name;
    if (kind === 'open') return t('site.open_seat');
    if (kind === 'bot') return botNames[seat % botNames.length] ?? '';
    return t('site.player_number', { number: seat + 1 });
  });
}

/** Return the seats of this browser: several if players share the screen. */
export const ownSeats = ({ seats }: Seats) => seats.flatMap(({ yours }, seat) => (yours ? [seat] : []));

/** Return the seat that the page calls "you": the own seat, if there is exactly one. */
export function onlyOwnSeat(table: Seats): number | null {
  const own = ownSeats(table);
  return own.length === 1 ? own[0]! : null;
}

/** Return the other seats in turn, from the one after a seat. */
export const seatsAfter = (seat: number, players: number) =>
  Array.from({ length: players - 1 }, (_, i) => (seat + 1 + i) % players);

/** Return the names at the other seats of the person at a seat: somebody with several plays for all of them. */
export function sameSeats({ seats }: Seats, seat: number, names: string[]): string[] {
  const firstSeat = (number: number) => seats[number]!.same_as ?? number;
  return names.filter((_, other) => other !== seat && firstSeat(other) === firstSeat(seat));
}

/** Return the name of a bot's level. */
export const levelName = (bot: string) => (has(`site.level.${bot}`) ? t(`site.level.${bot}`) : bot);
