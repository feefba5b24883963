/** A worker with one companion session in Python. It answers messages in their order, each with its number. */

import type { loadPyodide } from 'pyodide';
import { importSessions, type PythonSession, type Sessions } from './python';

export type Call = { number: number; what: 'begin' | 'load' | 'operate' | 'read' | 'snapshot'; text: string };
export type Answer = { number: number; text: string } | { number: number; failed: string };

async function start(): Promise<Sessions> {
  const folder = new URL(__PYODIDE__, location.origin).href;
  const { loadPyodide: load } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide: typeof loadPyodide;
  };
  return importSessions(await load({ indexURL: folder }));
}

const sessions = start();
let session: PythonSession | null = null;

async function answer({ what, text }: Call): Promise<string> {
  const { begin, load } = await sessions;
  if (what === 'begin' || what === 'load') {
    const opened = what === 'begin' ? begin(text) : load(text);
    session?.destroy();
    session = opened;
    return session.view();
  }
  if (!session) throw new Error('There is no session.');
  return what === 'snapshot' ? session.snapshot() : session[what](text);
}

let last: Promise<unknown> = sessions.catch(() => undefined);
addEventListener('message', ({ data }: MessageEvent<Call>) => {
  last = last
    .then(() => answer(data))
    .then((text): Answer => ({ number: data.number, text }))
    .catch((error: unknown): Answer => ({ number: data.number, failed: String(error) }))
    .then((message) => postMessage(message));
});
