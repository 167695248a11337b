import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { numberText } from './number-text.ts';

/** Returns true if the file has the object of a reference. */
export type Exists = (ref: PdfRef) => boolean;

/**
 * Writes an object for a PDF file (ISO 32000-2 section 7.3). Numbers are exact: the library's own writer keeps five
 * decimals, which moves text in small units. A reference to a missing object becomes null, which is its meaning:
 * otherwise it would name a later object with that number.
 */
export const objectBytes = (object: PdfObject, exists: Exists): Buffer[] => {
  if (!(object instanceof PdfStream)) return [latin1(textOf(object, exists))];
  const dict = dictText(object, exists, object.data.length);
  return [latin1(`${dict}\nstream\n`), asBuffer(object.data), latin1('\nendstream')];
};

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

const asBuffer = (data: Uint8Array): Buffer => Buffer.from(data.buffer, data.byteOffset, data.length);

const textOf = (object: PdfObject, exists: Exists): string => {
  if (object instanceof PdfName) return nameText(object);
  if (object instanceof PdfNumber) return numberText(object.value);
  if (object instanceof PdfRef) return exists(object) ? `${object.objectNumber} ${object.generation} R` : 'null';
  if (object instanceof PdfString) return stringText(object);
  if (object instanceof PdfArray) return `[${Array.from(object, (item) => textOf(item, exists)).join(' ')}]`;
  if (object instanceof PdfStream) throw new Error('A stream stands alone (ISO 32000-2 section 7.3.8.1)');
  if (object instanceof PdfDict) return dictText(object, exists);
  if (object instanceof PdfBool) return String(object.value);
  if (object instanceof PdfNull) return 'null';
  throw new Error(`An object of type ${object.type} is not written`);
};

/** Characters that a literal string holds without escapes. */
const PLAIN = /^[ !#-'*-[\]-~]*$/;

const stringText = ({ bytes, format }: PdfString): string => {
  const text = asBuffer(bytes).toString('latin1');
  return format === 'literal' && PLAIN.test(text) ? `(${text})` : `<${asBuffer(bytes).toString('hex')}>`;
};

/** `length`: the length of the dictionary's stream. */
const dictText = (dict: PdfDict, exists: Exists, length?: number): string => {
  const lines: string[] = [];
  for (const [key, value] of dict) {
    if (length !== undefined && key.value === 'Length') continue;
    lines.push(`${nameText(key)} ${textOf(value, exists)}\n`);
  }
  if (length !== undefined) lines.push(`/Length ${length}\n`);
  return `<<\n${lines.join('')}>>`;
};

/**
 * Bytes that are written unchanged in a name; all others are written as `#` and hexadecimal digits (ISO 32000-2 section
 * 7.3.5).
 */
const UNWRITABLE = /[^!-~]|[()<>[\]{}/%#]/g;
const BEYOND_BYTES = /[^\0-\xff]/;

/** A name from a file has one character for each byte (`exact-names.ts`); a name from this code may be any text. */
const nameText = ({ value }: PdfName): string => {
  const bytes = BEYOND_BYTES.test(value) ? Buffer.from(value).toString('latin1') : value;
  return `/${bytes.replace(UNWRITABLE, (byte) => `#${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}`;
};
