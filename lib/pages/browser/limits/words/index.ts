import type { SharedWords } from '../../shared/words/en.ts';
import { wordsOf } from '../../shared/words/spoken.ts';
import type { LimitsWords } from './en.ts';

export { say } from '../../shared/words/spoken.ts';

/** The words for faults of texts, in the language that the page speaks now. They come with the checks. */
export const w = wordsOf<SharedWords & LimitsWords>();
