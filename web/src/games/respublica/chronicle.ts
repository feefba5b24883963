import type { Message } from '../../lib/format';
import type { Entry } from '../../lib/types';
import { entriesInForce } from '../../table/logLines';

/** What changed the table; who answered what, and that nobody had to choose, is over with the trade. */
const EVENTS = [
  'accept_ask',
  'accept_offer',
  'decline',
  'no_trade',
  'city',
  'monument',
  'draw',
  'draw_people',
  'draw_technology',
  'draw_nothing',
  'final',
].map((event) => `respublica.told.${event}`);

/** Return the latest event of the game that still matters after its trade, or null before the first. */
export const latestEvent = (entries: Entry[]): Message | null =>
  entriesInForce(entries)
    .flatMap(({ told = [] }) => told)
    .findLast(({ key }) => EVENTS.includes(key)) ?? null;
