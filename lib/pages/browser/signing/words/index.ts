import { en } from './en.ts';

/** The words that a language has. */
export type Words = Record<keyof typeof en, string>;

/** Every language of the page, by its code. */
const LANGUAGES: Record<string, Words> = { en };

/** The words of the first of these locales that there is a language for, else English. */
const wordsFor = (locales: readonly string[]): Words => {
  const code = locales.map((locale) => locale.split('-')[0] ?? '').find((one) => Object.hasOwn(LANGUAGES, one));
  return LANGUAGES[code ?? 'en'] ?? en;
};

/** The page's words. */
export const w: Words = wordsFor(navigator.languages);

/** A text with what stands in braces filled in. */
export const say = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
