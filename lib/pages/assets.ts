import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { config } from '../base/config.ts';
import { LANGUAGES, type Language } from '../base/languages.ts';

/**
 * The pages' scripts. Each is `browser/<name>.ts`, bundled to one file and the parts that it loads later
 * (`infra/bundle-pages.ts`).
 */
export const PAGE_SCRIPTS = ['account', 'back', 'docs', 'draw', 'embed', 'signing', 'start', 'verify'] as const;
export type PageScript = (typeof PAGE_SCRIPTS)[number];

/**
 * Places that a script leads to without loading a page, each a folder of `browser`: their files and words come when one
 * goes there, and not before. Rules between fields are one, and checks of texts another: most envelopes have none.
 */
export const PLACES = {
  account: ['batches', 'organization', 'personal', 'publiclinks', 'ruleforms'],
  signing: ['limits', 'rules'],
} as const satisfies Partial<Record<PageScript, readonly string[]>>;
export type Place = (typeof PLACES)[keyof typeof PLACES][number];

/** Names of a script's places. */
export const placesOf = (script: PageScript): readonly Place[] =>
  (PLACES as Partial<Record<PageScript, readonly Place[]>>)[script] ?? [];

/** File name of a page's words in one language, or of those of one of its places. */
export const wordsName = (script: PageScript, language: Language, place?: Place): string =>
  `${place ? `${script}-${place}` : script}-words-${language}`;

/** The file in the assets' folder with the names of the others (`FileNames`). */
export const FILE_NAMES = 'names.json';

export interface FileNames {
  /** The file of each script and of each page's words, by its name without the hash. */
  current: Record<string, string>;
  /** Files that each script loads later. */
  parts: Record<string, string[]>;
  /** Files that each place needs beside its script. */
  places: Record<string, string[]>;
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

const urlsOf = (files: readonly string[] = []): string[] => files.map((file) => `${assetsUrl()}${file}`);

/** Files that a script loads later, by address, without those of its places. */
export const partUrls = (script: PageScript): string[] => urlsOf(fileNames().parts[script]);

/** Files that each of a script's places needs beside the script, by address. */
export const placeUrls = (script: PageScript): Partial<Record<Place, string[]>> =>
  Object.fromEntries(placesOf(script).map((place) => [place, urlsOf(fileNames().places[place])]));

/**
 * Address of the current file that replaces the former `file`; undefined if there is none. A part has none: the script
 * that asks for it is the former one, and two versions don't work together.
 */
export const successorUrl = (file: string): string | undefined => {
  const [, name] = ASSET_FILE.exec(file) ?? [];
  const names = fileNames().current;
  return name && Object.hasOwn(names, name) ? `${assetsUrl()}${names[name]}` : undefined;
};

/**
 * A page's words in a language as JSON, and the addresses of those files and of its places' ones; undefined if its
 * script has none.
 */
export const readWords = (
  script: PageScript,
  language: Language,
): { words: string; files: object; places: object } | undefined => {
  const names = fileNames().current;
  const file = names[wordsName(script, language)];
  if (!file) return undefined;
  const filesOf = (place?: Place): Record<string, string> =>
    Object.fromEntries(LANGUAGES.map((one) => [one, `${assetsUrl()}${names[wordsName(script, one, place)]}`]));
  const places = Object.fromEntries(placesOf(script).map((place) => [place, filesOf(place)]));
  return { words: readFileSync(assetsPlace(file), 'utf8'), files: filesOf(), places };
};

/** A script's content, plain or compressed with Brotli, for who knows no file name. */
export const readScript = (script: PageScript, compressed: boolean): Promise<Uint8Array> =>
  readFile(assetsPlace(`${fileNames().current[script]}${compressed ? '.br' : ''}`));

/** Reads an asset's file, plain or compressed with Brotli; undefined if there is none of that name. */
export const readAsset = async (file: string, compressed: boolean): Promise<Uint8Array | undefined> => {
  const { current, parts, places } = fileNames();
  const isOurs = [current, parts, places].flatMap((one) => Object.values(one).flat()).includes(file);
  return isOurs ? readFile(assetsPlace(compressed ? `${file}.br` : file)) : undefined;
};
