// Keeps the site's files in this browser, so that it opens without a network. The build puts three constants before
// this: VERSION, FILES (kept at once) and LATER (kept when a page says that there is time). The API is never touched.

/* global VERSION, FILES, LATER */

const CACHE = `files-${VERSION}`;
const DOCUMENT = '/';
const PATIENCE_MS = 3000; // for the newest document, before the one that is kept is shown
const isImmutable = (path) => path.startsWith('/assets/'); // the name of such a file changes with its contents

/** Keep a file, unless it is kept already. */
async function keep(cache, path) {
  if (await cache.match(path)) return;
  const known = isImmutable(path) ? await caches.match(path, { ignoreVary: true }) : undefined;
  const response = known ?? (await fetch(path, { cache: isImmutable(path) ? 'default' : 'no-cache' }));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(path, response);
}

/** Keep files one after the other, so that they do not crowd out what the page asks for. */
async function keepAll(paths) {
  const cache = await caches.open(CACHE);
  for (const path of paths) await keep(cache, path);
}

/** Whether an older version had kept everything: then so must this one before it takes over. */
async function wasWhole() {
  const older = (await caches.keys()).filter((name) => name !== CACHE);
  const found = await Promise.all(older.map(async (name) => (await (await caches.open(name)).keys()).map(pathOf)));
  return found.flat().some((path) => path.endsWith('.wasm'));
}

const pathOf = ({ url }) => new URL(url).pathname;

/** Keep the files, then take over at once: without a network the newest version is the one that opens. */
async function install() {
  const whole = await wasWhole();
  await keepAll(whole ? [...FILES, ...LATER] : FILES);
  await self.skipWaiting();
}

/** Delete all versions but this one and the one before, whose pages may still be open and ask for their files. */
async function deleteOlder() {
  const older = (await caches.keys()).filter((name) => name !== CACHE);
  for (const name of older.slice(0, -1)) await caches.delete(name);
}

/** The newest document if it comes soon, else the one that is kept. */
async function newestDocument(request) {
  const fresh = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([fresh, late]).catch(() => undefined);
  if (first?.ok) return first;
  return (await (await caches.open(CACHE)).match(DOCUMENT, { ignoreVary: true })) ?? fresh;
}

const keptFile = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(deleteOlder().then(() => self.clients.claim())));
self.addEventListener('message', (event) => {
  if (event.data === 'keep everything') event.waitUntil(keepAll(LATER));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(newestDocument(request));
  else if ([...FILES, ...LATER].includes(pathname) || isImmutable(pathname)) event.respondWith(keptFile(request));
});
