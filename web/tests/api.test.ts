import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { post, postAction, Problem } from '../src/lib/api';

let refusals: Response[]; // before everything else is accepted
let posted: string[];

const often = (seconds: number) =>
  new Response(JSON.stringify({ key: 'request.often', params: { seconds } }), { status: 429 });

beforeEach(() => {
  vi.useFakeTimers();
  [refusals, posted] = [[], []];
  vi.stubGlobal('fetch', async (_: string, sent?: RequestInit) => {
    if (sent?.body) posted.push(String(sent.body));
    return (sent?.body && refusals.shift()) || new Response('{}');
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('joining waits as long as the server says, and is the same request then', async () => {
  refusals = [often(2), often(3)];
  const joined = postAction('abc', 'join', { secret: 'x' });
  await vi.advanceTimersByTimeAsync(1900);
  expect(posted).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(posted).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await joined).toEqual({});
  expect(new Set(posted).size).toBe(1);
});

test.each([
  ['join', often(60)],
  ['chat', often(2)],
])('nobody waits for long, or to %s', async (action, refusal) => {
  refusals = [refusal];
  await expect(postAction('abc', action)).rejects.toMatchObject({ status: 429, key: 'request.often' });
  expect(posted).toHaveLength(1);
});

test('joining is given up in the end', async () => {
  refusals = Array.from({ length: 20 }, () => often(1));
  const refused = expect(post('tables/abc/join', {})).rejects.toMatchObject({ status: 429 });
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(posted).toHaveLength(5);
});

test('an invitation that was not answered for good is kept', () => {
  const isTemporary = (status: number) => new Problem(status, 'x', {}).isTemporary;
  expect([0, 429, 500, 502, 503, 504].every(isTemporary)).toBe(true);
  expect([400, 403, 404, 409, 410].some(isTemporary)).toBe(false);
});
