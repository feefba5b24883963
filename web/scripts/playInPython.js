// Play sessions of the companion in the browser's Python, for the test that compares it with the server's. Standard
// input has a list of sessions: a seed, and calls such as ["operate", "…"]. Standard output gets the texts of all
// answers, one list for each session.

import { text } from 'node:stream/consumers';
import { loadPyodide } from 'pyodide';
import { createServer } from 'vite';

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' });
const { importSessions } = await vite.ssrLoadModule('/src/games/tekhenu/engine/python.ts');
const { begin, load } = importSessions(await loadPyodide());

function play({ seed, calls }) {
  const session = begin(seed);
  const said = calls.map(([what, ...texts]) => session[what](...texts));
  const again = load(session.snapshot());
  return [...said, again.view(), again.snapshot()];
}

try {
  process.stdout.write(JSON.stringify(JSON.parse(await text(process.stdin)).map(play)));
} catch (error) {
  console.error(error.message); // without the line of the source, which is all of Pyodide
  process.exitCode = 1;
}
await vite.close();
