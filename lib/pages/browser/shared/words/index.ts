import { wordsOf } from '../words.ts';
import type { SharedWords } from './en.ts';

/** The words that all pages share, in the language that the page speaks now. */
export const w = wordsOf<SharedWords>();
