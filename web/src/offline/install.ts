/** The service worker, which keeps the site's files so that it opens without a network. */

const IDLE_MS = 4000; // after the page has loaded; whoever only looks in is not slowed down

const canKeep = () => 'serviceWorker' in navigator && isSecureContext && import.meta.env.PROD;
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Keep the site's files, and when there is time also what games need to go on without a server. */
export async function install(): Promise<void> {
  if (!canKeep()) return;
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  if (!savesData()) await keepEverything();
}

/** Keep what games need to go on without a server. */
export async function keepEverything(): Promise<void> {
  if (!canKeep()) return;
  (await navigator.serviceWorker.ready).active?.postMessage('keep everything');
}
