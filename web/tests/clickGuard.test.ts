import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClickGuard, QUIET_MS } from '../src/table/clickGuard.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('choices that have just come take no clicks for a moment', () => {
  const guard = new ClickGuard();
  expect(guard.settling).toBe(false);
  guard.follow('12 0');
  expect(guard.settling).toBe(true);
  vi.advanceTimersByTime(QUIET_MS - 1);
  expect(guard.settling).toBe(true);
  vi.advanceTimersByTime(1);
  expect(guard.settling).toBe(false);
});

test('the same choices are not guarded again', () => {
  const guard = new ClickGuard();
  guard.follow('12 0');
  vi.advanceTimersByTime(QUIET_MS);
  guard.follow('12 0');
  expect(guard.settling).toBe(false);
});

test('other choices are guarded anew, even those that come before the pointer was quiet', () => {
  const guard = new ClickGuard();
  guard.follow('12 0');
  vi.advanceTimersByTime(QUIET_MS - 1);
  guard.follow('15 0');
  vi.advanceTimersByTime(QUIET_MS - 1);
  expect(guard.settling).toBe(true);
});

test('the same choices are guarded when they come back after others', () => {
  const guard = new ClickGuard();
  guard.follow('12 0');
  guard.follow('14 1');
  vi.advanceTimersByTime(QUIET_MS);
  guard.follow('12 0');
  expect(guard.settling).toBe(true);
});

test('whoever goes on clicking takes nothing, however often', () => {
  const guard = new ClickGuard();
  guard.follow('12 0');
  for (let click = 0; click < 5; click++) {
    vi.advanceTimersByTime(QUIET_MS - 100);
    expect(guard.settling).toBe(true);
    guard.press();
  }
  vi.advanceTimersByTime(QUIET_MS);
  expect(guard.settling).toBe(false);
});

test('a click on choices that have stood for a while is no reason to wait', () => {
  const guard = new ClickGuard();
  guard.follow('12 0');
  vi.advanceTimersByTime(QUIET_MS);
  guard.press();
  expect(guard.settling).toBe(false);
});
