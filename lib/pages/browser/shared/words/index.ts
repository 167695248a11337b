import type { SharedWords } from './en.ts';
import { wordsOf } from './spoken.ts';

/** The words that all pages share, in the language that the page speaks now. */
export const w = wordsOf<SharedWords>();
