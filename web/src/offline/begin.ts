/** Tables that are begun on this device, without a server. */

import { gameUi } from '../games';
import { requestId } from '../lib/api';
import type { Table, TableSummary } from '../lib/types';
import { isAhead, keep, readAllKept, type KeptTable } from './store';

const ID_LENGTH = 12;

/** Whether a game can be played without a server. */
export const needsNoServer = (game: string) => gameUi(game).engine !== undefined;

/** Begin a table of such a game, and return its id; it becomes one on the server when that can be reached. */
export async function beginHere(game: string): Promise<string> {
  const { default: start } = await gameUi(game).engine!();
  const engine = start();
  try {
    const [id, seed] = [`here${requestId().slice(0, ID_LENGTH)}`, requestId()];
    const { position, to_act } = await engine.begin(seed);
    const table = newTable(id, game, seed, position as Table['position'], to_act);
    const begun = { requestId: requestId(), seed };
    const rest = { since: [], waiting: [], movedTo: null };
    await keep({ id, version: 0, changes: 0, seq: 0, table, snapshot: await engine.snapshot(), begun, ...rest });
    return id;
  } finally {
    engine.close();
  }
}

function newTable(id: string, game: string, seed: string, position: Table['position'], to_act: number | null): Table {
  const deal = { version: 2, commitment: '', open: true, seed, salt: null, shares: null, lots: null };
  return {
    ...{ id, game, position, to_act, deal, from: null, seq: 0, moved: 0, created: Date.now() / 1000, clock: null },
    ...{ name: null, status: 'running', practice: false, listed: false, hints: false, coach: false, undo: null },
    ...{ scores: null, winners: null, rematch: null, from: null, you: { seat: 0, host: true } },
    seats: [{ kind: 'person', name: null, bot: null, yours: true, away: false, late: 0, same_as: null, coach: null }],
  };
}

/** Return the tables on this device as the home page lists them: all of them, or those that the server lacks. */
export async function tablesHere(all: boolean): Promise<TableSummary[]> {
  const kept = (await readAllKept()).filter((one) => !one.movedTo && (all || isAhead(one)));
  return kept.map(summary);
}

function summary({ id, table, waiting }: KeptTable): TableSummary {
  const { game, name, status, practice, created, seats } = table;
  const changed = waiting.length ? waiting.at(-1)!.at / 1000 : created;
  const players = seats.map((seat) => seat.name);
  return { id, game, name, status, practice, players, open: 0, your_turn: false, created, changed };
}
