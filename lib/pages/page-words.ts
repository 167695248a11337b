import { LANGUAGES, type Language } from '../base/languages.ts';
import { DISCLOSURE_TEXTS } from '../signing/disclosures/texts/index.ts';
import { type PageScript, type Place, placesOf } from './assets.ts';
import { accountWords } from './browser/account/words/all.ts';
import { batchWords } from './browser/batches/words/all.ts';
import { limitsWords } from './browser/limits/words/all.ts';
import { companyWords } from './browser/organization/company/words/all.ts';
import { contactsWords } from './browser/organization/contacts/words/all.ts';
import { groupsWords } from './browser/organization/groups/words/all.ts';
import { keysWords } from './browser/organization/keys/words/all.ts';
import { peopleWords } from './browser/organization/people/words/all.ts';
import { receiversWords } from './browser/organization/receivers/words/all.ts';
import { signInWords } from './browser/organization/signin/words/all.ts';
import { organizationWords } from './browser/organization/words/all.ts';
import { personalWords } from './browser/personal/words/all.ts';
import { publicLinkWords } from './browser/publiclinks/words/all.ts';
import { ruleFormWords } from './browser/ruleforms/words/all.ts';
import { rulesWords } from './browser/rules/words/all.ts';
import { sendingWords } from './browser/sending/words/all.ts';
import { sharedWords } from './browser/shared/words/all.ts';
import type { Forms } from './browser/shared/words/forms.ts';
import { signingWords } from './browser/signing/words/all.ts';
import { startWords } from './browser/start/words/all.ts';
import { verifyWords } from './browser/verify/words/all.ts';

/** Words of a part of the pages in every language. */
type InEachLanguage = Record<Language, Record<string, string | Forms>>;

/** The parts whose words each page's script needs. A script that isn't named has its words in the page. */
const PARTS: Partial<Record<PageScript, InEachLanguage[]>> = {
  account: [sharedWords, accountWords, sendingWords],
  draw: [sharedWords, signingWords],
  signing: [sharedWords, signingWords, DISCLOSURE_TEXTS],
  start: [sharedWords, startWords],
  verify: [verifyWords],
};

/** Words that each place has beside its script's. */
const OF_PLACES: Record<Place, InEachLanguage[]> = {
  organization: [
    organizationWords,
    companyWords,
    contactsWords,
    groupsWords,
    peopleWords,
    keysWords,
    receiversWords,
    signInWords,
  ],
  batches: [batchWords],
  limits: [limitsWords],
  personal: [personalWords],
  publiclinks: [publicLinkWords],
  rules: [rulesWords],
  ruleforms: [ruleFormWords],
};

/** Words of a page's script, or of a place of it, in one language. */
export interface PageWords {
  script: PageScript;
  place?: Place;
  language: Language;
  words: Record<string, string | Forms>;
}

/** Words of each page's script and of its places in each language; the build makes one file of each. */
export const pageWords = (): PageWords[] =>
  (Object.entries(PARTS) as [PageScript, InEachLanguage[]][]).flatMap(([script, parts]) =>
    LANGUAGES.flatMap((language) => {
      const words = together(parts.map((part) => part[language]));
      const places = placesOf(script).map((place) => {
        const own = together(OF_PLACES[place].map((part) => part[language]));
        together([words, own]);
        return { script, place, language, words: own };
      });
      return [{ script, language, words }, ...places];
    }),
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
