import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, buildSync } from 'esbuild';
import { directionOf } from '../lib/base/languages.ts';
import { FILE_NAMES, PAGE_SCRIPTS, wordsName } from '../lib/pages/assets.ts';
import type { Spoken } from '../lib/pages/browser/shared/words/forms.ts';
import { pageWords } from '../lib/pages/page-words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Settings for bundling browser code: for browsers that support modules as of 2020. */
const BROWSER_OPTIONS = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2020',
  format: 'esm',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // A script is one request: shared code is small, so each script contains it.
  splitting: false,
  entryNames: '[name]-[hash]',
} as const satisfies BuildOptions;

/**
 * Bundles the pages' scripts into the folder `into`, and puts their words beside them, a file for each language. Each file is named by a
 * hash of its content, beside it the same compressed (`.br`), and the list of their names. Throws where a script doesn't compile.
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
  const scripts = Object.entries(metafile.outputs).map(([file, { entryPoint = '' }]) => [
    basename(entryPoint, '.ts'),
    basename(file),
  ]);
  const words = pageWords().map((one): [string, string] => [
    wordsName(one.script, one.language),
    writeWords(one, into),
  ]);
  for (const file of readdirSync(into)) {
    writeFileSync(join(into, `${file}.br`), brotliCompressSync(readFileSync(join(into, file))));
  }
  writeFileSync(join(into, FILE_NAMES), JSON.stringify(Object.fromEntries([...scripts, ...words])));
};

/** Writes a page's words in one language, and returns the file's name. */
const writeWords = ({ script, language, words }: ReturnType<typeof pageWords>[number], into: string): string => {
  const spoken: Spoken = { language, direction: directionOf(language), words };
  const content = JSON.stringify(spoken);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
  const file = `${wordsName(script, language)}-${hash}.json`;
  writeFileSync(join(into, file), content);
  return file;
};
