/**
 * The companion's Python, as the server runs it, in Pyodide. The sources become part of this script when it is built;
 * a test compares the list with what Python imports.
 */

import type { PyodideAPI } from 'pyodide';

const SOURCES = import.meta.glob<string>(
  [
    '$python/__init__.py',
    '$python/core/{__init__,callable_package,checks,errors,registry}.py',
    '$python/games/__init__.py',
    '$python/games/tekhenu/*.py',
    '$python/server/__init__.py',
    '$python/server/domain/{__init__,companion_match,companion_reading,device_session,fairness,problems,sources}.py',
    '$python/text/{__init__,messages}.py',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const PACKAGE = 'heliopolis';
const FOLDER = '/companion';

/** Return the Python modules by their paths below the folder of the package. */
export const sources = (): [path: string, text: string][] =>
  Object.entries(SOURCES).map(([path, text]) => [path.slice(path.lastIndexOf(`/${PACKAGE}/`) + 1), text]);

/** A session in Python: texts of JSON in, texts of JSON out. */
export interface PythonSession {
  view(): string;
  operate(operation: string): string;
  read(path: string): string;
  snapshot(): string;
  destroy(): void;
}

/** The ways to a session. */
export interface Sessions {
  begin(seed: string): PythonSession;
  load(snapshot: string): PythonSession;
}

/** Give Pyodide the sources, and return the class of sessions. */
export function importSessions(pyodide: PyodideAPI): Sessions {
  for (const [path, text] of sources()) {
    pyodide.FS.mkdirTree(`${FOLDER}/${path.slice(0, path.lastIndexOf('/'))}`);
    pyodide.FS.writeFile(`${FOLDER}/${path}`, text);
  }
  pyodide.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  return pyodide.pyimport(`${PACKAGE}.server.domain.device_session`).DeviceSession as Sessions;
}
