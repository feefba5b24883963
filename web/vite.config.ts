import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compress } from './scripts/compress.ts';
import { pyodide, PYODIDE_FOLDER, serviceWorker } from './scripts/offline.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte(), pyodide(), serviceWorker(), compress()],
  define: { __PYODIDE__: JSON.stringify(`/${PYODIDE_FOLDER}`) },
  worker: { format: 'es' },
  // The only places that know where the package has its messages, drawings and modules, with `paths` in tsconfig.json.
  resolve: {
    alias: {
      $messages: here('../src/heliopolis/text'),
      $drawings: here('../src/heliopolis/text'),
      $python: here('../src/heliopolis'),
    },
  },
  build: { outDir: here('../src/heliopolis/server/static'), emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': `http://127.0.0.1:${process.env.HELIOPOLIS_PORT ?? 8000}` },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
