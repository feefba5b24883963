import { afterEach, expect, test, vi } from 'vitest';
import { settings } from '../src/lib/settings.svelte';
import { PendingMove } from '../src/table/pendingMove.svelte';

const table = (canDecide = true) => ({ canDecide, play: vi.fn(async () => undefined) });

afterEach(() => {
  settings.confirm = false;
});

test('one click plays a move', () => {
  const at = table();
  new PendingMove(at).choose('draw');
  expect(at.play).toHaveBeenCalledExactlyOnceWith('draw');
});

test('with the setting against misclicks the second click plays it', () => {
  settings.confirm = true;
  const at = table();
  const pending = new PendingMove(at);
  pending.choose('draw');
  expect(at.play).not.toHaveBeenCalled();
  expect(pending.move).toBe('draw');
  pending.choose('draw');
  expect(at.play).toHaveBeenCalledExactlyOnceWith('draw');
  expect(pending.move).toBeNull();
});

test('another move takes the place of the one that waits', () => {
  settings.confirm = true;
  const at = table();
  const pending = new PendingMove(at);
  pending.choose('draw');
  pending.choose('invoke');
  expect(at.play).not.toHaveBeenCalled();
  expect(pending.move).toBe('invoke');
});

test('a move with a confirmation of its own is not confirmed twice', () => {
  settings.confirm = true;
  const at = table();
  new PendingMove(at).choose('ask 1 roman', true);
  expect(at.play).toHaveBeenCalledOnce();
});

test('nothing is played while no decision can be made', () => {
  const at = table(false);
  new PendingMove(at).choose('draw');
  expect(at.play).not.toHaveBeenCalled();
});
