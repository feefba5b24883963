/** How far this browser has come in the guided games, saved in it. */

export type LessonProgress = { step: number; done: boolean }; // `done`: it was played to its end once

const PREFIX = 'lesson-';

/** Return how far the lesson of a game was played. */
export function lessonProgress(game: string): LessonProgress {
  try {
    const saved = JSON.parse(localStorage.getItem(PREFIX + game) ?? '{}') as Partial<LessonProgress>;
    return { step: saved.step ?? 0, done: saved.done ?? false };
  } catch {
    return { step: 0, done: false };
  }
}

/** Save the step that a lesson was left at; after its last step it begins anew. */
export function saveProgress(game: string, step: number, steps: number): void {
  const done = lessonProgress(game).done || step >= steps;
  localStorage.setItem(PREFIX + game, JSON.stringify({ step: step % steps, done }));
}

/** Return whether a guided game was begun in this browser, or declined. */
export const knowsLessons = () => Object.keys(localStorage).some((key) => key.startsWith(PREFIX));

/** Do not offer a guided game again. */
export const declineLessons = () => localStorage.setItem(`${PREFIX}declined`, 'true');
