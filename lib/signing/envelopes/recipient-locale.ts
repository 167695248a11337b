import { Locale, orNothing } from '../../base/common-schema.ts';
import { invalid } from '../../base/errors.ts';
import { isSpoken, LANGUAGES } from '../../base/languages.ts';

/**
 * A recipient's language, as senders give it. `demandSpoken` checks a new one: clients send back older ones as well.
 */
export const RecipientLocale = orNothing(Locale).meta({
  description: [
    "Language of the recipient's pages and messages, such as `de-AT`; one of",
    `${LANGUAGES.join(', ')}. Without it, the one in which the recipient agrees is kept here. Dates on documents are written in it.`,
  ].join(' '),
});

/** Returns the locale; throws `invalid` unless pages and messages are written in its language. */
export const demandSpoken = (locale: string, field: string): string =>
  isSpoken(locale) ? locale : invalid(field, `must be a locale of one of these languages: ${LANGUAGES.join(', ')}`);
