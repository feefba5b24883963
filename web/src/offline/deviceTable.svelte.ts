/**
 * A table that goes on without the server where its game can: the device keeps the session with every entry, does the
 * next ones itself while the server cannot be reached, and sends them when it can.
 */

import { gameUi } from '../games';
import { get, getText, postOnce, Problem, requestId } from '../lib/api';
import { LiveTable } from '../lib/liveTable.svelte';
import { navigate } from '../lib/router.svelte';
import type { Table, Update } from '../lib/types';
import { tableAfter, type Engine } from './engine';
import { keepEverything } from './install';
import {
  compare,
  keepDevice,
  keepServer,
  PATIENCE_MS,
  pause,
  sendFirst,
  sendTable,
  withExpected,
  type Question,
  type Sent,
} from './joining';
import { withOperation, withSession, withUpdate } from './kept';
import { alone, askToPersist, forget, forgetOldest, isAhead, keep, readKept, tabs, type KeptTable } from './store';

const MAX_SINCE = 10; // operations that are done again when a kept session is opened
const REFRESH_MS = 500; // after an update, until the whole session is kept anew
const LOST = [403, 404, 410]; // the server has no such table, or not for this player
const SLOW_MS = 4000; // until a table that the server does not send is shown as this device has it

export class DeviceTable<View = unknown> extends LiveTable<View> {
  canGoOn = $state(false); // without the server, because everything that it needs is here
  preparing = $state(false); // to go on without the server
  unsent = $state(0); // entries that the server does not have yet
  joining = $state(false);
  question = $state.raw<Question | null>(null); // the server went on too: the person decides
  refusal = $state.raw<Problem | null>(null); // why the server does not take what was done here

  #engine: Promise<Engine> | null = null;
  #engineAt = -1; // how many changes the engine's session has had
  #seen = $state(-1); // and the one on the screen; -1: it is not kept
  #mayKeep = true; // whoever has no seat gets no session
  #own: Update<View> | null = null; // the last update that was made here
  #keeping: Promise<unknown> = Promise.resolve();
  #refresh: ReturnType<typeof setTimeout> | undefined;
  #tabs = tabs();

  constructor(id: string) {
    super(id);
    this.#tabs.onmessage = ({ data }: MessageEvent<{ id: string }>) => {
      if (data.id === this.id) void this.#followTab();
    };
  }

  /** Whether this device has the session that is on the screen. */
  get isKept(): boolean {
    return this.#seen >= 0;
  }

  get #isAhead(): boolean {
    return this.unsent > 0;
  }

  // ---- opening ----------------------------------------------------------------------------------------------------

  override async open(): Promise<void> {
    const kept = await readKept(this.id);
    if (kept?.movedTo) return navigate(`/t/${kept.movedTo}`, true);
    if (kept && isAhead(kept)) {
      this.#show(kept);
      if (!(await this.#join())) return;
      this.#keepSessionSoon(); // its history may have become another than the server's
    }
    const late = setTimeout(() => void this.#goOnAlone(), SLOW_MS);
    await super.open();
    clearTimeout(late);
    if (this.gone) await forget(this.id);
    else if (this.head) this.#remember({ entries: [], table: this.head });
  }

  /** Let go of everything: the page shows another table. */
  dispose(): void {
    this.close();
    clearTimeout(this.#refresh);
    this.#tabs.close();
    void this.#engine?.then((engine) => engine.close()).catch(() => undefined);
  }

  override async delete(): Promise<boolean> {
    const kept = await readKept(this.id);
    const deleted = !!kept?.begun || (await super.delete()) || LOST.includes(this.problem?.status ?? 0);
    if (deleted) await this.remove();
    return deleted;
  }

  /** Forget the table on this device, with all that the server does not take. */
  async remove(): Promise<void> {
    this.close();
    this.problem = this.refusal = null;
    await forget(this.id);
  }

  #show(kept: KeptTable): void {
    this.head = this.shown = kept.table as Table<View>;
    this.#seen = kept.changes;
    this.unsent = isAhead(kept) ? Math.max(1, kept.waiting.length) : 0;
  }

  /** Show what is kept if there is nothing else, and get everything ready to go on with it. */
  async #goOnAlone(): Promise<void> {
    await this.#keeping; // else the last update would seem to be missing
    const kept = await readKept(this.id);
    if (!kept || kept.movedTo) return;
    if (!this.shown) this.#show(kept);
    if (this.#isOlder(kept)) {
      this.canGoOn = false;
      return;
    }
    this.preparing = true;
    try {
      await alone(this.id, () => this.#engineFor(kept));
      this.canGoOn = true;
    } catch {
      this.canGoOn = false; // its files were never loaded
    } finally {
      this.preparing = false;
    }
  }

  /** Whether what is kept was overtaken by what the server has sent since: nothing may be done with it. */
  #isOlder(kept: KeptTable): boolean {
    return !this.#isAhead && !isAhead(kept) && kept.seq < this.head!.seq;
  }

  protected override lost(): void {
    super.lost();
    void this.#goOnAlone();
  }

  /** Another tab of this browser has changed what is kept. */
  async #followTab(): Promise<void> {
    const kept = await readKept(this.id);
    if (kept?.movedTo) return navigate(`/t/${kept.movedTo}`, true);
    if (kept && isAhead(kept)) {
      this.#show(kept);
      this.#stayAlone();
    } else if (this.#isAhead) {
      this.unsent = 0;
      await this.look(this.seat);
    }
  }

  /** Listen to the server no longer, but try to join it soon. */
  #stayAlone(): void {
    if (this.joining || this.willReload) return;
    this.close();
    this.reloadLater();
  }

  // ---- the rules on this device -----------------------------------------------------------------------------------

  /** Return the rules with the session of a kept table. */
  async #engineFor(kept: KeptTable): Promise<Engine> {
    const { engine: load } = gameUi(kept.table.game);
    if (!load) throw new Problem(0, 'network', {});
    this.#engine ??= load().then(({ default: start }) => start());
    try {
      const engine = await this.#engine;
      if (this.#engineAt === kept.changes) return engine;
      await engine.load(kept.snapshot);
      for (const operation of kept.since) {
        if ('problem' in (await engine.operate(operation))) throw new Error('What is kept cannot be done again.');
      }
      this.#engineAt = kept.changes;
      return engine;
    } catch {
      void this.#engine?.then((engine) => engine.close()).catch(() => undefined);
      this.#engine = null;
      this.#engineAt = -1;
      throw new Problem(0, 'network', {});
    }
  }

  /** Keep a table that was changed here, and tell the other tabs. */
  async #change(next: KeptTable): Promise<KeptTable> {
    const kept = await keep(next);
    this.unsent = isAhead(kept) ? Math.max(1, kept.waiting.length) : 0;
    this.#tabs.postMessage({ id: kept.id });
    return kept;
  }

  // ---- doing ------------------------------------------------------------------------------------------------------

  override async operate(operation: unknown[]): Promise<Update<View> | null> {
    if (!gameUi(this.head!.game).engine) return super.operate(operation);
    return this.act('operations', { expected_seq: this.head!.seq }, () => this.#operate(operation));
  }

  /** Let the server do an operation, or this device if the server does not answer. */
  async #operate(operation: unknown[]): Promise<Update<View>> {
    if (this.#isAhead || (this.connection === 'lost' && this.canGoOn)) return this.#operateHere(operation);
    const sent = { requestId: requestId(), expected: this.head!.seq };
    const body = { request_id: sent.requestId, expected_seq: sent.expected, operation };
    try {
      return await postOnce<Update<View>>(`tables/${this.id}/operations`, body, PATIENCE_MS);
    } catch (error) {
      if (!(error as Problem).isUnreachable) throw error;
      return this.#operateHere(operation, sent);
    }
  }

  async #operateHere(operation: unknown[], sent?: Sent): Promise<Update<View>> {
    await this.#keeping;
    const carryOut = async () => {
      const kept = await readKept(this.id);
      if (!kept || this.#isOlder(kept)) throw new Problem(0, 'network', {});
      const isOther = !isAhead(kept) && kept.seq !== (sent?.expected ?? this.head!.seq);
      if (isOther || kept.changes !== this.#seen) throw new Problem(409, 'table.stale', {});
      const engine = await this.#engineFor(kept);
      const view = await engine.operate(operation);
      if ('problem' in view) throw new Problem(view.problem.status, view.problem.key, view.problem.params);
      this.#engineAt = -1; // unless it is kept
      const done = withOperation(kept, operation, tableAfter(kept.table, view), sent);
      const isLong = done.since.length >= MAX_SINCE;
      const next = await this.#change(isLong ? { ...done, since: [], snapshot: await engine.snapshot() } : done);
      this.#engineAt = this.#seen = next.changes;
      return next.table as Table<View>;
    };
    const table = await alone(this.id, carryOut).catch((error: unknown) => {
      throw error instanceof Problem ? error : new Problem(507, 'offline.not_kept', {}); // no room, or no rules
    });
    if (this.unsent === 1) askToPersist();
    this.canGoOn = true;
    this.#stayAlone();
    this.#own = { entries: [], table };
    return this.#own;
  }

  protected override async refresh(): Promise<void> {
    const kept = this.#isAhead || this.connection === 'lost' ? await readKept(this.id) : null;
    if (kept && !this.#isOlder(kept)) this.#show(kept);
    else await super.refresh();
  }

  override async read<T>(path: string): Promise<T> {
    if (!this.#isAhead && this.connection === 'live') {
      try {
        return await super.read<T>(path);
      } catch (error) {
        if (!(error as Problem).isUnreachable) throw error;
      }
    }
    const found = await alone(this.id, async () => {
      const kept = await readKept(this.id);
      if (!kept) throw new Problem(0, 'network', {});
      return (await this.#engineFor(kept)).read(path);
    });
    const refused = (found as { problem?: Problem }).problem;
    if (refused) throw new Problem(refused.status, refused.key, refused.params);
    return found as T;
  }

  // ---- keeping what the server sends ------------------------------------------------------------------------------

  protected override receive(update: Update<View>): void {
    if (this.#isAhead && update !== this.#own) return; // it is joined later
    super.receive(update);
    if (update !== this.#own) this.#remember(update);
  }

  #remember(update: Update<View>): void {
    if (!gameUi(update.table.game).engine || !update.table.position || !this.#mayKeep) return;
    this.#keeping = this.#keeping
      .then(() => alone(this.id, () => this.#append(update as Update)))
      .catch(() => undefined);
  }

  /** Keep the operations of an update; the whole session is kept anew if they do not follow, and now and then. */
  async #append(update: Update): Promise<void> {
    const kept = await readKept(this.id);
    if (kept && (isAhead(kept) || kept.seq > update.table.seq)) return;
    const next = kept && withUpdate(kept, update);
    if (!next) {
      this.#seen = -1; // what is kept is not what the screen shows, until the whole session has come
      return this.#keepSessionSoon();
    }
    await this.#change(next);
    if (this.head?.seq === next.seq) this.#seen = next.changes;
    if (next.since.length >= MAX_SINCE) this.#keepSessionSoon();
  }

  #keepSessionSoon(): void {
    this.#refresh ??= setTimeout(() => {
      this.#refresh = undefined;
      void this.#fetchSession().catch(() => undefined); // with the next update it is tried again
    }, REFRESH_MS);
  }

  /** Load the whole session in the background: nobody waits for it. */
  async #fetchSession(): Promise<void> {
    const snapshot = await getText(`tables/${this.id}/session`).catch((error: Problem) => {
      this.#mayKeep = error.status !== 403;
      throw error;
    });
    const { seq } = JSON.parse(snapshot) as { seq: number };
    const table = (this.head?.seq === seq ? this.head : await get<Table>(`tables/${this.id}`)) as Table;
    if (table.seq !== seq) return this.#keepSessionSoon();
    this.#keeping = this.#keeping
      .then(() => alone(this.id, () => this.#keepSession(table, snapshot)))
      .catch(() => undefined);
    await this.#keeping;
    await Promise.all([forgetOldest(), keepEverything()]);
  }

  async #keepSession(table: Table, snapshot: string): Promise<void> {
    const kept = await readKept(this.id);
    if (kept && (isAhead(kept) || kept.seq > table.seq)) return;
    const { changes } = await this.#change(withSession(kept, table, snapshot));
    if (this.head?.seq === table.seq) this.#seen = changes;
  }

  // ---- joining ----------------------------------------------------------------------------------------------------

  /** Send everything that the server lacks; return whether it has everything now. */
  async #join(): Promise<boolean> {
    if (this.joining || this.question) return false;
    this.joining = true;
    this.refusal = null;
    try {
      while (!(await alone(this.id, () => this.#sendNext())));
      return !(await readKept(this.id))?.movedTo;
    } catch (error) {
      this.joining = false;
      await this.#handleRefusal(error as Problem);
      return false;
    } finally {
      this.joining = false;
    }
  }

  /** Send one thing; return whether that was the last. */
  async #sendNext(): Promise<boolean> {
    const kept = await readKept(this.id);
    if (!kept || !isAhead(kept)) return true;
    if (kept.begun) {
      const made = await sendTable(kept);
      await keep(made);
      await this.#change({ ...kept, movedTo: made.id, begun: null, waiting: [], since: [], snapshot: '' });
      navigate(`/t/${made.id}`, true);
      return true;
    }
    const next = withExpected(kept);
    const ready = next === kept ? kept : await this.#change(next);
    const sent = await this.#change(await sendFirst(ready));
    if (!isAhead(sent)) this.#show(sent);
    return !isAhead(sent);
  }

  async #handleRefusal(problem: Problem): Promise<void> {
    const wait = pause(problem);
    if (problem.key === 'table.stale') {
      await this.#compare().catch(() => this.reloadLater());
    } else if (wait === null) this.refusal = problem;
    else if (wait) setTimeout(() => void this.look(this.seat), wait);
    else this.reloadLater();
  }

  /** Find out what each side has done, and ask which to keep; a side that has only ticks gives way by itself. */
  async #compare(): Promise<void> {
    const question = await compare((await readKept(this.id))!);
    if (!question.server.entries) await this.choose('device', question);
    else if (!question.device.entries) await this.choose('server', question);
    else this.question = question;
  }

  /** Keep the entries of one side. */
  async choose(side: 'device' | 'server', question: Question): Promise<void> {
    await alone(this.id, async () => {
      const kept = (await readKept(this.id))!;
      if (side === 'server') this.#show(await this.#change(keepServer(kept, question)));
      else {
        const own = await (await this.#engineFor(kept)).snapshot();
        await this.#change(keepDevice(kept, question, own));
      }
    });
    this.question = null;
    await this.look(this.seat);
  }
}
