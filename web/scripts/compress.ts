// Writes compressed forms of the site's files next to them. The server sends them to clients that accept them.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(html|m?js|css|svg|json|txt|wasm|webmanifest)$/;
const MIN_BYTES = 400; // less fits into one packet anyway
const LARGE_BYTES = 5_000_000; // from here on the best compression takes a minute, and the next best seconds
const FORMS = {
  '.gz': (content: Buffer) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION }),
  '.br': (content: Buffer) =>
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: content.length < LARGE_BYTES ? constants.BROTLI_MAX_QUALITY : 9 },
    }),
};

export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (COMPRESSIBLE.test(name)) compressFile(join(folder, name));
      }
    },
  };
}

function compressFile(file: string): void {
  const content = readFileSync(file);
  if (content.length < MIN_BYTES) return;
  for (const [suffix, packed] of Object.entries(FORMS)) writeFileSync(file + suffix, packed(content));
}
