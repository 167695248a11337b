import type { SendingWords } from '../../sending/words/en.ts';
import type { SharedWords } from '../../shared/words/en.ts';
import { wordsOf } from '../../shared/words/spoken.ts';
import type { AccountWords } from './en.ts';

export { localeAndZone, say, spokenLocale } from '../../shared/words/spoken.ts';

export type Word = keyof AccountWords;

/** The page's words, in the language that it speaks now. */
export const w = wordsOf<SharedWords & AccountWords & SendingWords>();
