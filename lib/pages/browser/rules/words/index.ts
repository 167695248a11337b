import { wordsOf } from '../../shared/words/spoken.ts';
import type { RulesWords } from './en.ts';

export { quoted, say } from '../../shared/words/spoken.ts';

/** The words of rules, in the language that the page speaks now. They come with the evaluation of rules. */
export const w = wordsOf<RulesWords>();
