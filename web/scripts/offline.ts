// What the site needs without a network: Python for the browser, and a service worker that keeps all files.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(import.meta.url);
const PYODIDE = dirname(require.resolve('pyodide/package.json'));
const { version } = require('pyodide/package.json') as { version: string };
const PYODIDE_FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];

/** The folder of Pyodide's files below the site; like all assets it changes with its contents. */
export const PYODIDE_FOLDER = `assets/pyodide-${version}/`;

const isLater = (name: string) => name.startsWith(PYODIDE_FOLDER);
const isDocument = (name: string) => name === 'index.html';

/** Add Pyodide to the site as it is. */
export function pyodide(): Plugin {
  return {
    name: 'pyodide',
    generateBundle() {
      for (const file of PYODIDE_FILES) {
        this.emitFile({
          type: 'asset',
          fileName: PYODIDE_FOLDER + file,
          source: new Uint8Array(readFileSync(join(PYODIDE, file))),
        });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = PYODIDE_FILES.find((name) => request.url === `/${PYODIDE_FOLDER}${name}`);
        if (!file) return next();
        response.setHeader('Content-Type', mediaType(file));
        response.end(readFileSync(join(PYODIDE, file)));
      });
    },
  };
}

const mediaType = (file: string) =>
  file.endsWith('.mjs') ? 'text/javascript' : file.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';

/** Write `sw.js`: the service worker with the list of all files that it keeps. */
export function serviceWorker(): Plugin {
  let publicFolder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = { ...publicFiles(publicFolder), ...builtFiles(bundle) };
        const names = Object.keys(files).sort();
        const version = hash(names.map((name) => `${name} ${hash(files[name]!)}`).join('\n'));
        const path = (name: string) => (isDocument(name) ? '/' : `/${name}`);
        const lists = {
          VERSION: version,
          FILES: names.filter((name) => !isLater(name)).map(path),
          LATER: names.filter(isLater).map(path),
        };
        const constants = Object.entries(lists).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
        const source = constants.join('') + readFileSync(here('serviceWorker.js'), 'utf8');
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}

type Content = string | Uint8Array;

const hash = (content: Content) => createHash('sha256').update(content).digest('hex').slice(0, 16);

const builtFiles = (bundle: Rolldown.OutputBundle): Record<string, Content> =>
  Object.fromEntries(
    Object.values(bundle).map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );

const publicFiles = (folder: string): Record<string, Content> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file)]),
  );
