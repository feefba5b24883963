/**
 * A table on the server as this browser shows it: the newest state (`head`), what is on the screen (`shown`), the log.
 *
 * Updates come over a stream, or as the answer to an own move, whichever is first. Moves of others wait in a queue, so
 * that each can be seen; a click, a key or a hidden tab shows all of them at once. Nothing ever blocks a decision.
 */

import { get, post, postAction, type Problem } from './api';
import { animationTimes, settings } from './settings.svelte';
import type { Connection, TableSource } from './tableSource';
import type { Entry, Hints, Link, LogPage, Table, Update } from './types';

const LOG_PAGE = 200; // entries per request
const GONE = [404, 410]; // there is no such table, or it cannot be read
const REFUSED = [400, 403, ...GONE]; // asking again changes nothing
const FIRST_RETRY_MS = 2000; // while the server cannot be reached; doubled for each further one
const MAX_RETRY_MS = 30_000;

export class LiveTable<View = unknown> implements TableSource<View> {
  readonly id: string;
  head = $state.raw<Table<View> | null>(null);
  shown = $state.raw<Table<View> | null>(null);
  log = $state.raw<Entry[]>([]);
  latestEntries = $state.raw<Entry[]>([]); // those that led to what is shown
  pastTable = $state.raw<Table<View> | null>(null); // an earlier moment that the user looks at
  connection = $state<Connection>('live');
  problem = $state.raw<Problem | null>(null);
  sending = $state(false);
  gone = $state(false);
  retryAt = $state<number | null>(null); // when the table is loaded again, while the server cannot be reached
  keptMove = $state<string | null>(null); // a move on its way: it is sent again while the server cannot be reached
  seat = $state<number | null>(null); // the own seat whose view is shown; null: the server chooses

  /** Called before and after a new table is shown, with the entries in between. */
  before: (() => void) | null = null;
  after: ((entries: Entry[]) => void) | null = null;

  #queue: Update<View>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined; // until the next update is shown
  #retry: ReturnType<typeof setTimeout> | undefined; // until the table is loaded again
  #failures = 0; // loads since the last that led to a stream
  #loads = 0; // of several under way only the last counts
  #answers = 0; // to own actions: what was loaded meanwhile may be older
  #stream: EventSource | null = null;

  constructor(id: string) {
    this.id = id;
  }

  // ---- loading ----------------------------------------------------------------------------------------------------

  /** Load the table and its log, then listen for updates; try again later if the server cannot be reached. */
  async open(): Promise<void> {
    const load = ++this.#loads;
    const answers = this.#answers;
    try {
      const [table, log] = await Promise.all([get<Table<View>>(`tables/${this.id}${this.#query()}`), this.#wholeLog()]);
      if (load !== this.#loads) return;
      if (answers !== this.#answers) return await this.open();
      this.head = this.shown = table;
      this.log = log.filter((entry) => entry.seq <= table.seq);
      this.#listen(this.log.at(-1)?.seq ?? 0); // the table may be newer than the log: the stream brings the rest
    } catch (error) {
      if (load !== this.#loads) return;
      const problem = error as Problem;
      this.gone = GONE.includes(problem.status);
      if (problem.status === 403 && this.seat !== null)
        await this.look(null); // the seat is another player's now
      else if (REFUSED.includes(problem.status)) this.problem = problem;
      else this.reloadLater();
    }
  }

  /** Stop listening, for good or until the table is loaded again. */
  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    this.#timer = this.#retry = undefined;
    this.retryAt = null;
    this.#loads++;
    this.#stream?.close();
    this.#stream = null;
  }

  /** Load the table again after a delay that grows with every failure. */
  protected reloadLater(): void {
    this.lost();
    clearTimeout(this.#retry);
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, MAX_RETRY_MS);
    this.retryAt = Date.now() + delay;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      void this.look(this.seat);
    }, delay);
  }

  /** Whether the table waits to be loaded again. */
  protected get willReload(): boolean {
    return this.#retry !== undefined;
  }

  /** Take note that the server cannot be reached. */
  protected lost(): void {
    this.connection = 'lost';
  }

  /** Load the table at once if the server could not be reached: the network is back. */
  online(): void {
    if (this.connection === 'lost') void this.look(this.seat);
  }

  /** Do not wait for a request to fail: there is no network, unless the server is on this device. */
  offline(): void {
    this.showQueued();
    this.close(); // an update that was on its way must not make it seem live again
    this.reloadLater();
  }

  /** Show the view of another own seat, or of the one that the server chooses. */
  async look(seat: number | null): Promise<void> {
    this.close();
    this.seat = seat;
    this.#queue = [];
    await this.open();
  }

  #query(extra: Record<string, number | string> = {}): string {
    const fields = Object.entries({ ...(this.seat === null ? {} : { seat: this.seat }), ...extra });
    return fields.length ? `?${fields.map(([key, value]) => `${key}=${value}`).join('&')}` : '';
  }

  async #wholeLog(): Promise<Entry[]> {
    const found: Entry[] = [];
    for (;;) {
      const after = found.at(-1)?.seq ?? 0;
      const page = await get<LogPage>(`tables/${this.id}/log${this.#query({ after, limit: LOG_PAGE })}`);
      found.push(...page.entries);
      if (page.entries.length < LOG_PAGE) return found;
    }
  }

  #listen(after: number): void {
    const stream = new EventSource(`/api/tables/${this.id}/events${this.#query({ after, pace: settings.pace })}`);
    this.#stream = stream;
    stream.addEventListener('open', () => {
      this.connection = 'live';
      this.#failures = 0;
    });
    stream.addEventListener('update', (event) => {
      this.connection = 'live';
      this.receive(JSON.parse((event as MessageEvent<string>).data) as Update<View>);
    });
    stream.addEventListener('gone', () => void this.look(null));
    stream.addEventListener('error', () => {
      this.lost();
      if (stream.readyState === EventSource.CLOSED && this.#stream === stream) this.reloadLater();
    });
  }

  // ---- showing ----------------------------------------------------------------------------------------------------

  /** Queue an update from the stream or from an answer; entries that are known already are left out. */
  protected receive(update: Update<View>): void {
    // Away for long, or a person has deleted themselves and what they wrote: load everything again.
    if (update.gap || update.entries.some(({ kind }) => kind === 'erased')) return void this.look(this.seat);
    const entries = update.entries.filter(({ seq }) => !this.log.some((known) => known.seq === seq));
    if (entries.length) this.log = [...this.log, ...entries].toSorted((a, b) => a.seq - b.seq);
    if (this.head && update.table.seq < this.head.seq) return; // an answer was faster than the stream
    this.head = update.table;
    this.#queue.push({ entries, table: update.table });
    this.#next();
  }

  /** Show the next update of the queue, unless the last one is still to be looked at. */
  #next(): void {
    if (this.#timer !== undefined) return;
    const update = this.#queue.shift();
    if (!update) return;
    this.#show(update);
    const { dwell } = animationTimes();
    if (!this.#queue.length && !update.entries.some((entry) => entry.kind === 'move')) return;
    if (!dwell || document.hidden) return this.#next();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#next();
    }, dwell);
  }

  /** Show everything that is queued, at once. */
  showQueued(): void {
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
      this.latestEntries = update.entries;
      this.after?.(update.entries);
    }
  }

  /** The log up to what is on the screen; from an earlier moment one sees what came after it too. */
  get visibleLog(): Entry[] {
    return this.pastTable ? this.log : this.log.filter(({ seq }) => seq <= (this.shown?.seq ?? 0));
  }

  /** The entry whose moment the user looks at; null: the newest. */
  get lookedAt(): number | null {
    return this.pastTable?.seq ?? null;
  }

  /** Whether the screen shows the newest state. */
  get current(): boolean {
    return this.pastTable === null && this.shown !== null && this.shown.seq === this.head?.seq;
  }

  // ---- acting -----------------------------------------------------------------------------------------------------

  #decidedAt: number | null = null; // the seq that a decision under way was made at

  protected async act(
    action: string,
    body: Record<string, unknown> = {},
    send = () => postAction<Update<View>>(this.id, action, body),
  ): Promise<Update<View> | null> {
    this.problem = null;
    this.sending = true;
    this.keptMove = (body.move as string | undefined) ?? null;
    this.#decidedAt = (body.expected_seq as number | undefined) ?? this.#decidedAt;
    try {
      const update = await send();
      this.#answers++;
      this.showQueued();
      if (update.table) this.receive(update);
      return update;
    } catch (error) {
      const problem = error as Problem;
      this.problem = problem;
      this.#decidedAt = null;
      const isOld = problem.key === 'table.stale' || problem.key === 'turn.other';
      if (isOld) await this.refresh().catch(() => this.reloadLater());
      return null;
    } finally {
      this.sending = false;
      this.keptMove = null;
    }
  }

  protected async refresh(): Promise<void> {
    const table = await get<Table<View>>(`tables/${this.id}${this.#query()}`);
    this.receive({ entries: [], table });
  }

  /** Whether a decision can be made now: the screen is up to date, and none is under way for this state. */
  get canDecide(): boolean {
    return this.current && this.#decidedAt !== this.head?.seq;
  }

  operate(operation: unknown[]): Promise<Update<View> | null> {
    return this.act('operations', { expected_seq: this.head!.seq, operation });
  }

  play = (move: string) => this.act('moves', { expected_seq: this.head!.seq, move, seat: this.head!.to_act });
  undo = (practice: boolean) =>
    this.act('undo', { expected_seq: this.head!.seq, practice, ...(this.seat === null ? {} : { seat: this.seat }) });
  join = (secret: string, name: string | null) => this.act('join', { secret, ...(name ? { name } : {}) });
  chat = (text: string) => this.act('chat', { text });
  agreeToCoach = (agrees: boolean) => this.act('coach', { agrees });
  send = (action: string, body: Record<string, unknown> = {}) => this.act(action, body);

  /** Return what the server answers below the table's address. */
  read<T>(path: string): Promise<T> {
    return get<T>(`tables/${this.id}/${path}`);
  }

  /** Return what the moves of an own seat are worth; null if the server refuses. `quiet`: nobody asked for it. */
  async hint(seat: number, quiet = false): Promise<Hints | null> {
    if (!quiet) this.problem = null;
    try {
      return await get<Hints>(`tables/${this.id}/hint?seat=${seat}`);
    } catch (error) {
      if (!quiet) this.problem = error as Problem;
      return null;
    }
  }

  /** Return a new link for an open seat; links given out before stop working. */
  async link(seat: number): Promise<string | null> {
    try {
      return (await postAction<Link>(this.id, 'link', { seat })).link;
    } catch (error) {
      this.problem = error as Problem;
      return null;
    }
  }

  /** Delete the table, as its host; return whether it is gone. */
  async delete(): Promise<boolean> {
    this.close(); // the stream would only say that the table is gone
    try {
      await post(`tables/${this.id}`, {}, 'DELETE');
      return true;
    } catch (error) {
      await this.open();
      this.problem = error as Problem;
      return false;
    }
  }

  // ---- earlier moments, pictures ----------------------------------------------------------------------------------

  /** Show the table as it was after an entry; null: as it is now. */
  async showMoment(seq: number | null): Promise<void> {
    if (seq === null || seq >= (this.head?.moved ?? 0)) {
      this.pastTable = null;
      return;
    }
    try {
      this.pastTable = await get<Table<View>>(`tables/${this.id}/moments/${seq}${this.#query()}`);
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  pictureUrl(): string | null {
    const table = this.pastTable ?? this.shown;
    return table && `/api/tables/${this.id}/picture${this.#query({ seq: table.seq })}`;
  }
}

/** A table of any game, for components that do not look at the position. */
export type AnyLiveTable = LiveTable<unknown>;
