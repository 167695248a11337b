import type { SharedWords } from '../../shared/words/en.ts';
import { wordsOf } from '../../shared/words/spoken.ts';
import type { StartWords } from './en.ts';

export { localeAndZone, say } from '../../shared/words/spoken.ts';

/** The page's words, in the language that it speaks now. */
export const w = wordsOf<SharedWords & StartWords>();
