import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { config } from '../base/config.ts';
import { LANGUAGES, type Language } from '../base/languages.ts';

/**
 * The pages' scripts. Each is `browser/<name>.ts`, bundled to one file and the parts that it loads later
 * (`infra/bundle-pages.ts`).
 */
export const PAGE_SCRIPTS = ['account', 'docs', 'draw', 'embed', 'signing', 'verify'] as const;
export type PageScript = (typeof PAGE_SCRIPTS)[number];

/** File name of a page's words in one language. */
export const wordsName = (script: PageScript, language: Language): string => `${script}-words-${language}`;

/** The file in the assets' folder with the names of the others (`FileNames`). */
export const FILE_NAMES = 'names.json';

export interface FileNames {
  /** The file of each script and of each page's words, by its name without the hash. */
  current: Record<string, string>;
  /** Files that each script loads later. */
  parts: Record<string, string[]>;
}

/** An asset's file name has a hash of its content, so the content of a name never changes. */
export const ASSET_FILE = /^([a-z-]+)-[0-9a-zA-Z]{8}\.(js|json)$/;

/** In a bundle assets are beside the function's code, elsewhere in the folder that the environment names. */
export const assetsPlace = (file: string): string => {
  const folder = config.pageAssets();
  return folder ? `${folder}/${file}` : fileURLToPath(new URL(`assets/${file}`, import.meta.url));
};

const fileNames = (): FileNames => JSON.parse(readFileSync(assetsPlace(FILE_NAMES), 'utf8'));

/** Base address of all assets. */
export const assetsUrl = (): string => `${config.baseUrl()}/assets/`;

/** Address of a page's script. */
export const scriptUrl = (script: PageScript): string => `${assetsUrl()}${fileNames().current[script]}`;

/** Files that a script loads later, by address. */
export const partUrls = (script: PageScript): string[] =>
  (fileNames().parts[script] ?? []).map((file) => `${assetsUrl()}${file}`);

/**
 * Address of the current file that replaces the former `file`; undefined if there is none. A part has none: the script
 * that asks for it is the former one, and two versions don't work together.
 */
export const successorUrl = (file: string): string | undefined => {
  const [, name] = ASSET_FILE.exec(file) ?? [];
  const names = fileNames().current;
  return name && Object.hasOwn(names, name) ? `${assetsUrl()}${names[name]}` : undefined;
};

/** A page's words in a language as JSON, and the addresses of those files; undefined if its script has none. */
export const readWords = (script: PageScript, language: Language): { words: string; files: object } | undefined => {
  const names = fileNames().current;
  const file = names[wordsName(script, language)];
  if (!file) return undefined;
  const files = LANGUAGES.map((one) => [one, `${assetsUrl()}${names[wordsName(script, one)]}`]);
  return { words: readFileSync(assetsPlace(file), 'utf8'), files: Object.fromEntries(files) };
};

/** A script's content, plain or compressed with Brotli, for who knows no file name. */
export const readScript = (script: PageScript, compressed: boolean): Promise<Uint8Array> =>
  readFile(assetsPlace(`${fileNames().current[script]}${compressed ? '.br' : ''}`));

/** Reads an asset's file, plain or compressed with Brotli; undefined if there is none of that name. */
export const readAsset = async (file: string, compressed: boolean): Promise<Uint8Array | undefined> => {
  const { current, parts } = fileNames();
  const isOurs = [...Object.values(current), ...Object.values(parts).flat()].includes(file);
  return isOurs ? readFile(assetsPlace(compressed ? `${file}.br` : file)) : undefined;
};
