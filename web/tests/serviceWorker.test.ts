import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = readFileSync(fileURLToPath(new URL('../scripts/serviceWorker.js', import.meta.url)), 'utf8');

type File = { ok: boolean; body: string };
type Stored = Map<string, Map<string, File>>; // caches by name, each with files by path
type Waits = { waitUntil: (work: Promise<unknown>) => void };
type Asked = { request: unknown; respondWith: (answer: Promise<File>) => void };

const fakeCache = (files: Map<string, File>) => ({
  match: async (path: string) => files.get(path),
  put: async (path: string, file: File) => void files.set(path, file),
  keys: async () => [...files.keys()].map((path) => ({ url: `https://heliopolis.test${path}` })),
});

/** Run the service worker of a version whose files have its name as their contents. */
function worker(version: string, stored: Stored, online = true) {
  const listeners: Record<string, (event: unknown) => void> = {};
  const order: string[] = [];
  const self = {
    addEventListener: (name: string, listener: (event: unknown) => void) => (listeners[name] = listener),
    skipWaiting: async () => void order.push(`takes over with ${stored.get(`files-${version}`)?.size} files`),
    clients: { claim: async () => undefined },
    location: { origin: 'https://heliopolis.test' },
  };
  const caches = {
    open: async (name: string) => {
      if (!stored.has(name)) stored.set(name, new Map());
      return fakeCache(stored.get(name)!);
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (path: string) => [...stored.values()].map((files) => files.get(path)).find((found) => found),
  };
  const fetch = async (path: string) => {
    if (!online) throw new TypeError('there is no network');
    return { ok: true, body: `${path} ${version}` };
  };
  const constants = [version, ['/', `/assets/${version}.js`], ['/assets/python.wasm']];
  new Function('self', 'caches', 'fetch', 'VERSION', 'FILES', 'LATER', source)(self, caches, fetch, ...constants);
  const when = async (name: string, data?: string) => {
    const work: Promise<unknown>[] = [];
    listeners[name]!({ data, waitUntil: (one) => work.push(one) } as Waits & { data?: string });
    await Promise.all(work);
  };
  const answer = (path: string, mode: string) =>
    new Promise<File>((resolve, reject) => {
      const request = { method: 'GET', url: `https://heliopolis.test${path}`, mode };
      listeners.fetch!({ request, respondWith: (found) => found.then(resolve, reject) } as Asked);
    });
  return { when, answer, order };
}

test('a new version takes over once it is whole, and opens without a network', async () => {
  const stored: Stored = new Map();
  const first = worker('one', stored);
  await first.when('install');
  expect(first.order).toEqual(['takes over with 2 files']);
  await first.when('message', 'keep everything');
  expect(stored.get('files-one')!.size).toBe(3);
  const second = worker('two', stored);
  await second.when('install');
  expect(second.order).toEqual(['takes over with 3 files']); // as much as the version before had
  await second.when('activate');
  expect(await worker('two', stored, false).answer('/t/abc', 'navigate')).toEqual({ ok: true, body: '/ two' });
});

test('pages of the version before still find their files, those of older ones do not', async () => {
  const stored: Stored = new Map();
  for (const version of ['one', 'two', 'three']) {
    const one = worker(version, stored);
    await one.when('install');
    await one.when('activate');
  }
  expect([...stored.keys()]).toEqual(['files-two', 'files-three']);
});
