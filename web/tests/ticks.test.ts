import { expect, test } from 'vitest';
import { Ticks } from '../src/games/tekhenu/ticks.svelte';

/** A server that answers when it is told to. */
function slowServer() {
  const sent: number[][] = [];
  const answers: ((taken: boolean) => void)[] = [];
  const ticks = new Ticks((done) => {
    sent.push(done);
    return new Promise((resolve) => answers.push(resolve));
  });
  ticks.receive('steps', []);
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const answer = async (taken = true) => {
    if (taken) ticks.receive('steps', sent.at(-1)!);
    answers.shift()!(taken);
    await settle();
  };
  return { ticks, sent, answer };
}

test('a tick shows at once, and goes to the server', async () => {
  const { ticks, sent, answer } = slowServer();
  ticks.setBeginning(1);
  expect(ticks.done).toEqual([0]);
  expect(sent).toEqual([[0]]);
  await answer();
  expect(ticks.done).toEqual([0]);
  expect(sent).toEqual([[0]]);
});

test('of the ticks made during a request only the newest are sent', async () => {
  const { ticks, sent, answer } = slowServer();
  for (const end of [1, 2, 3]) ticks.setBeginning(end);
  expect(sent).toEqual([[0]]);
  await answer();
  expect(ticks.done).toEqual([0, 1, 2]);
  expect(sent).toEqual([[0], [0, 1, 2]]);
  await answer();
  expect(sent).toHaveLength(2);
});

test('another device’s ticks are shown, unless there are own ones on the way', async () => {
  const { ticks, answer } = slowServer();
  ticks.receive('steps', [0, 1]);
  expect(ticks.done).toEqual([0, 1]);
  ticks.setBeginning(3);
  ticks.receive('steps', [0]);
  expect(ticks.done).toEqual([0, 1, 2]);
  await answer();
  expect(ticks.done).toEqual([0, 1, 2]);
});

test('ticks of other steps are forgotten', () => {
  const { ticks } = slowServer();
  ticks.setBeginning(3);
  ticks.receive('other steps', []);
  expect(ticks.done).toEqual([]);
});

test('an answer waits for the request under way, and the ticks behind it are not sent', async () => {
  const { ticks, sent, answer } = slowServer();
  for (const end of [1, 2]) ticks.setBeginning(end);
  const acts: string[] = [];
  const held = ticks.holdFor(() => {
    acts.push('answer');
    ticks.receive('other steps', []);
    return Promise.resolve();
  });
  expect(acts).toEqual([]);
  expect(ticks.done).toEqual([0, 1]);
  await answer();
  await held;
  expect(acts).toEqual(['answer']);
  expect(sent).toEqual([[0]]);
});

test('ticks that an answer held up are sent if it was refused', async () => {
  const { ticks, sent, answer } = slowServer();
  for (const end of [1, 2]) ticks.setBeginning(end);
  const held = ticks.holdFor(() => Promise.resolve());
  await answer();
  await held;
  expect(sent).toEqual([[0], [0, 1]]);
});

test('what could not be sent stays on the screen, and is sent again later', async () => {
  const { ticks, sent, answer } = slowServer();
  ticks.setBeginning(2);
  await answer(false);
  expect(ticks.done).toEqual([0, 1]);
  ticks.retry();
  expect(sent).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test('flushing waits for all of them', async () => {
  const { ticks, sent, answer } = slowServer();
  for (const end of [1, 2]) ticks.setBeginning(end);
  let flushed = false;
  const flushing = ticks.flush().then(() => (flushed = true));
  await answer();
  expect(flushed).toBe(false);
  await answer();
  await flushing;
  expect(sent).toEqual([[0], [0, 1]]);
});

test('items of a list are ticked in any order', () => {
  const { ticks } = slowServer();
  for (const index of [4, 1, 4, 2]) ticks.toggle(index);
  expect(ticks.done).toEqual([1, 2]);
});

test('a request that fails does not stop those after it', async () => {
  const sent: number[][] = [];
  const ticks = new Ticks((done) => {
    sent.push(done);
    return sent.length === 1 ? Promise.reject(new Error('failed')) : Promise.resolve(true);
  });
  ticks.receive('steps', []);
  ticks.setBeginning(1);
  await ticks.flush();
  expect(ticks.done).toEqual([0]);
  ticks.setBeginning(2);
  await ticks.flush();
  expect(sent.at(-1)).toEqual([0, 1]);
});

test('an answer that fails does not hold ticks up', async () => {
  const { ticks, sent, answer } = slowServer();
  await expect(ticks.holdFor(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  ticks.setBeginning(1);
  expect(sent).toEqual([[0]]);
  await answer();
});
