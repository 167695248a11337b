import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type OutputAsset, type OutputChunk, rolldown } from 'rolldown';
import { directionOf, QUOTES } from '../lib/base/languages.ts';
import {
  FILE_NAMES,
  type FileNames,
  PAGE_SCRIPTS,
  type PageScript,
  type Place,
  placesOf,
  wordsName,
} from '../lib/pages/assets.ts';
import type { Spoken } from '../lib/pages/browser/shared/words/forms.ts';
import { type PageWords, pageWords } from '../lib/pages/page-words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Scripts that are one file each: one lies at an address of its own, the other is also inside of a page that works from
 * a disk.
 */
const UNDIVIDED: readonly PageScript[] = ['embed', 'verify'];

/**
 * File names of what a bundle consists of. Lower case, because addresses and file systems may take both cases for one.
 */
const HASHED = '[name]-[hash:8].js';

/**
 * The files of a script: its own first, then the parts that it loads later (`import()`), which take what they share
 * with it from the script itself. For browsers that support modules as of 2020.
 */
const bundleScript = async (script: PageScript): Promise<OutputChunk[]> => {
  const bundle = await rolldown({
    cwd: root,
    input: { [script]: `lib/pages/browser/${script}.ts` },
    platform: 'browser',
    tsconfig: false,
    transform: { target: 'es2020', jsx: { runtime: 'automatic', importSource: 'preact' } },
  });
  const settings = {
    format: 'esm',
    minify: true,
    comments: { legal: false },
    hashCharacters: 'base36',
    entryFileNames: HASHED,
    chunkFileNames: `part-${HASHED}`,
  } as const;
  const isDivided = !UNDIVIDED.includes(script);
  // Left to itself the bundler makes files of what parts share, each a request before the page can begin.
  const first = isDivided ? modulesBefore((await bundle.generate(settings)).output) : null;
  const groups = [{ name: script, test: (id: string) => first?.has(id) ?? false }];
  const { output } = await bundle.generate({ ...settings, codeSplitting: isDivided && { groups } });
  await bundle.close();
  return output.filter((file) => file.type === 'chunk');
};

/** The place that a file is the beginning of, if it is one. */
const placeOf = (script: PageScript, { facadeModuleId }: OutputChunk): Place | undefined =>
  placesOf(script).find((place) => facadeModuleId?.includes(`/browser/${place}/`));

/** Names of the files that these lead to, and their own, without those that are `isElsewhere`. */
const filesFrom = (begin: OutputChunk[], all: OutputChunk[], isElsewhere: (file: OutputChunk) => boolean): string[] => {
  const found = new Set(begin);
  // The loop comes to what it adds.
  for (const { imports, dynamicImports } of found) {
    const next = [...imports, ...dynamicImports];
    for (const file of all) if (next.includes(file.fileName) && !isElsewhere(file)) found.add(file);
  }
  return [...found].map(({ fileName }) => fileName);
};

/** All modules that run before anything is loaded later: of the first file, and of those that it imports. */
const modulesBefore = ([first, ...others]: readonly [OutputChunk, ...(OutputChunk | OutputAsset)[]]): Set<string> => {
  const files = new Map(others.filter((file) => file.type === 'chunk').map((file) => [file.fileName, file]));
  const found = new Set<string>();
  const take = ({ moduleIds, imports }: OutputChunk): void => {
    for (const id of moduleIds) found.add(id);
    for (const name of imports) {
      const file = files.get(name);
      files.delete(name);
      if (file) take(file);
    }
  };
  take(first);
  return found;
};

/**
 * Bundles the pages' scripts into the folder `into`, and puts their words beside them, a file for each language. Each
 * file is named by a hash of its content, beside it the same compressed (`.br`), and the list of their names. Throws
 * where a script doesn't compile.
 */
export const bundlePages = async (into: string): Promise<void> => {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const names: FileNames = { current: {}, parts: {}, places: {} };
  for (const script of PAGE_SCRIPTS) {
    const files = await bundleScript(script);
    for (const { fileName, code } of files) writeFileSync(join(into, fileName), code);
    const first = files.slice(0, 1);
    names.current[script] = first[0]?.fileName ?? '';
    names.parts[script] = filesFrom(first, files, (file) => placeOf(script, file) !== undefined).slice(1);
    for (const place of placesOf(script)) {
      const begin = files.filter((file) => placeOf(script, file) === place);
      const isElsewhere = (file: OutputChunk) => first.includes(file) || placeOf(script, file) !== undefined;
      names.places[place] = filesFrom(begin, files, isElsewhere);
    }
  }
  for (const one of pageWords()) names.current[wordsName(one.script, one.language, one.place)] = writeWords(one, into);
  for (const file of readdirSync(into)) {
    writeFileSync(join(into, `${file}.br`), brotliCompressSync(readFileSync(join(into, file))));
  }
  writeFileSync(join(into, FILE_NAMES), JSON.stringify(names));
};

/** Writes a page's words in one language, and returns the file's name. */
const writeWords = ({ script, place, language, words }: PageWords, into: string): string => {
  const spoken: Spoken = { language, direction: directionOf(language), quotes: QUOTES[language], words };
  const content = JSON.stringify(spoken);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const file = `${wordsName(script, language, place)}-${hash}.json`;
  writeFileSync(join(into, file), content);
  return file;
};
