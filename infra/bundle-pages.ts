import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, buildSync } from 'esbuild';
import { FILE_NAMES, PAGE_SCRIPTS } from '../lib/pages/assets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Settings by which browser code is bundled: for browsers that know modules as of 2020. */
const BROWSER_OPTIONS = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2020',
  format: 'esm',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // A script is one request: what scripts share is small, and stands in each.
  splitting: false,
  entryNames: '[name]-[hash]',
} as const satisfies BuildOptions;

/**
 * Bundles the pages' scripts into the folder `into`, each in a file named by a hash of its content, beside it the same
 * compressed (`.br`), and the list of their names. Throws where a script doesn't compile.
 */
export const bundlePages = (into: string): void => {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const { metafile } = buildSync({
    ...BROWSER_OPTIONS,
    absWorkingDir: root,
    entryPoints: PAGE_SCRIPTS.map((script) => `lib/pages/browser/${script}.ts`),
    outdir: into,
    logLevel: 'silent',
    metafile: true,
  });
  const names = Object.entries(metafile.outputs).map(([file, { entryPoint = '' }]) => [
    basename(entryPoint, '.ts'),
    basename(file),
  ]);
  for (const file of readdirSync(into)) {
    writeFileSync(join(into, `${file}.br`), brotliCompressSync(readFileSync(join(into, file))));
  }
  writeFileSync(join(into, FILE_NAMES), JSON.stringify(Object.fromEntries(names)));
};
