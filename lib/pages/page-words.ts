import { LANGUAGES, type Language } from '../base/languages.ts';
import { DISCLOSURE_TEXTS } from '../signing/disclosures/texts/index.ts';
import type { PageScript } from './assets.ts';
import { accountWords } from './browser/account/words/all.ts';
import { sendingWords } from './browser/sending/words/all.ts';
import { sharedWords } from './browser/shared/words/all.ts';
import type { Forms } from './browser/shared/words/forms.ts';
import { signingWords } from './browser/signing/words/all.ts';
import { verifyWords } from './browser/verify/words/all.ts';

/** Words of a part of the pages in every language. */
type InEachLanguage = Record<Language, Record<string, string | Forms>>;

/** The parts whose words each page's script needs. A script that isn't named has its words in the page. */
const PARTS: Partial<Record<PageScript, InEachLanguage[]>> = {
  account: [sharedWords, accountWords, sendingWords],
  draw: [sharedWords, signingWords],
  signing: [sharedWords, signingWords, DISCLOSURE_TEXTS],
  verify: [verifyWords],
};

/** Words of each page's script in each language; the build makes one file of each. */
export const pageWords = (): { script: PageScript; language: Language; words: Record<string, string | Forms> }[] =>
  Object.entries(PARTS).flatMap(([script, parts]) =>
    LANGUAGES.map((language) => ({
      script: script as PageScript,
      language,
      words: together(parts.map((part) => part[language])),
    })),
  );

/**
 * The words of several parts. Throws if two parts have a word of the same name: one would be shown in the place of the
 * other.
 */
const together = (parts: readonly Record<string, string | Forms>[]): Record<string, string | Forms> => {
  const words: Record<string, string | Forms> = {};
  for (const [name, word] of parts.flatMap((part) => Object.entries(part))) {
    if (name in words) throw new Error(`Two parts of a page have the word ${name}`);
    words[name] = word;
  }
  return words;
};
