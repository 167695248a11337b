import type { Quotes } from '../../../../base/party-text.ts';

/** A text for each plural form that the language has (Unicode's plural rules). */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Texts by name, as a language has them: the same names as English, with plural forms where English has them. */
export type InLanguage<English extends Record<string, string | Forms>> = {
  readonly [Name in keyof English]: English[Name] extends string ? string : Forms;
};

/** Words of a page in one language, as the build writes them into a file. */
export interface Spoken {
  language: string;
  direction: 'ltr' | 'rtl';
  /** Marks around texts of parties. */
  quotes: Quotes;
  words: Record<string, string | Forms>;
}

/**
 * The server's data in a page: its words in the browser's language, and the addresses of the other languages' words and
 * of those of its places.
 */
export interface GivenWords extends Spoken {
  files: Record<string, string>;
  places?: Record<string, Record<string, string>>;
}
