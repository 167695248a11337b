import { type PDF, type PdfDict, PdfNumber, PdfString } from '@libpdf/core';
import { loadPdf } from '../file/load-pdf.ts';
import { ReadingLimitError } from '../file/reading-limits.ts';
import { signedFields } from '../file/signature-fields.ts';
import { withinTimeLimit } from '../file/time-limit.ts';

/** A digital signature in a PDF (ISO 32000-2 section 12.8), not verified yet. */
export interface PdfSignature {
  /** A document time-stamp (ETSI EN 319 142-1 section 5.4.3) is one, too, of a time-stamp authority. */
  kind: 'signature' | 'timestamp';
  /** Name of its field; empty if no field refers to it. */
  field: string;
  /** All bytes of its /Contents: a CMS structure, and the zeros that fill its reserved space. */
  contents: Uint8Array;
  /** The bytes that it covers; null if the file states an impossible range. */
  covered: Uint8Array | null;
  /** Place in the file at which the covered bytes end. */
  end: number;
  /** True if these are all bytes of the file but the digits of `contents`. */
  coversWholeFile: boolean;
  /** Between the covered bytes is nothing but `contents`, in digits. */
  contentsInPlace: boolean;
  /** The digits of `contents` are lower-case, as this platform writes them. */
  lowerCase: boolean;
  /** Its claimed time, ISO 8601, and its reason. */
  claimedAt: string | null;
  reason: string | null;
}

/** The most signatures that are read of one document, time-stamps included. */
const MOST_SIGNATURES = 60;

/** Reads the signatures of a PDF, in the order of its form; none if it can't be read. Throws `ReadingLimitError`. */
export const readSignatures = async (bytes: Uint8Array): Promise<PdfSignature[]> => {
  try {
    const pdf = await loadPdf(bytes);
    return withinTimeLimit(() => signaturesOf(pdf, bytes));
  } catch (error) {
    if (error instanceof ReadingLimitError) throw error;
    return [];
  }
};

/** Document time-stamps that cover a signature, the oldest first. */
export const stampsAfter = ({ end }: PdfSignature, signatures: readonly PdfSignature[]): PdfSignature[] =>
  signatures.filter((one) => one.kind === 'timestamp' && one.end > end).sort((a, b) => a.end - b.end);

/**
 * Finds signatures in a file's bytes by their stated ranges, even if its latest revision doesn't refer to them: an
 * appended revision may have hidden them.
 */
export const findSignatures = (file: Uint8Array): PdfSignature[] => {
  try {
    return withinTimeLimit(() => signaturesByRange(file));
  } catch {
    return [];
  }
};

const signaturesByRange = (file: Uint8Array): PdfSignature[] => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const found = new Map<string, PdfSignature>();
  let at = bytes.indexOf(BYTE_RANGE);
  for (; at >= 0 && found.size < MOST_SIGNATURES; at = bytes.indexOf(BYTE_RANGE, at + 1)) {
    const stated = /^\/ByteRange\s*\[([\d\s]+)\]/.exec(bytes.toString('latin1', at, at + 100))?.[1]?.trim();
    if (!stated || found.has(stated)) continue;
    const range = stated.split(/\s+/).map(Number);
    const [, length = 0, next = 0] = range;
    const contents = Buffer.from(bytes.toString('latin1', length + 1, Math.min(next - 1, length + MOST_DIGITS)), 'hex');
    found.set(stated, {
      kind: 'signature',
      field: '',
      contents,
      ...coverage(file, range, contents),
      claimedAt: null,
      reason: null,
    });
  }
  return [...found.values()];
};

const BYTE_RANGE = '/ByteRange';
/** Digits of a signature of one megabyte. */
const MOST_DIGITS = 2 * 1024 * 1024;

const TIMESTAMP = 'ETSI.RFC3161';

const signaturesOf = (pdf: PDF, bytes: Uint8Array): PdfSignature[] => {
  const fields = signedFields({ catalog: pdf.getCatalog(), resolve: (ref) => pdf.getObject(ref) });
  // Several fields show one signature where its values stand on several pages. The last one that shows nothing names
  // it: others may be fields of the document's own form.
  const values = new Map<PdfDict, string>();
  for (const { name, value, field } of fields) if (!values.has(value) || !field.has('AP')) values.set(value, name);
  return [...values].slice(0, MOST_SIGNATURES).flatMap(([dict, field]) => {
    const contents = dict.get('Contents');
    if (!(contents instanceof PdfString)) return [];
    const range = (dict.getArray('ByteRange')?.toArray() ?? []).map((item) =>
      item instanceof PdfNumber ? item.value : Number.NaN,
    );
    return [
      {
        kind: dict.getName('SubFilter')?.value === TIMESTAMP ? 'timestamp' : 'signature',
        field,
        contents: contents.bytes,
        ...coverage(bytes, range, contents.bytes),
        claimedAt: readDate(dict.getString('M')?.asString() ?? ''),
        reason: dict.getString('Reason')?.asString() ?? null,
      },
    ];
  });
};

/**
 * The bytes that two ranges cover. Only the signature itself may be between them, in hexadecimal, two digits a byte and
 * no space: anything else could be replaced without breaking it.
 */
const coverage = (
  bytes: Uint8Array,
  range: readonly number[],
  contents: Uint8Array,
): Pick<PdfSignature, 'covered' | 'end' | 'coversWholeFile' | 'contentsInPlace' | 'lowerCase'> => {
  const [start = -1, length = -1, next = -1, rest = -1] = range;
  const sensible =
    range.length === 4 &&
    range.every((value) => Number.isSafeInteger(value) && value >= 0) &&
    start === 0 &&
    length <= next &&
    next + rest <= bytes.length;
  if (!sensible) return { covered: null, end: 0, coversWholeFile: false, contentsInPlace: false, lowerCase: false };
  const gap = Buffer.from(bytes.buffer, bytes.byteOffset + length, next - length).toString('latin1');
  const lower = `<${Buffer.from(contents).toString('hex')}>`;
  const lowerCase = gap === lower;
  const isContents = (lowerCase || gap === lower.toUpperCase()) && CONTENTS.test(textBefore(bytes, length));
  const covered = Buffer.concat([bytes.subarray(0, length), bytes.subarray(next, next + rest)]);
  const end = next + rest;
  return { covered, end, coversWholeFile: isContents && end === bytes.length, contentsInPlace: isContents, lowerCase };
};

/** Checks that the digits are the value of this entry, not another string with the same bytes. */
const CONTENTS = /\/Contents\s*$/;

const textBefore = (bytes: Uint8Array, end: number): string =>
  Buffer.from(bytes.subarray(Math.max(0, end - 32), end)).toString('latin1');

/** Converts a PDF date (ISO 32000-2 section 7.9.4) to ISO 8601 in UTC; null if it is none. */
const readDate = (text: string): string | null => {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(text);
  if (!parts) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes = '00'] =
    parts;
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z';
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
