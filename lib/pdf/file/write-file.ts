import { createHash } from 'node:crypto';
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import type { OpenPdf } from './open-pdf.ts';
import { compressAdded } from './streams.ts';
import { withinTimeLimit } from './time-limit.ts';
import { type Exists, objectBytes } from './write-object.ts';

type Document = Pick<OpenPdf, 'pdf' | 'resolve'>;

/**
 * Bytes at the end of a file that contain the offset of its last cross-reference section (ISO 32000-2 section 7.5.5).
 */
const STARTXREF_WITHIN = 1024;

/**
 * The last cross-reference section of a file. A stream is followed by a stream, a table by a table (section 7.5.8.4).
 */
interface LastSection {
  offset: number;
  kind: 'table' | 'stream';
}

/** Finds the last cross-reference section of a file; null if the file states a wrong place. */
const lastSection = (bytes: Uint8Array): LastSection | null => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const tail = file.subarray(-STARTXREF_WITHIN).toString('latin1');
  const offset = Number(/.*startxref\s+(\d+)/s.exec(tail)?.[1] ?? Number.NaN);
  if (!(offset < file.length)) return null;
  const start = file.toString('latin1', offset, offset + 40);
  if (/^xref\s/.test(start)) return { offset, kind: 'table' };
  return /^\d+\s+\d+\s+obj\b/.test(start) ? { offset, kind: 'stream' } : null;
};

/**
 * True if a revision can be appended to the file as it is (ISO 32000-2 section 7.5.6): it begins with its header,
 * states the right place of its last cross-reference section, and isn't encrypted. Every other file must be rewritten.
 */
export const isAppendable = ({ pdf }: Pick<OpenPdf, 'pdf'>, bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, 5).toString('latin1') === '%PDF-' &&
  !pdf.isEncrypted &&
  !pdf.recoveredViaBruteForce &&
  lastSection(bytes) !== null;

/**
 * Appends one revision to the file, with the objects that were added to the document and those that `changed` names: an
 * incremental update (ISO 32000-2 section 7.5.6). The file's own bytes are not changed. `compress: false` writes added
 * streams as they are, so that the bytes don't depend on a packer. Returns the file itself if nothing was added or
 * changed. Throws if nothing can be appended: see `isAppendable`.
 */
export const appendRevision = (
  document: Document,
  bytes: Uint8Array,
  changed: Iterable<PdfRef>,
  { compress = true }: { compress?: boolean } = {},
): Uint8Array => {
  const section = isAppendable(document, bytes) ? lastSection(bytes) : null;
  if (!section) throw new Error('Nothing can be appended to this file: it has to be rewritten');
  return withinTimeLimit(() => {
    finishAdded(document, compress);
    const objects = new Map<PdfRef, PdfObject>();
    for (const ref of changed) {
      const object = document.resolve(ref);
      if (object) objects.set(ref, object);
    }
    // Last, so that the reserved space of the signature is behind everything that a stranger wrote.
    for (const [ref, object] of document.pdf.context.registry.getNewObjects()) objects.set(ref, object);
    if (objects.size === 0) return bytes;
    return write(document, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), objects, section);
  });
};

/** A comment with binary bytes, so that transfer programs don't change the file (ISO 32000-2 section 7.5.2). */
const BINARY = '%\xe2\xe3\xcf\xd3';

/**
 * Writes the document as one revision, with only the objects that its trailer refers to, directly or not. Throws if it
 * takes longer than `limit` milliseconds.
 */
export const writeWhole = (document: Document, limit?: number): Uint8Array =>
  withinTimeLimit(() => {
    finishAdded(document, true);
    const { version } = document.pdf.context.info;
    return write(document, Buffer.from(`%PDF-${version}\n${BINARY}\n`, 'latin1'), reachable(document), null);
  }, limit);

const finishAdded = ({ pdf }: Document, compress: boolean): void => {
  pdf.fonts.finalize(true);
  if (compress) compressAdded(pdf);
};

/** Objects that can be reached from the trailer, by reference. */
const reachable = ({ pdf, resolve }: Document): Map<PdfRef, PdfObject> => {
  const found = new Map<PdfRef, PdfObject>();
  const { trailer } = pdf.context.info;
  const open: PdfObject[] = ['Root', 'Info'].flatMap((key) => trailer.get(key) ?? []);
  while (open.length > 0) {
    const object = open.pop();
    if (object instanceof PdfRef) {
      if (found.has(object)) continue;
      const target = resolve(object);
      if (!target) continue;
      found.set(object, target);
      open.push(target);
    } else if (object instanceof PdfDict) {
      for (const [, value] of object) open.push(value);
    } else if (object instanceof PdfArray) {
      open.push(...object);
    }
  }
  return found;
};

/** True if the document refers to a missing object whose number the next revision would assign. */
export const refersBeyond = (document: Document): boolean => {
  const { nextObjectNumber } = document.pdf.context.registry;
  const beyond = (object: PdfObject): boolean => {
    if (object instanceof PdfRef) return object.objectNumber >= nextObjectNumber;
    if (object instanceof PdfDict) return [...object].some(([, value]) => beyond(value));
    return object instanceof PdfArray && [...object].some(beyond);
  };
  return [...reachable(document).values()].some(beyond);
};

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** `start`, followed by objects, a cross-reference section and a trailer. `previous` is the section before it. */
const write = (
  { pdf, resolve }: Document,
  start: Buffer,
  objects: ReadonlyMap<PdfRef, PdfObject>,
  previous: LastSection | null,
): Uint8Array => {
  const exists: Exists = (ref) => resolve(ref) !== null;
  const output = new Output(start, exists);
  const { entries } = output;
  const last = start.at(-1);
  if (last !== LINE_FEED && last !== CARRIAGE_RETURN) output.add('\n');
  for (const [ref, object] of objects) output.object(ref, object);
  const section = output.length;
  const trailer = nextTrailer(pdf.context.info.trailer, exists, start, previous);
  const nextObjectNumber = previous ? pdf.context.registry.nextObjectNumber : highest(entries) + 1;
  if (previous?.kind === 'stream') {
    trailer.set('Size', PdfNumber.of(nextObjectNumber + 1));
    entries.set(nextObjectNumber, { offset: section, generation: 0 });
    output.object(PdfRef.of(nextObjectNumber, 0), sectionStream(trailer, entries));
  } else {
    trailer.set('Size', PdfNumber.of(nextObjectNumber));
    output.add(table(entries, previous === null), 'trailer\n', ...objectBytes(trailer, exists), '\n');
  }
  output.add(`startxref\n${section}\n%%EOF\n`);
  return output.bytes();
};

/** A file of these objects, which no reader but our own sees. Throws if it takes too long. */
export const writeObjects = (objects: ReadonlyMap<PdfRef, PdfObject>, trailer: PdfDict): Uint8Array =>
  withinTimeLimit(() => {
    const exists: Exists = (ref) => objects.has(ref);
    const output = new Output(Buffer.from('%PDF-1.7\n', 'latin1'), exists);
    for (const [ref, object] of objects) output.object(ref, object);
    const section = output.length;
    trailer.set('Size', PdfNumber.of(highest(output.entries) + 1));
    output.add(table(output.entries, true), 'trailer\n', ...objectBytes(trailer, exists));
    output.add(`\nstartxref\n${section}\n%%EOF\n`);
    return output.bytes();
  });

/** A file that is being written, with the places of its objects. */
class Output {
  readonly entries = new Map<number, Entry>();
  readonly #parts: Buffer[];
  readonly #exists: Exists;
  length: number;

  constructor(start: Buffer, exists: Exists) {
    this.#parts = [start];
    this.#exists = exists;
    this.length = start.length;
  }

  add(...more: readonly (Buffer | string)[]): void {
    for (const one of more) {
      const part = typeof one === 'string' ? Buffer.from(one, 'latin1') : one;
      this.#parts.push(part);
      this.length += part.length;
    }
  }

  object({ objectNumber, generation }: PdfRef, object: PdfObject): void {
    this.entries.set(objectNumber, { offset: this.length, generation });
    this.add(`${objectNumber} ${generation} obj\n`, ...objectBytes(object, this.#exists), '\nendobj\n');
  }

  bytes(): Uint8Array {
    return concat(this.#parts, this.length);
  }
}

const highest = (entries: ReadonlyMap<number, Entry>): number => {
  let found = 0;
  for (const number of entries.keys()) found = Math.max(found, number);
  return found;
};

/** In separate memory: Node would allocate a small file from a pool that other buffers share. */
const concat = (parts: readonly Buffer[], length: number): Uint8Array => {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

interface Entry {
  offset: number;
  generation: number;
}

/** The file's own trailer, without the entries that the writer sets. */
const nextTrailer = (trailer: PdfDict, exists: Exists, file: Buffer, previous: LastSection | null): PdfDict => {
  const next = new PdfDict();
  for (const key of ['Root', 'Info', 'ID']) {
    const value = trailer.get(key);
    if (value && !(value instanceof PdfRef && !exists(value))) next.set(key, value);
  }
  if (!(next.get('ID') instanceof PdfArray)) {
    const id = PdfString.fromBytes(createHash('sha256').update(file).digest().subarray(0, 16));
    next.set('ID', PdfArray.of(id, id));
  }
  if (previous) next.set('Prev', PdfNumber.of(previous.offset));
  return next;
};

/** Objects whose numbers follow one another. */
interface Subsection {
  first: number;
  entries: Entry[];
}

const subsections = (entries: ReadonlyMap<number, Entry>): Subsection[] => {
  const found: Subsection[] = [];
  for (const [number, entry] of [...entries].sort(([a], [b]) => a - b)) {
    const open = found.at(-1);
    if (open && open.first + open.entries.length === number) open.entries.push(entry);
    else found.push({ first: number, entries: [entry] });
  }
  return found;
};

/** ISO 32000-2 section 7.5.4. The first section of a file begins with the head of the list of free objects. */
const table = (entries: ReadonlyMap<number, Entry>, isFirst: boolean): string => {
  const padded = (value: number, width: number): string => String(value).padStart(width, '0');
  const line = ({ offset, generation }: Entry): string => `${padded(offset, 10)} ${padded(generation, 5)} n \n`;
  const sections = subsections(entries).map(
    ({ first, entries }) => `${first} ${entries.length}\n${entries.map(line).join('')}`,
  );
  return `xref\n${isFirst ? '0 1\n0000000000 65535 f \n' : ''}${sections.join('')}`;
};

/** ISO 32000-2 section 7.5.8: a row is a type, an offset and a generation of 1, 4 and 2 bytes. */
const sectionStream = (trailer: PdfDict, entries: ReadonlyMap<number, Entry>): PdfStream => {
  const sections = subsections(entries);
  const rows = sections.flatMap((section) =>
    section.entries.map(({ offset, generation }) => {
      const row = Buffer.alloc(7);
      row.writeUInt8(1, 0);
      row.writeUInt32BE(offset, 1);
      row.writeUInt16BE(generation, 5);
      return row;
    }),
  );
  const stream = new PdfStream(trailer, Buffer.concat(rows));
  stream.set('Type', PdfName.of('XRef'));
  stream.set('W', new PdfArray([1, 4, 2].map((width) => PdfNumber.of(width))));
  const index = sections.flatMap(({ first, entries: { length } }) => [first, length]);
  stream.set('Index', new PdfArray(index.map((value) => PdfNumber.of(value))));
  return stream;
};
