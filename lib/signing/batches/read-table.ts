import { parse } from 'csv-parse/sync';
import { invalid } from '../../base/errors.ts';
import { findHidden } from '../../base/look.ts';
import { BATCH_LIMITS } from './limits.ts';

/** A file's columns and rows. */
export interface Table {
  columns: string[];
  rows: TableRow[];
}

/** A row: its number in the file, as a spreadsheet shows it, and its cells in the order of the columns. */
export interface TableRow {
  number: number;
  cells: string[];
}

/**
 * Reads a table from the bytes of a CSV file (with commas, semicolons or tabs; in UTF-8, UTF-16 or Windows-1252) or of
 * a JSON list of objects. Throws `invalid` for `parameter`, with the row where there is one.
 */
export const readTable = (bytes: Uint8Array, parameter: string): Table => {
  if (bytes.length > BATCH_LIMITS.bytes) {
    invalid(parameter, `must have at most ${BATCH_LIMITS.bytes / 1024 / 1024} MB`);
  }
  const text = decoded(bytes);
  if (/^\s*[[{]/.test(text) && isJson(text)) return tableOfRecords(recordsIn(text, parameter), parameter);
  return bounded(readCsv(text, parameter), parameter);
};

/** Excel writes a byte order mark. What is no UTF-8 and has none was saved by an older spreadsheet program. */
const decoded = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** A column of a CSV file may begin with a bracket, too. */
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return /^\s*\[\s*[{\]]/.test(text);
  }
};

const recordsIn = (text: string, parameter: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    return invalid(parameter, `is not valid JSON: ${(error as Error).message}`);
  }
};

/** Makes a table of objects: their members are its columns, in the order in which they come. */
export const tableOfRecords = (records: unknown, parameter: string): Table => {
  if (!Array.isArray(records)) return invalid(parameter, 'must be a list of objects');
  const columns = new Map<string, number>();
  for (const [index, record] of records.entries()) {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      return invalid(parameter, `row ${index + 1} is no object`);
    }
    for (const name of Object.keys(record)) if (!columns.has(name)) columns.set(name, columns.size);
    if (columns.size > BATCH_LIMITS.columns) break;
  }
  const names = [...columns.keys()];
  const rows = records.map((record: Record<string, unknown>, index) => ({
    number: index + 1,
    cells: names.map((name) => textOf(record[name], `${parameter}: row ${index + 1}, ${name}`)),
  }));
  return bounded({ columns: names, rows }, parameter);
};

const textOf = (value: unknown, place: string): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return invalid(place, 'must be a text, a number, true, false or null');
  return String(value).trim();
};

const DELIMITERS = [',', ';', '\t'];

const readCsv = (text: string, parameter: string): Table => {
  const parsed = (options: object): string[][] => {
    try {
      return parse(text, { bom: true, relax_column_count: true, ...options }) as string[][];
    } catch (error) {
      return invalid(parameter, `is no CSV: ${csvFault(error)}`);
    }
  };
  const [delimiter] = DELIMITERS.map((one) => ({
    one,
    columns: parsed({ delimiter: one, to: 1, relax_quotes: true })[0]?.length ?? 0,
  }))
    .sort((a, b) => b.columns - a.columns)
    .map(({ one }) => one);
  const [names = [], ...lines] = parsed({ delimiter });
  const isUsed = (index: number): boolean => lines.some((cells) => (cells[index] ?? '').trim() !== '');
  const used = names.flatMap((name, index) => (name.trim() !== '' || isUsed(index) ? [index] : []));
  const rows = lines.flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    // The names of the columns are in row 1.
    const number = index + 2;
    const beyond = cells.findIndex((cell, at) => at >= names.length && cell.trim() !== '');
    if (beyond >= 0) invalid(parameter, `row ${number} has ${beyond + 1} cells, and there are ${names.length} columns`);
    return [{ number, cells: used.map((at) => cellOf(cells[at] ?? '')) }];
  });
  return { columns: used.map((index) => cellOf(names[index] ?? '') || `Column ${index + 1}`), rows };
};

const csvFault = (error: unknown): string => {
  const { code, lines } = error as { code?: string; lines?: number };
  const line = lines === undefined ? '' : ` in line ${lines}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quotation mark is not closed${line}`;
  if (code === 'INVALID_OPENING_QUOTE') return `a quotation mark stands within a cell${line}`;
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return `something follows a closing quotation mark${line}`;
  return `it can't be read${line}`;
};

/** Signs by which a spreadsheet takes a cell for a formula; our own files have an apostrophe before them. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

const cellOf = (cell: string): string => (FORMULA.test(cell.slice(1)) ? cell.replace(/^'/, '') : cell).trim();

const bounded = (table: Table, parameter: string): Table => {
  const { columns, rows } = table;
  const { rows: mostRows, columns: mostColumns, cell: longest, columnName } = BATCH_LIMITS;
  if (rows.length === 0) invalid(parameter, 'has no rows below the names of its columns');
  if (rows.length > mostRows) invalid(parameter, `has ${rows.length} rows: at most ${mostRows} are allowed`);
  if (columns.length > mostColumns) invalid(parameter, `at most ${mostColumns} columns are allowed`);
  for (const [index, name] of columns.entries()) {
    const before = columns.indexOf(name);
    if (before !== index) invalid(parameter, `columns ${before + 1} and ${index + 1} have the same name: ${name}`);
    if (name.length > columnName) {
      invalid(parameter, `the name of column ${index + 1} has more than ${columnName} characters`);
    }
    const hidden = findHidden(name);
    if (hidden) invalid(parameter, `the name of column ${index + 1} holds the invisible character ${hidden}`);
  }
  for (const { number, cells } of rows) {
    const long = cells.findIndex((cell) => cell.length > longest);
    if (long >= 0) invalid(parameter, `row ${number}, ${columns[long]}: more than ${longest} characters`);
  }
  return table;
};
