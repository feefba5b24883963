import { afterEach, expect, test, vi } from 'vitest';
import { settings } from '../src/lib/settings.svelte';
import type { Hint, Hints } from '../src/lib/types';
import { Advice } from '../src/table/advice.svelte';
import { PendingMove } from '../src/table/pendingMove.svelte';

const option = (move: string, own: number, error = 0.005): Hint => ({
  ...{ move, win: [1 - own, own], points: [30, 30], visits: 400, error },
});
const found = (...hints: Hint[]): Hints => ({ seq: 3, best: hints[0]!.move, why: [], hints });
const judge = (answer: Hints | null = found(option('bid 9', 0.33), option('bid 12', 0.27), option('pass', 0.2))) =>
  vi.fn(() => Promise.resolve(answer));
const SEAT = 1;

afterEach(() => {
  settings.warnings = true;
});

/** Return advice of the coach on a decision. */
async function coached(ask = judge()): Promise<Advice> {
  const advice = new Advice(ask);
  advice.follow('3 1', SEAT, true);
  await vi.waitFor(() => expect(advice.thinking).toBe(false));
  return advice;
}

test('the coach asks by itself, once for a decision', async () => {
  const ask = judge();
  const advice = await coached(ask);
  advice.follow('3 1', SEAT, true);
  expect(ask).toHaveBeenCalledExactlyOnceWith(SEAT, true);
  advice.follow('5 1', SEAT, true);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('without the coach there is advice only if it is asked for', async () => {
  const ask = judge();
  const advice = new Advice(ask);
  advice.follow('3 1', SEAT, false);
  expect([ask.mock.calls.length, advice.shown]).toEqual([0, false]);
  await advice.ask();
  expect(ask).toHaveBeenCalledWith(SEAT, false);
  expect([advice.shown, advice.best]).toEqual([true, 'bid 9']);
  advice.follow('5 1', SEAT, false);
  expect(advice.shown).toBe(false);
});

test('the chances are those of the own seat, as parts of one scale', async () => {
  const advice = await coached();
  expect(advice.choices.map(({ move, own }) => [move, own])).toEqual([
    ['bid 9', 33],
    ['bid 12', 27],
    ['pass', 20],
  ]);
  expect(advice.choice('bid 9')!.bar).toBeCloseTo(0.33 / 0.4);
  expect(advice.choice('pass')!.bar).toBeCloseTo(0.2 / 0.4);
  expect(advice.choice('bid 2')).toBeUndefined();
});

test('an answer about an earlier decision is not shown', async () => {
  let answer: (hints: Hints) => void = () => undefined;
  const advice = new Advice(() => new Promise<Hints>((resolve) => (answer = resolve)));
  advice.follow('3 1', SEAT, true);
  const late = answer;
  advice.follow(null, SEAT, true);
  late(found(option('draw', 0.5)));
  await Promise.resolve();
  expect(advice.best).toBeNull();
});

test('a refusal is shown, and can be tried again', async () => {
  const ask = judge(null);
  const advice = await coached(ask);
  expect(advice.failed).toBe(true);
  advice.follow('3 1', SEAT, true);
  expect(ask).toHaveBeenCalledOnce();
  await advice.ask();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('the coach warns of much, beyond the error, and of nothing else', async () => {
  expect((await coached()).loss('pass')).toEqual({ own: 20, best: 33 });
  expect((await coached()).loss('bid 12')).toBeNull();
  expect((await coached()).loss('bid 9')).toBeNull();
  const unsure = found(option('bid 9', 0.33, 0.05), option('pass', 0.2, 0.05));
  expect((await coached(judge(unsure))).loss('pass')).toBeNull();
  const hint = new Advice(judge());
  hint.follow('3 1', SEAT, false);
  await hint.ask();
  expect(hint.loss('pass')).toBeNull();
});

test('a warning holds the move back: again, anyway, or back', async () => {
  const advice = await coached();
  const table = { canDecide: true, play: vi.fn(async () => undefined) };
  const pending = new PendingMove(table, (move) => advice.loss(move));
  pending.choose('pass');
  pending.choose('pass'); // a double click does not play it
  expect(pending.warning).toEqual({ own: 20, best: 33 });
  pending.clear();
  expect([pending.move, pending.warning]).toEqual([null, null]);
  pending.choose('pass');
  pending.playAnyway();
  expect(table.play).toHaveBeenCalledExactlyOnceWith('pass');
});

test('another choice needs no warning, and warnings can be switched off', async () => {
  const advice = await coached();
  const table = { canDecide: true, play: vi.fn(async () => undefined) };
  const pending = new PendingMove(table, (move) => advice.loss(move));
  pending.choose('pass');
  pending.choose('bid 9');
  expect(table.play).toHaveBeenLastCalledWith('bid 9');
  settings.warnings = false;
  pending.choose('pass');
  expect(table.play).toHaveBeenLastCalledWith('pass');
});
