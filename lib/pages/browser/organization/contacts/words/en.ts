import type { InLanguage } from '../../../shared/words/forms.ts';

/** Words of the address book. `{name}` stands for what is filled in. */
export const en = {
  contactsTitle: 'Contacts',
  contactsAbout: 'The address book that everybody here chooses recipients from. Contacts have no account.',
  contactsEmpty: 'There are no contacts yet.',
  contactsNoneFound: 'There is no contact of that name.',
  contactsCount: { one: '{count} contact', other: '{count} contacts' },
  contactSearch: 'Search contacts',
  contactPhone: 'Phone',
  contactAdd: 'Add a contact',
  contactAdded: '{name} was added.',
  contactNamed: 'Contact {name}',
  contactEdit: 'Change {name}',
  contactChangeAbout: 'Envelopes that were sent to the contact stay as they are.',
  contactChanged: '{name} was changed.',
  contactDelete: 'Delete the contact',
  contactDeleted: '{name} was deleted.',
  contactGone: '{name} is not in the address book any more.',
  contactsExport: 'Export as CSV',
  contactsImport: 'Import contacts',
  importFile: 'File (CSV)',
  importAbout:
    'Its first row names the columns: first_name, last_name, email and, if you like, phone. At most 1,000 rows. You see what was read before anything is added.',
  importNone: 'Choose a file first.',
  importTooMany: {
    one: 'The file has more than {count} row. Please divide it.',
    other: 'The file has more than {count} rows. Please divide it.',
  },
  importMissing: 'The first row does not name these columns: {names}',
  importGood: { one: '{count} row can be added.', other: '{count} rows can be added.' },
  importBad: { one: '{count} row has mistakes and is left out', other: '{count} rows have mistakes and are left out' },
  importDoubles: {
    one: '{count} row is left out: its address is there already',
    other: '{count} rows are left out: their addresses are there already',
  },
  importRow: 'Row {row}, {column}:',
  importFault_missing: 'is missing.',
  importFault_long: 'is longer than 100 characters.',
  importFault_hidden: 'has an invisible character.',
  importFault_wrong: 'is not in the right form.',
  importFailed: { one: '{count} contact was not added', other: '{count} contacts were not added' },
  importStart: { one: 'Add {count} contact', other: 'Add {count} contacts' },
  importAgain: { one: 'Go on with {count} contact', other: 'Go on with {count} contacts' },
  importDoing: 'Adding …',
  importDone: { one: '{done} of {count} added', other: '{done} of {count} added' },
} as const;

export type ContactsWords = InLanguage<typeof en>;
