import { wordsOf } from '../../shared/words/spoken.ts';
import type { VerifyWords } from './en.ts';

export { say, speak, spokenLocale } from '../../shared/words/spoken.ts';

/** The page's words, in the language that it speaks now. */
export const w = wordsOf<VerifyWords>();
