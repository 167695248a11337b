import type { InLanguage } from '../../shared/words/forms.ts';

/** Words for what is wrong with a text that somebody types. */
export const en = {
  badUrl: 'This is no web address. It begins with https://',
  badPostal: 'This is no postal code.',
  badNumber: 'Only digits are possible.',
  badDate: 'This is no date like 2026-12-31.',
  badIban: 'This is no valid IBAN. Please check each character.',
  badPattern: 'This does not have the expected form.',
  noNumber: 'This is no number like 1234.5.',
  atLeast: 'The number must be at least {bound}.',
  atMost: 'The number must be at most {bound}.',
  tooPrecise: {
    one: 'At most {count} decimal is possible.',
    other: 'At most {count} decimals are possible.',
  },
  tooLong: {
    one: 'At most {count} character is possible.',
    other: 'At most {count} characters are possible.',
  },
  tooShort: {
    one: 'At least {count} character is needed.',
    other: 'At least {count} characters are needed.',
  },
  senderSays: 'Message of the sender: {message}',
} as const;

export type LimitsWords = InLanguage<typeof en>;
