import type { Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/** Every language that messages are written in. A new one is a file beside these and a line here. */
export const CATALOGUES: readonly Catalogue[] = [en, de];

/** The texts for a language tag: `de-AT` gets German, and what isn't known, or not stated, English. */
export const textsFor = (locale: string | null | undefined): Catalogue => {
  const language = (locale ?? '').split(/[-_]/)[0]?.toLowerCase();
  return CATALOGUES.find((catalogue) => catalogue.locale === language) ?? en;
};
