import { beforeEach, expect, it, vi } from 'vitest';
import { declineLessons, knowsLessons, lessonProgress, saveProgress } from '../src/learn/lessonProgress';

beforeEach(() => {
  const kept: Record<string, string> = {};
  Object.defineProperties(kept, {
    getItem: { value: (key: string) => kept[key] ?? null },
    setItem: { value: (key: string, value: string) => (kept[key] = value) },
  });
  vi.stubGlobal('localStorage', kept);
});

it('keeps the step of each game', () => {
  saveProgress('ra', 4, 15);
  saveProgress('priests', 2, 15);
  expect(lessonProgress('ra')).toEqual({ step: 4, done: false });
  expect(lessonProgress('respublica')).toEqual({ step: 0, done: false });
});

it('begins anew after the last step, and remembers that it was done', () => {
  saveProgress('ra', 15, 15);
  expect(lessonProgress('ra')).toEqual({ step: 0, done: true });
  saveProgress('ra', 3, 15);
  expect(lessonProgress('ra')).toEqual({ step: 3, done: true });
});

it('begins anew where what was saved cannot be read', () => {
  localStorage.setItem('lesson-ra', '{');
  expect(lessonProgress('ra')).toEqual({ step: 0, done: false });
});

it('is offered until a lesson was begun or declined', () => {
  expect(knowsLessons()).toBe(false);
  declineLessons();
  expect(knowsLessons()).toBe(true);
});
