import { PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { inflate } from '../file/decode-stream.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { withinTimeLimit } from '../file/time-limit.ts';
import { hasAmbiguousObject } from './ambiguous-objects.ts';

/**
 * True if readers could take the file in two ways: a dictionary has a key twice, or a number that readers read
 * differently; its cross-reference tables name an object twice, or form a circle; or, in a file with a second table for
 * newer readers, the two disagree about an object that a page shows. Readers prefer the one or the other.
 */
export const hasTwoReadings = (document: OpenPdf, bytes: Uint8Array): boolean => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { contested, isPlain } = readTables(file);
  if (!isPlain || withinTimeLimit(() => hasAmbiguousObject(file))) return true;
  if (contested.size === 0) return false;
  return withinTimeLimit(() => shownObjects(document).some(({ objectNumber }) => contested.has(objectNumber)));
};

/**
 * Place of an object in a table: `free`, where it begins and its generation (`17/0`), or its object stream and place
 * there (`90 2`).
 */
type Place = string;

interface Tables {
  /**
   * Objects that a table and the second one beside it place differently, that an update has freed, or that aren't where
   * the newest table says.
   */
  contested: Set<number>;
  /** False if a table names an object twice or can't be read, or the tables form a circle. */
  isPlain: boolean;
}

/** Reads the tables from the newest on, up to the first cross-reference stream that can't be read. */
const readTables = (file: Buffer): Tables => {
  const contested = new Set<number>();
  const visited = new Set<number>();
  const known = new Set<number>();
  const freed = new Set<number>();
  const last = file.lastIndexOf('startxref');
  let at: number | undefined = last < 0 ? undefined : Number(/\d+/.exec(file.toString('latin1', last, last + 40))?.[0]);
  while (at !== undefined) {
    if (visited.has(at)) return { contested, isPlain: false };
    visited.add(at);
    const isTable = file.toString('latin1', at, at + 4) === 'xref';
    const end = isTable ? file.indexOf('trailer', at) : at;
    if (end < 0) break;
    const entries = isTable ? entriesOf(file.toString('latin1', at + 4, end)) : supplementAt(file, at);
    if (!isTable && !entries) break;
    const trailer = trailerAt(file, end);
    const second = numberOf(trailer, 'XRefStm');
    const others = second === undefined ? new Map<number, Place>() : supplementAt(file, second);
    if (!entries || !others) return { contested, isPlain: false };
    for (const [number, place] of others) if ((entries.get(number) ?? place) !== place) contested.add(number);
    for (const [number, place] of [...others, ...entries]) {
      if (!known.has(number) && !isThere(file, number, place)) contested.add(number);
      if (!known.has(number) && place === 'free') freed.add(number);
      else if (freed.has(number) && place !== 'free') contested.add(number);
      known.add(number);
    }
    at = numberOf(trailer, 'Prev');
  }
  return { contested, isPlain: true };
};

/** False if another object is there, or another version of it: some viewers look for the right one. */
const isThere = (file: Buffer, number: number, place: Place): boolean => {
  const [at, version] = place.split('/').map(Number);
  if (at === undefined || version === undefined) return true;
  const [, found, stated] = /^\s*(\d+)\s+(\d+)\s+obj/.exec(file.toString('latin1', at, at + OBJECT_HEAD)) ?? [];
  return Number(found) === number && Number(stated) === version;
};

/** In bytes: longer than the head of an object. */
const OBJECT_HEAD = 40;

/** In bytes: longer than trailers are. */
const TRAILER = 2048;

const trailerAt = (file: Buffer, at: number): string =>
  file.toString('latin1', at, at + TRAILER).replace(/startxref.*/s, '');

const numberOf = (dictionary: string, key: string): number | undefined => {
  const digits = new RegExp(`/${key}\\s+(\\d+)`).exec(dictionary)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** A table's entries (ISO 32000-2 section 7.5.4) by object number; undefined if it names an object twice. */
const entriesOf = (table: string): Map<number, Place> | undefined => {
  const entries = new Map<number, Place>();
  let next = 0;
  for (const [, first, version, kind] of table.matchAll(/(\d+)\s+(\d+)(?:\s+([nf])\b)?/g)) {
    if (kind === undefined) {
      next = Number(first);
      continue;
    }
    const place = kind === 'f' ? 'free' : `${Number(first)}/${Number(version)}`;
    if ((entries.get(next) ?? place) !== place) return undefined;
    entries.set(next++, place);
  }
  return entries;
};

/** The entries of a cross-reference stream (section 7.5.8) by object number; undefined if it can't be read. */
const supplementAt = (file: Buffer, at: number): Map<number, Place> | undefined => {
  const start = file.indexOf('stream', at);
  const dictionary = file.toString('latin1', at, Math.min(start, at + TRAILER));
  const length = numberOf(dictionary, 'Length');
  const listOf = (key: string): number[] | undefined =>
    new RegExp(`/${key}\\s*\\[([^\\]]*)`).exec(dictionary)?.[1]?.match(/\d+/g)?.map(Number);
  const widths = listOf('W');
  if (start < 0 || length === undefined || widths?.length !== 3) return undefined;
  const begin = start + 'stream'.length + (file[start + 'stream'.length] === CARRIAGE_RETURN ? 2 : 1);
  const columns = widths.reduce((sum, width) => sum + width, 0);
  const rows = rowsOf(file.subarray(begin, begin + length), dictionary, columns);
  const ranges = listOf('Index') ?? [0, numberOf(dictionary, 'Size') ?? 0];
  const entries = new Map<number, Place>();
  let row = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    for (
      let number = ranges[range] as number;
      number < (ranges[range] as number) + (ranges[range + 1] as number);
      number++
    ) {
      const bytes = rows?.subarray(row, row + columns);
      if (bytes?.length !== columns || columns === 0) return undefined;
      entries.set(number, placeOf(bytes, widths as [number, number, number]));
      row += columns;
    }
  }
  return entries;
};

const CARRIAGE_RETURN = 13;

const placeOf = (row: Buffer, [kind, second, third]: [number, number, number]): Place => {
  const value = (from: number, width: number): number =>
    row.subarray(from, from + width).reduce((sum, byte) => sum * 256 + byte, 0);
  const type = kind === 0 ? 1 : value(0, kind);
  if (type === 0) return 'free';
  return `${value(kind, second)}${type === 1 ? '/' : ' '}${value(kind + second, third)}`;
};

/** Unpacked rows; undefined for filters other than the usual one. */
const rowsOf = (data: Buffer, dictionary: string, columns: number): Buffer | undefined => {
  const filters = /\/Filter\s*(\[[^\]]*|\/\w+)/.exec(dictionary)?.[1]?.match(/\w+/g) ?? [];
  if (filters.some((filter) => filter !== 'FlateDecode')) return undefined;
  try {
    const unpacked = filters.reduce<Uint8Array>((packed) => inflate(packed), data);
    const rows = Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.length);
    return (numberOf(dictionary, 'Predictor') ?? 1) === 1 ? rows : withoutPredictor(rows, columns);
  } catch {
    return undefined;
  }
};

/** Undoes the predictors None and Up (PNG section 9.2), which writers use here; undefined for others. */
const withoutPredictor = (data: Buffer, columns: number): Buffer | undefined => {
  const count = Math.floor(data.length / (columns + 1));
  const rows = Buffer.alloc(count * columns);
  for (let row = 0; row < count; row++) {
    const kind = data[row * (columns + 1)];
    if (kind !== 0 && kind !== 2) return undefined;
    for (let column = 0; column < columns; column++) {
      const above = kind === 2 && row > 0 ? (rows[(row - 1) * columns + column] as number) : 0;
      rows[row * columns + column] = ((data[row * (columns + 1) + 1 + column] as number) + above) & 255;
    }
  }
  return rows;
};

/** Keys that lead away from what pages show: to their structure, and to data of programs. */
const UNSHOWN = new Set([
  'StructTreeRoot',
  'StructParent',
  'Metadata',
  'PieceInfo',
  'Thumb',
  'Outlines',
  'Names',
  'SD',
]);

/** References to what pages show: of pages, their resources, annotations, forms and layers. */
const shownObjects = ({ catalog, resolve }: OpenPdf): PdfRef[] => {
  const found = new Set<PdfRef>();
  const open: PdfObject[] = ['Pages', 'AcroForm', 'OCProperties'].flatMap((key) => catalog.get(key) ?? []);
  for (let object = open.pop(); object; object = open.pop()) {
    if (object instanceof PdfRef) {
      const target = found.has(object) ? null : resolve(object);
      found.add(object);
      if (target) open.push(target);
    } else if (object instanceof PdfDict) {
      for (const [key, value] of object) if (!UNSHOWN.has(key.value)) open.push(value);
    } else if (object instanceof PdfArray) open.push(...object);
  }
  return [...found];
};
