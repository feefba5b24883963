import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tableReview } from '../src/review/growingReview.svelte';

let asked: string[];
let answers: { status: string; moments: number[] }[];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string, options?: { method?: string }) => {
    asked.push(`${options?.method ?? 'GET'} ${url}`);
    if (options?.method === 'POST' || url === '/api/me') return new Response('{}');
    const { status, moments } = answers.shift()!;
    const review = { complete: status === 'done', moments: moments.map((number) => ({ number })) };
    return new Response(JSON.stringify({ status, place: null, review }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a review is asked for once and read until it is complete', async () => {
  answers = [
    { status: 'working', moments: [0, 1] },
    { status: 'done', moments: [2] },
  ];
  const growing = tableReview('abc');
  await growing.open();
  expect(growing.review?.moments).toHaveLength(2);
  await vi.runAllTimersAsync();
  expect(growing.review?.moments.map(({ number }) => number)).toEqual([0, 1, 2]);
  expect(growing.status).toBe('done');
  expect(asked.filter((one) => one.includes('review'))).toEqual([
    'POST /api/tables/abc/review',
    'GET /api/tables/abc/review?after=0',
    'GET /api/tables/abc/review?after=2',
  ]);
});

test('a review that was left is read no more', async () => {
  answers = [{ status: 'working', moments: [0] }];
  const growing = tableReview('abc');
  await growing.open();
  growing.close();
  await vi.runAllTimersAsync();
  expect(answers).toEqual([]);
  expect(asked.at(-1)).toBe('GET /api/tables/abc/review?after=0');
});
