import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { config } from '../base/config.ts';
import { LANGUAGES, type Language } from '../base/languages.ts';

/** The pages' scripts. Each is `browser/<name>.ts`, bundled to one file (`infra/bundle-pages.ts`). */
export const PAGE_SCRIPTS = ['invitation', 'reset-password', 'sign-in', 'signing', 'verify-email'] as const;
export type PageScript = (typeof PAGE_SCRIPTS)[number];

/** The name under which a page's words in one language are kept. */
export const wordsName = (script: PageScript, language: Language): string => `${script}-words-${language}`;

/** The file in the assets' folder that says under which file name each script, and each page's words, are kept. */
export const FILE_NAMES = 'names.json';

/** An asset's file name is a name and a hash of what is in it: what a file name stands for never changes. */
export const ASSET_FILE = /^([a-z-]+)-[0-9A-Z]{8}\.(js|json)$/;

/** In a bundle assets lie beside the function's code, elsewhere where the environment says. */
const place = (file: string): string => {
  const folder = config.pageAssets();
  return folder ? `${folder}/${file}` : fileURLToPath(new URL(`assets/${file}`, import.meta.url));
};

const fileNames = (): Record<string, string> => JSON.parse(readFileSync(place(FILE_NAMES), 'utf8'));

/** The address under which all assets are. */
export const assetsUrl = (): string => `${config.baseUrl()}/assets/`;

/** The address of a page's script. */
export const scriptUrl = (script: PageScript): string => `${assetsUrl()}${fileNames()[script]}`;

/** The address of today's file for the one that `file` once was; undefined where nothing has such a name. */
export const successorUrl = (file: string): string | undefined => {
  const [, name] = ASSET_FILE.exec(file) ?? [];
  const names = fileNames();
  return name && Object.hasOwn(names, name) ? `${assetsUrl()}${names[name]}` : undefined;
};

/** A page's words in a language as a file has them (JSON), and the addresses of those files; undefined where its script brings none. */
export const readWords = (script: PageScript, language: Language): { words: string; files: object } | undefined => {
  const names = fileNames();
  const file = names[wordsName(script, language)];
  if (!file) return undefined;
  const files = LANGUAGES.map((one) => [one, `${assetsUrl()}${names[wordsName(script, one)]}`]);
  return { words: readFileSync(place(file), 'utf8'), files: Object.fromEntries(files) };
};

/** Content of an asset's file, plain or compressed with Brotli; undefined where there is none of that name. */
export const readAsset = async (file: string, compressed: boolean): Promise<Uint8Array | undefined> =>
  Object.values(fileNames()).includes(file) ? readFile(place(compressed ? `${file}.br` : file)) : undefined;
