import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Problem } from '../src/lib/api';
import { settings } from '../src/lib/settings.svelte';
import type { Entry, Table } from '../src/lib/types';
import { ForcedMove, NOTE_MS, noteTime, onlyMove } from '../src/table/forcedMove.svelte';

let openDialog: object | null;

beforeEach(() => {
  vi.useFakeTimers();
  openDialog = null;
  vi.stubGlobal('document', { querySelector: () => openDialog });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  settings.forced = true;
  settings.confirm = false;
});

const live = (canDecide = true) => ({ canDecide, play: vi.fn(async () => null), problem: null as Problem | null });
const after = (milliseconds: number) => () => milliseconds;

// ---- when it is made ------------------------------------------------------------------------------------------------

test('the only move is made once its note was to be read', () => {
  const at = live();
  const forced = new ForcedMove(at);
  forced.follow('12 0', 'end', after(NOTE_MS));
  expect(forced.move).toBe('end');
  vi.advanceTimersByTime(NOTE_MS - 1);
  expect(at.play).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(at.play).toHaveBeenCalledExactlyOnceWith('end');
  expect(forced.move).toBeNull();
});

test('what is told of the same decision again neither hastens nor repeats it', () => {
  const at = live();
  const forced = new ForcedMove(at);
  forced.follow('12 0', 'end', after(NOTE_MS));
  vi.advanceTimersByTime(NOTE_MS / 2);
  forced.follow('12 0', 'end', after(NOTE_MS));
  vi.advanceTimersByTime(NOTE_MS / 2);
  forced.follow('12 0', 'end', after(NOTE_MS));
  vi.advanceTimersByTime(10 * NOTE_MS);
  expect(at.play).toHaveBeenCalledOnce();
});

test('a move that was stopped is left to the player, and the next one is not', () => {
  const at = live();
  const forced = new ForcedMove(at);
  forced.follow('12 0', 'end', after(NOTE_MS));
  expect(forced.stop()).toBe(true);
  expect(forced.stop()).toBe(false);
  forced.follow('12 0', 'end', after(NOTE_MS));
  vi.advanceTimersByTime(10 * NOTE_MS);
  expect(at.play).not.toHaveBeenCalled();
  forced.follow('15 0', 'nothing', after(NOTE_MS));
  vi.advanceTimersByTime(NOTE_MS);
  expect(at.play).toHaveBeenCalledExactlyOnceWith('nothing');
});

test('nothing is made of a decision that has passed, or when the setting is turned off', () => {
  const at = live();
  const forced = new ForcedMove(at);
  forced.follow('12 0', 'end', after(NOTE_MS));
  forced.follow(null, null, after(NOTE_MS));
  vi.advanceTimersByTime(NOTE_MS);
  forced.follow('15 0', 'end', after(NOTE_MS));
  forced.follow('15 0', null, after(NOTE_MS));
  vi.advanceTimersByTime(NOTE_MS);
  expect(at.play).not.toHaveBeenCalled();
});

test('it waits while a dialog is being read', () => {
  const at = live();
  const forced = new ForcedMove(at);
  openDialog = {};
  forced.follow('12 0', 'end', after(NOTE_MS));
  vi.advanceTimersByTime(5 * NOTE_MS);
  expect(at.play).not.toHaveBeenCalled();
  openDialog = null;
  vi.advanceTimersByTime(NOTE_MS);
  expect(at.play).toHaveBeenCalledOnce();
});

test('it is not made twice if the player was quicker', () => {
  const at = live(false); // a decision is under way
  new ForcedMove(at).follow('12 0', 'end', after(NOTE_MS));
  vi.advanceTimersByTime(NOTE_MS);
  expect(at.play).not.toHaveBeenCalled();
});

test('nobody is told that another device was quicker', async () => {
  const at = live();
  at.play.mockImplementation(async () => {
    at.problem = { key: 'table.stale' } as Problem;
    return null;
  });
  new ForcedMove(at).follow('12 0', 'end', after(NOTE_MS));
  await vi.advanceTimersByTimeAsync(NOTE_MS);
  expect(at.play).toHaveBeenCalledOnce();
  expect(at.problem).toBeNull();
});

// ---- what is forced -------------------------------------------------------------------------------------------------

const table = (legal: string[], moved = 12) => ({ moved, position: { legal } }) as unknown as Table;
const entry = (seq: number, kind: string) => ({ seq, kind, at: 0 }) as Entry;

test('a decision is forced if it has one option', () => {
  expect(onlyMove(table(['end']), [entry(12, 'move')])).toBe('end');
  expect(onlyMove(table(['end', 'lay wheel']), [entry(12, 'move')])).toBeNull();
});

test('what was taken back is not made again by itself', () => {
  expect(onlyMove(table(['end']), [entry(11, 'undo'), entry(12, 'undo'), entry(13, 'chat')])).toBeNull();
  expect(onlyMove(table(['end'], 14), [entry(12, 'undo'), entry(14, 'move')])).toBe('end');
});

test('nothing is made by itself against the settings', () => {
  settings.forced = false;
  expect(onlyMove(table(['end']), [])).toBeNull();
  settings.forced = true;
  settings.confirm = true;
  expect(onlyMove(table(['end']), [])).toBeNull();
});

// ---- secrets --------------------------------------------------------------------------------------------------------

const seat = (kind: string, yours = false, away = false) => ({ kind, yours, away });
const at = (...seats: object[]) => ({ seats }) as Table;
const BOTS = at(seat('person', true), seat('bot'), seat('bot'));

test('against bots a note is short', () => {
  expect(noteTime(BOTS, true)).toBe(NOTE_MS);
});

test.each([seat('person'), seat('bot', false, true)])(
  'among people with hidden hands its time says nothing',
  (other) => {
    const table = at(seat('person', true), other, seat('bot'));
    const times = [0, 0.5, 0.999].map((luck) => {
      vi.spyOn(Math, 'random').mockReturnValue(luck);
      return noteTime(table, true);
    });
    expect(Math.min(...times)).toBeGreaterThanOrEqual(3000);
    expect(Math.max(...times)).toBeGreaterThan(7000);
    expect(noteTime(table, false)).toBe(NOTE_MS);
  },
);
