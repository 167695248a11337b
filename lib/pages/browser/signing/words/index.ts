import type { DisclosureTexts } from '../../../../signing/disclosures/texts/en.ts';
import type { SharedWords } from '../../shared/words/en.ts';
import { wordsOf } from '../../shared/words/spoken.ts';
import type { SigningWords } from './en.ts';

export { localeAndZone, quoted, say, spokenLocale } from '../../shared/words/spoken.ts';

export type Words = SharedWords & SigningWords & DisclosureTexts;

export type Word = { [Name in keyof Words]: Words[Name] extends string ? Name : never }[keyof Words];

/** The page's words, in the language that it speaks now. */
export const w = wordsOf<Words>();
