import type { AccountWords } from '../../account/words/en.ts';
import type { SendingWords } from '../../sending/words/en.ts';
import type { SharedWords } from '../../shared/words/en.ts';
import { wordsOf } from '../../shared/words/spoken.ts';
import type { BatchWords } from './en.ts';

export { quoted, say } from '../../shared/words/spoken.ts';

/** The page's words, in the language that it speaks now. */
export const w = wordsOf<SharedWords & AccountWords & SendingWords & BatchWords>();
