import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Playback } from '../src/lib/playback.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('it shows move after move until there are no more', () => {
  let shown = 0;
  const playback = new Playback(() => ++shown < 3);
  playback.toggle();
  expect(playback.playing).toBe(true);
  vi.runAllTimers();
  expect([shown, playback.playing]).toEqual([3, false]);
});

test('it can be stopped, and goes on where it was', () => {
  let shown = 0;
  const playback = new Playback(() => ++shown < 9);
  playback.toggle();
  vi.advanceTimersToNextTimer();
  playback.toggle();
  vi.runAllTimers();
  expect([shown, playback.playing]).toEqual([1, false]);
  playback.toggle();
  vi.runAllTimers();
  expect(shown).toBe(9);
});

test('four times the speed takes a quarter of the time', () => {
  const playback = new Playback(() => true);
  const waits = vi.spyOn(globalThis, 'setTimeout');
  playback.toggle();
  playback.speed = 4;
  vi.advanceTimersToNextTimer();
  const [first, second] = waits.mock.calls.map(([, milliseconds]) => milliseconds!);
  expect(second).toBe(first! / 4);
});
