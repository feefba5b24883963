import { afterEach, expect, test, vi } from 'vitest';
import type { KeptTable } from '../src/offline/store';

/** A database that answers in a later task, whose connections fail with these errors one after the other. */
function stubDatabase(errors: (string | null)[]) {
  const found = { connections: 0, kept: [] as string[] };
  const later = (act: () => void) => void setTimeout(act);
  const transaction = () => {
    const error = errors.shift() ?? null;
    if (error === 'InvalidStateError') throw new DOMException('', error);
    const made: Record<string, unknown> = { error: error && new DOMException('', error) };
    const request = { result: [] as unknown[] };
    made.objectStore = () => ({
      put: ({ id }: KeptTable) => (error || found.kept.push(id), request),
      getAll: () => request,
    });
    later(() => (made[error ? 'onabort' : 'oncomplete'] as () => void)());
    return made;
  };
  vi.stubGlobal('indexedDB', {
    open: () => {
      found.connections++;
      const request: Record<string, unknown> = { result: { transaction, close: () => undefined } };
      later(() => (request.onsuccess as () => void)());
      return request;
    },
  });
  return found;
}

const kept = { id: 'abc', version: 1 } as KeptTable;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a connection that the browser has closed is made anew', async () => {
  const found = stubDatabase([null, 'InvalidStateError', null]);
  const { keep } = await import('../src/offline/store');
  await keep(kept);
  await keep({ ...kept, id: 'def' });
  expect(found).toEqual({ connections: 2, kept: ['abc', 'def'] });
});

test('when there is no room, a table is kept after others were forgotten', async () => {
  const found = stubDatabase(['QuotaExceededError', null, null]);
  const { keep } = await import('../src/offline/store');
  expect((await keep(kept)).version).toBe(2);
  expect(found.kept).toEqual(['abc']);
});

test('if there is still no room, that is an error', async () => {
  stubDatabase(['QuotaExceededError', null, 'QuotaExceededError']);
  const { keep } = await import('../src/offline/store');
  await expect(keep(kept)).rejects.toThrow();
});
