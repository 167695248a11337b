import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { DOCS_FOLDER } from '../lib/pages/docs-page.ts';
import { HAND_FONTS, PLAIN_FONTS, SHAPED_FONTS } from '../lib/pdf/fonts/font-files.ts';
import { REGISTRIES } from '../lib/people/sessions/country.ts';
import { bundlePages } from './bundle-pages.ts';
import { bundlePlugins } from './bundle-plugins.ts';
import { bundleDocs } from './docs/bundle-docs.ts';

/** One function's code, ready for uploading. */
export interface Bundle {
  /** Contains `index.mjs`, which exports `handler`, and the files that it reads. */
  directory: string;
  /** Size of `index.mjs` in bytes. */
  bytes: number;
  /** Sources of the function and of its threads, as paths from the repository's root. */
  modules: readonly string[];
}

/** Functions in one call of esbuild: it then takes about a gigabyte of memory. */
const AT_ONCE = 20;

const root = fileURLToPath(new URL('..', import.meta.url));

const fontFiles = (of: string, fonts: Record<string, string>) =>
  Object.values(fonts).map((file) => ({ of, file, as: `node_modules/${file}` }));

/** Files that code reads at run time, with their places in the bundle. */
const COMPANIONS = [
  { of: 'lib/http/docs/description.ts', file: '../openapi.json', as: 'openapi.json' },
  { of: 'node_modules/@hyzyla/pdfium/', file: '@hyzyla/pdfium/pdfium.wasm', as: 'pdfium.wasm' },
  { of: 'node_modules/harfbuzzjs/', file: 'harfbuzzjs/dist/harfbuzz.wasm', as: 'harfbuzz.wasm' },
  { of: 'lib/people/sessions/country.ts', file: REGISTRIES, as: `node_modules/${REGISTRIES}` },
  ...fontFiles('lib/pdf/fonts/font-files.ts', PLAIN_FONTS),
  ...fontFiles('lib/pdf/fonts/shaper.ts', SHAPED_FONTS),
  ...fontFiles('lib/pdf/fonts/typed-mark.ts', HAND_FONTS),
];

/** The module that reads the pages' files from the folder `assets` beside the function's code. */
const PAGE_ASSETS = 'lib/pages/assets.ts';

/** The module that reads the pages of the reference among them. */
const DOCS_PAGES = 'lib/pages/docs-page.ts';

/** Code that runs in threads, each in a file beside the function's. */
const THREADS = [
  { of: 'lib/pdf/pdfium/pdfium.ts', file: 'lib/pdf/pdfium/pdfium-worker.ts', as: 'pdfium-worker.mjs' },
  { of: 'lib/pdf/intake/intake.ts', file: 'lib/pdf/intake/intake-worker.ts', as: 'intake-worker.mjs' },
  { of: 'lib/pdf/images/shrunk-picture.ts', file: 'lib/pdf/images/picture-worker.ts', as: 'picture-worker.mjs' },
  {
    of: 'lib/signing/validation/validate-pdf.ts',
    file: 'lib/signing/validation/validation-worker.ts',
    as: 'validation-worker.mjs',
  },
];

/** CommonJS packages inside a bundle of ES modules still call `require`. */
const BANNER =
  "import{createRequire as countersignRequire}from'node:module';const require=countersignRequire(import.meta.url);";

/** Settings for bundling code for Lambda; the omitted modules come on top (`bundle-plugins.ts`). */
export const BUNDLE_OPTIONS = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: BANNER },
  legalComments: 'none',
} as const satisfies BuildOptions;

/**
 * Bundles the functions with these source files into a folder each under `into`, minified, with source maps in
 * `into/maps`. Everything is bundled, the AWS SDK included, because the runtime's own copy changes without notice.
 */
export const bundleFunctions = async (names: readonly string[], into: string): Promise<Map<string, Bundle>> => {
  await rm(into, { recursive: true, force: true });
  const files = await sourceFiles();
  const entries = names.map((name): [string, string] => [name, files.get(name) ?? missing(name)]);
  const bundles = new Map<string, Bundle>();
  const threads = await bundleThreads(into);
  const assets = join(into, 'assets');
  await bundlePages(assets);
  bundleDocs(assets);
  // All in one call would keep every output in memory at once; one by one would read the SDK for each function.
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    for (const [name, bundle] of await bundleGroup(entries.slice(at, at + AT_ONCE), into, { threads, assets }))
      bundles.set(name, bundle);
  }
  await writeFile(join(into, LISTING), JSON.stringify([...bundles]));
  return bundles;
};

const LISTING = 'bundles.json';

/** The bundles that `bundleFunctions` has made in this folder. */
export const bundlesIn = async (folder: string): Promise<Map<string, Bundle>> => {
  const listed = JSON.parse(await readFile(join(folder, LISTING), 'utf8')) as [string, Bundle][];
  return new Map(listed.map(([name, bundle]) => [name, { ...bundle, directory: resolve(folder, name) }]));
};

/** Source files by function name: operations, workers, and functions of the deployment. */
const sourceFiles = async (): Promise<Map<string, string>> => {
  const files = await readdir(join(root, 'functions'), { recursive: true });
  const functions = files.filter((file) => dirname(file) !== '.' && file.endsWith('.ts'));
  return new Map(
    [...functions.map((file) => join('functions', file)), 'infra/prepare-keys.ts', 'infra/empty-buckets.ts'].map(
      (file) => [basename(file, '.ts'), file],
    ),
  );
};

const missing = (name: string): never => {
  throw new Error(`There is no source file for the function ${name}`);
};

/** A thread's code, bundled. */
interface Thread {
  /** The module whose functions start it. */
  of: string;
  file: string;
  as: string;
  modules: readonly string[];
}

/** Bundles the threads' code once for all functions, in `into/threads`. */
const bundleThreads = (into: string): Promise<Thread[]> =>
  Promise.all(
    THREADS.map(async ({ of, file, as }) => {
      const outfile = join(into, 'threads', as);
      const { metafile } = await build({
        absWorkingDir: root,
        entryPoints: [file],
        outfile,
        ...BUNDLE_OPTIONS,
        plugins: bundlePlugins,
        metafile: true,
      });
      const modules = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
      return { of, file: outfile, as, modules };
    }),
  );

const bundleGroup = async (
  entries: [string, string][],
  into: string,
  { threads, assets }: { threads: readonly Thread[]; assets: string },
): Promise<[string, Bundle][]> => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map(([name, file]) => ({ in: file, out: `${name}/index` })),
    outdir: into,
    outExtension: { '.js': '.mjs' },
    write: false,
    ...BUNDLE_OPTIONS,
    plugins: bundlePlugins,
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
  });
  for (const { path, contents } of outputFiles) {
    const name = basename(dirname(path));
    const target = path.endsWith('.map') ? join(into, 'maps', `${name}.mjs.map`) : path;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, contents);
  }
  return Promise.all(
    entries.map(async ([name]): Promise<[string, Bundle]> => {
      const directory = join(into, name);
      const output = metafile.outputs[relative(root, join(directory, 'index.mjs'))];
      if (!output) throw new Error(`esbuild made no bundle of ${name}`);
      const own = Object.keys(output.inputs);
      const started = threads.filter(({ of }) => own.includes(of));
      for (const { file, as } of started) await cp(file, join(directory, as));
      const modules = [...own, ...started.flatMap((thread) => thread.modules)];
      await copyCompanions(modules, directory);
      if (own.includes(PAGE_ASSETS)) {
        const unused = own.includes(DOCS_PAGES) ? undefined : join(assets, DOCS_FOLDER);
        await cp(assets, join(directory, 'assets'), { recursive: true, filter: (source) => source !== unused });
      }
      return [name, { directory, bytes: output.bytes, modules }];
    }),
  );
};

const copyCompanions = async (modules: readonly string[], directory: string): Promise<void> => {
  const { resolve } = createRequire(import.meta.url);
  for (const { of, file, as } of COMPANIONS) {
    if (modules.some((module) => module.startsWith(of))) await cp(resolve(file), join(directory, as));
  }
};
