/**
 * A table as this browser sees it: what the server says now (`head`), what is on the screen (`shown`), and the log.
 *
 * Updates come over a stream, or as the answer to an own move; whichever is first counts. Moves of others wait in a queue,
 * so that each can be seen; a click, a key or a hidden tab shows all that waits at once. Nothing ever blocks a decision.
 */

import { act, get, Problem } from './api';
import { pace } from './settings.svelte';
import type { Entry, Hint, Table, Update } from './types';

const LOG_PAGE = 200;
const REFUSED = [400, 403, 404, 410]; // asking again changes nothing
const AGAIN = { first: 2000, most: 30_000 }; // milliseconds until the next look while the server is away
export type Connection = 'live' | 'lost';

export class Live<View = unknown> {
  readonly id: string;
  head = $state.raw<Table<View> | null>(null);
  shown = $state.raw<Table<View> | null>(null);
  log = $state.raw<Entry[]>([]);
  fresh = $state.raw<Entry[]>([]); // the entries that led to what is shown
  moment = $state.raw<Table<View> | null>(null); // an earlier moment that is looked at
  connection = $state<Connection>('live');
  problem = $state.raw<Problem | null>(null);
  sending = $state(false);
  gone = $state(false);
  seat = $state<number | null>(null); // through which of the own seats this browser looks

  /** Called before and after a new table is drawn, with what happened in between. */
  before: (() => void) | null = null;
  after: ((entries: Entry[]) => void) | null = null;

  #queue: Update<View>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined; // until the next update is shown
  #retry: ReturnType<typeof setTimeout> | undefined; // until the next look
  #failed = 0; // looks since the last that led to a stream
  #looks = 0; // of several under way only the last counts
  #stream: EventSource | null = null;

  constructor(id: string) {
    this.id = id;
  }

  // ---- looking ----------------------------------------------------------------------------------------------------

  async open(): Promise<void> {
    const look = ++this.#looks;
    try {
      const [table, log] = await Promise.all([
        get<Table<View>>(`tables/${this.id}${this.#query()}`),
        this.#wholeLog(),
      ]);
      if (look !== this.#looks) return;
      this.head = this.shown = table;
      this.log = log.filter((entry) => entry.seq <= table.seq);
      this.#listen(this.log.at(-1)?.seq ?? 0); // the table may be newer than the log: the stream makes up for it
    } catch (error) {
      if (look !== this.#looks) return;
      const problem = error as Problem;
      this.gone = problem.status === 404;
      if (problem.status === 403 && this.seat !== null) await this.look(null); // the seat is somebody else's now
      else if (REFUSED.includes(problem.status)) this.problem = problem;
      else this.#later();
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    this.#timer = this.#retry = undefined;
    this.#looks++;
    this.#stream?.close();
    this.#stream = null;
  }

  /** Look again after a while, each time a longer one. */
  #later(): void {
    this.connection = 'lost';
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.look(this.seat), Math.min(AGAIN.first * 2 ** this.#failed++, AGAIN.most));
  }

  /** The network is back: whoever waits to look again need not wait any more. */
  online(): void {
    if (this.#retry !== undefined) void this.look(this.seat);
  }

  /** Look through another of the own seats. */
  async look(seat: number | null): Promise<void> {
    this.close();
    this.seat = seat;
    this.#queue = [];
    await this.open();
  }

  #query(extra: Record<string, number> = {}): string {
    const fields = Object.entries({ ...(this.seat === null ? {} : { seat: this.seat }), ...extra });
    return fields.length ? `?${fields.map(([key, value]) => `${key}=${value}`).join('&')}` : '';
  }

  async #wholeLog(): Promise<Entry[]> {
    const found: Entry[] = [];
    for (;;) {
      const after = found.at(-1)?.seq ?? 0;
      const page = await get<{ entries: Entry[]; seq: number }>(
        `tables/${this.id}/log${this.#query({ after, limit: LOG_PAGE })}`,
      );
      found.push(...page.entries);
      if (page.entries.length < LOG_PAGE) return found;
    }
  }

  #listen(after: number): void {
    const stream = new EventSource(`/api/tables/${this.id}/events${this.#query({ after })}`);
    this.#stream = stream;
    stream.addEventListener('open', () => {
      this.connection = 'live';
      this.#failed = 0;
    });
    stream.addEventListener('update', (event) => {
      this.connection = 'live';
      this.#take(JSON.parse((event as MessageEvent<string>).data) as Update<View>);
    });
    stream.addEventListener('gone', () => void this.look(null));
    stream.addEventListener('error', () => {
      this.connection = 'lost';
      if (stream.readyState === EventSource.CLOSED && this.#stream === stream) this.#later();
    });
  }

  // ---- showing ----------------------------------------------------------------------------------------------------

  /** News, from the stream or as an answer; what is known already is left out. */
  #take(update: Update<View>): void {
    if (update.gap) return void this.look(this.seat); // away for long: begin anew, with the whole log
    const entries = update.entries.filter(({ seq }) => !this.log.some((known) => known.seq === seq));
    if (entries.length) this.log = [...this.log, ...entries].toSorted((a, b) => a.seq - b.seq);
    if (this.head && update.table.seq < this.head.seq) return; // an answer was faster than the stream
    this.head = update.table;
    this.#queue.push({ entries, table: update.table });
    this.#next();
  }

  #next(): void {
    if (this.#timer !== undefined) return;
    const update = this.#queue.shift();
    if (!update) return;
    this.#show(update);
    const { dwell } = pace();
    if (!this.#queue.length && !update.entries.some((entry) => entry.kind === 'move')) return;
    if (!dwell || document.hidden) return this.#next();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#next();
    }, dwell);
  }

  /** Everything that waits, at once. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#queue.length) return;
    const entries = this.#queue.flatMap((update) => update.entries);
    const table = this.#queue.at(-1)!.table;
    this.#queue = [];
    this.#show({ entries, table });
  }

  #show(update: Update<View>): void {
    if (update.entries.length) this.before?.();
    this.shown = update.table;
    if (update.entries.length) {
      this.fresh = update.entries;
      this.after?.(update.entries);
    }
  }

  /** Whether the screen shows the table as it is, so that a decision can be made. */
  get current(): boolean {
    return this.moment === null && this.shown !== null && this.shown.seq === this.head?.seq;
  }

  // ---- doing ------------------------------------------------------------------------------------------------------

  #decided: number | null = null; // the moment for which a decision is under way

  async #do(what: string, body: Record<string, unknown> = {}): Promise<Update<View> | null> {
    this.problem = null;
    this.sending = true;
    this.#decided = (body.expected_seq as number | undefined) ?? this.#decided;
    try {
      const update = await act<Update<View>>(this.id, what, body);
      this.hurry();
      if (update.table) this.#take(update);
      return update;
    } catch (error) {
      const problem = error as Problem;
      this.problem = problem;
      this.#decided = null;
      if (problem.key === 'table.stale' || problem.key === 'turn.other') await this.#again();
      return null;
    } finally {
      this.sending = false;
    }
  }

  async #again(): Promise<void> {
    const table = await get<Table<View>>(`tables/${this.id}${this.#query()}`);
    this.#take({ entries: [], table });
  }

  /** Whether a decision can be made now: the screen is up to date, and none is under way for this moment. */
  get free(): boolean {
    return this.current && this.#decided !== this.head?.seq;
  }

  play = (move: string) => this.#do('moves', { expected_seq: this.head!.seq, move, seat: this.head!.to_act });
  operate = (operation: unknown[]) => this.#do('operations', { expected_seq: this.head!.seq, operation });
  undo = (practice: boolean) =>
    this.#do('undo', { expected_seq: this.head!.seq, practice, ...(this.seat === null ? {} : { seat: this.seat }) });
  join = (secret: string, name: string | null) => this.#do('join', { secret, ...(name ? { name } : {}) });
  simply = (what: string, body: Record<string, unknown> = {}) => this.#do(what, body);

  async hint(): Promise<Hint[]> {
    this.problem = null;
    try {
      const seat = this.head!.to_act;
      return (await get<{ hints: Hint[] }>(`tables/${this.id}/hint?seat=${seat}`)).hints;
    } catch (error) {
      this.problem = error as Problem;
      return [];
    }
  }

  async link(seat: number): Promise<string | null> {
    try {
      const answer = await act<{ link: string }>(this.id, 'link', { seat });
      return answer.link;
    } catch (error) {
      this.problem = error as Problem;
      return null;
    }
  }

  // ---- earlier moments --------------------------------------------------------------------------------------------

  async visit(seq: number | null): Promise<void> {
    if (seq === null || seq >= (this.head?.moved ?? 0)) {
      this.moment = null;
      return;
    }
    try {
      this.moment = await get<Table<View>>(`tables/${this.id}/moments/${seq}${this.#query()}`);
    } catch (error) {
      this.problem = error as Problem;
    }
  }
}


/** A table of whatever game, for parts that do not look at the position. */
export type AnyLive = Live<any>;
