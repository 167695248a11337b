import type { SendingWords } from '../../sending/words/en.ts';
import type { SharedWords } from '../../shared/words/en.ts';
import { wordsOf } from '../../shared/words/spoken.ts';
import type { AccountWords } from './en.ts';

export { localeAndZone, quoted, say, spokenLocale } from '../../shared/words/spoken.ts';

type Words = SharedWords & AccountWords & SendingWords;

/** Names of the texts without plural forms. */
export type Word = { [Name in keyof Words]: Words[Name] extends string ? Name : never }[keyof Words];

/** The page's words, in the language that it speaks now. */
export const w = wordsOf<Words>();
