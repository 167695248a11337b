import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import type { OpenPage } from '../file/open-pdf.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import { objectBytes } from '../file/write-object.ts';

/** Place of an object in a file. */
interface Place {
  offset: number;
  generation: number;
}

/** The objects of a file's last revisions, by number. */
export type Appended = ReadonlyMap<number, Place>;

/**
 * Reads where the objects are that follow a file's first `length` bytes, as `appendRevision` writes their
 * cross-reference sections; undefined if these have another form.
 */
export const appendedObjects = (bytes: Uint8Array, length: number): Appended | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = new Map<number, Place>();
  let [offset, end] = [
    Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1', file.length - 40))?.[1]),
    file.length,
  ];
  while (offset >= length && offset < end) {
    const section = file.subarray(offset, end);
    const previous =
      section.toString('latin1', 0, 5) === 'xref\n' ? readTable(section, found) : readStream(section, found);
    if (previous === undefined) return undefined;
    end = offset;
    offset = previous;
  }
  return offset < length && [...found.values()].every((place) => place.offset >= length) ? found : undefined;
};

/** Adds a section's places, unless a later section has the object. Returns the offset of the section before it. */
const readTable = (section: Buffer, found: Map<number, Place>): number | undefined => {
  const text = section.toString('latin1');
  const [, rows, trailer] = /^xref\n((?:[\d nf]+\n)*)trailer\n(.*?)startxref\n/s.exec(text) ?? [];
  if (rows === undefined || trailer === undefined) return undefined;
  let number = 0;
  for (const row of rows.split('\n').slice(0, -1)) {
    const [, offset, generation] = /^(\d{10}) (\d{5}) n $/.exec(row) ?? [];
    if (offset === undefined) number = Number(row.split(' ')[0]);
    else add(found, number++, { offset: Number(offset), generation: Number(generation) });
  }
  return previousOf(trailer);
};

/** Bytes of a row: `appendRevision` writes fields of 1, 4 and 2. */
const ROW = 7;

const readStream = (section: Buffer, found: Map<number, Place>): number | undefined => {
  const start = section.indexOf('\nstream\n');
  const dict = section.toString('latin1', 0, Math.max(0, start));
  const index = /\/Index \[([\d ]+)\]/.exec(dict)?.[1]?.split(' ').map(Number) ?? [];
  if (!dict.includes('/W [1 4 2]') || dict.includes('/Filter')) return undefined;
  let at = start + '\nstream\n'.length;
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    for (let nth = 0; nth < (index[pair + 1] ?? 0); nth++) {
      if (section[at] !== 1 || at + ROW > section.length) return undefined;
      const place = { offset: section.readUInt32BE(at + 1), generation: section.readUInt16BE(at + 5) };
      add(found, (index[pair] ?? 0) + nth, place);
      at += ROW;
    }
  }
  return previousOf(dict);
};

const add = (found: Map<number, Place>, number: number, place: Place): void => {
  if (!found.has(number)) found.set(number, place);
};

const previousOf = (dict: string): number | undefined => {
  const stated = /\/Prev (\d+)/.exec(dict)?.[1];
  return stated === undefined ? undefined : Number(stated);
};

const HEADER = Buffer.from('%PDF-1.7\n', 'latin1');

/** The revisions of a file as a PDF of their own. */
export interface Alone {
  bytes: Uint8Array;
  /** By page of the whole file: the page here. Both are 1-based. */
  pages: Map<number, number>;
}

/**
 * Makes a PDF of nothing but the bytes that follow a file's first `length`. Its pages are those that the revisions
 * wrote again: they show what was added to them, for all else is missing here. Their boxes, which they may inherit,
 * stay.
 */
export const revisionAlone = (
  file: Uint8Array,
  length: number,
  appended: Appended,
  pages: ReadonlyMap<number, OpenPage>,
  resolve: Resolve,
): Alone => {
  const branches = new Map<PdfRef | undefined, [number, OpenPage][]>();
  for (const entry of pages) {
    const parent = entry[1].dict.getRef('Parent');
    branches.set(parent, [...(branches.get(parent) ?? []), entry]);
  }
  const parts: Buffer[] = [HEADER, Buffer.from(file.buffer, file.byteOffset + length, file.length - length)];
  let at = HEADER.length + file.length - length;
  const places = new Map(
    [...appended].map(([number, { offset, generation }]): [number, Place] => [
      number,
      { offset: offset - length + HEADER.length, generation },
    ]),
  );
  let next = 1 + Math.max(...appended.keys(), ...[...branches.keys()].map((ref) => ref?.objectNumber ?? 0));
  const write = (ref: PdfRef, object: PdfObject): PdfRef => {
    const bytes = Buffer.concat([
      Buffer.from(`${ref.objectNumber} ${ref.generation} obj\n`),
      ...objectBytes(object, () => true),
      Buffer.from('\nendobj\n'),
    ]);
    places.set(ref.objectNumber, { offset: at, generation: ref.generation });
    parts.push(bytes);
    at += bytes.length;
    return ref;
  };
  const order = new Map<number, number>();
  const kids = [...branches].map(([parent, own]) => {
    for (const [number] of own) order.set(number, order.size + 1);
    const [first] = own;
    const above = first?.[1].dict.getDict('Parent', resolve);
    return write(parent ?? PdfRef.of(next++, 0), branchOf(own, above ? boxesOf(above, resolve) : []));
  });
  const root = PdfDict.of({ Type: PdfName.Pages, Kids: new PdfArray(kids), Count: PdfNumber.of(order.size) });
  const catalog = PdfDict.of({ Type: PdfName.Catalog, Pages: write(PdfRef.of(next++, 0), root) });
  const catalogRef = write(PdfRef.of(next++, 0), catalog);
  const rows = [...places].map(
    ([number, { offset, generation }]) =>
      `${number} 1\n${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`,
  );
  const trailer = `trailer\n<</Size ${next} /Root ${catalogRef.objectNumber} 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n0 1\n0000000000 65535 f \n${rows.join('')}${trailer}`, 'latin1'));
  return { bytes: new Uint8Array(Buffer.concat(parts)), pages: order };
};

const branchOf = (pages: readonly [number, OpenPage][], boxes: readonly [string, PdfObject][]): PdfDict => {
  const kids = new PdfArray(pages.map(([, { ref }]) => ref));
  const branch = PdfDict.of({ Type: PdfName.Pages, Kids: kids, Count: PdfNumber.of(pages.length) });
  for (const [key, value] of boxes) branch.set(key, value);
  return branch;
};

/** Attributes of a page tree that place a page's content (ISO 32000-2 table 31). */
const boxesOf = (page: PdfDict, resolve: Resolve): [string, PdfObject][] =>
  ['MediaBox', 'CropBox', 'Rotate'].flatMap((key): [string, PdfObject][] => {
    const value = inherited(page, key, resolve);
    if (!(value instanceof PdfArray)) return value ? [[key, value]] : [];
    return [[key, new PdfArray([...value].flatMap((item) => (item instanceof PdfRef ? (resolve(item) ?? []) : item)))]];
  });
