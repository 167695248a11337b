/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse';
import { DELIVERABLE, PHONE_SIGNS } from '../../../../base/contact-patterns.ts';
import { normalEmail } from '../../../../base/email-address.ts';
import { findHidden } from '../../../../base/look.ts';

/** Contacts as lines of a file (CSV), written and read. */

/** A contact as the API takes it. */
export interface NewContact {
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
}

/** Columns of a file, by the API's names. */
const COLUMNS = ['first_name', 'last_name', 'email', 'phone'] as const;
export type Column = (typeof COLUMNS)[number];

/** The most rows of contacts in a file. */
export const MOST_ROWS = 1000;

/** Spreadsheets take a cell that begins so for a formula, and carry it out. */
const FORMULA = /^[=+\-@\t\r]/;

/** The contacts as CSV in UTF-8, with the names of the columns first. */
export const writeContacts = (contacts: readonly NewContact[]): string => {
  const rows = contacts.map((contact) => COLUMNS.map((column) => contact[column] ?? ''));
  // Excel reads a file as UTF-8 if it begins with this mark.
  return `\ufeff${Papa.unparse([COLUMNS, ...rows], { escapeFormulae: FORMULA })}\r\n`;
};

/** A mistake in a cell. */
export type Fault = 'missing' | 'long' | 'hidden' | 'wrong';

/** A file's rows; their numbers are those that a spreadsheet shows, where the names of the columns are in row 1. */
export interface ContactsFile {
  good: { row: number; contact: NewContact }[];
  bad: { row: number; column: Column; fault: Fault }[];
  /** Rows whose address is in the address book already, or in a row above. */
  doubles: { row: number; email: string }[];
  /** Columns that the file lacks; then nothing else is read. */
  missing: Column[];
  /** True if it has more rows than are read at once; then nothing else is read. */
  isTooLong: boolean;
}

/** Names that other address books give the columns in their files. */
const OTHER_NAMES: Record<Column, readonly string[]> = {
  first_name: ['first name', 'firstname', 'given name'],
  last_name: ['last name', 'lastname', 'surname', 'family name'],
  email: ['e-mail', 'email address', 'e-mail address', 'mail', 'e-mail 1 - value'],
  phone: ['phone number', 'telephone', 'mobile', 'mobile phone', 'phone 1 - value'],
};

/** A cell without blanks around it, and without the apostrophe that `writeContacts` has put before it. */
const textOf = (cell = ''): string => (FORMULA.test(cell.slice(1)) ? cell.replace(/^'/, '') : cell).trim();

const plain = (name: string): string => textOf(name).toLowerCase();

/** The mistake for which the API would refuse a cell. */
const faultOf = (column: Column, text: string): Fault | undefined => {
  if (text === '') return column === 'phone' ? undefined : 'missing';
  if (column === 'email') return text.length <= 254 && DELIVERABLE.test(text) ? undefined : 'wrong';
  if (column === 'phone') return text.length <= 40 && PHONE_SIGNS.test(text) ? undefined : 'wrong';
  if (text.length > 100) return 'long';
  return findHidden(text) === undefined ? undefined : 'hidden';
};

/**
 * Reads contacts from CSV. `known`: addresses that the address book has; `labels`: what the page calls the columns.
 */
export const readContacts = (
  text: string,
  known: readonly string[],
  labels: Partial<Record<Column, string>> = {},
): ContactsFile => {
  const file: ContactsFile = { good: [], bad: [], doubles: [], missing: [], isTooLong: false };
  const [names = [], ...lines] = Papa.parse(text.replace(/^\ufeff/, '')).data;
  const places = Object.fromEntries(
    COLUMNS.map((column) => {
      const called = [column, ...OTHER_NAMES[column], plain(labels[column] ?? column)];
      return [column, names.findIndex((name) => called.includes(plain(name)))];
    }),
  ) as Record<Column, number>;
  file.missing = COLUMNS.filter((column) => column !== 'phone' && places[column] < 0);
  const rows = lines
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  file.isTooLong = rows.length > MOST_ROWS;
  if (file.isTooLong || file.missing.length > 0) return file;
  const taken = new Set(known.map(normalEmail));
  for (const { row, cells } of rows) {
    const cellOf = (column: Column) => textOf(cells[places[column]]);
    const faults = COLUMNS.flatMap((column) => {
      const fault = faultOf(column, cellOf(column));
      return fault ? [{ row, column, fault }] : [];
    });
    file.bad.push(...faults);
    if (faults.length > 0) continue;
    const email = cellOf('email');
    if (taken.has(normalEmail(email))) file.doubles.push({ row, email });
    else {
      const [first_name, last_name] = [cellOf('first_name'), cellOf('last_name')];
      file.good.push({ row, contact: { first_name, last_name, email, phone: cellOf('phone') || null } });
    }
    taken.add(normalEmail(email));
  }
  return file;
};
