import { constants, deflateSync, inflateSync } from 'node:zlib';
import { PdfArray, PdfDict, PdfName, type PdfNumber, type PdfObject, PdfStream } from '@libpdf/core';
import { unpackLzw } from './lzw.ts';
import { MAX_UNPACKED, StreamTooLargeError } from './reading-limits.ts';

/** Size of zlib's output pieces, which are joined afterwards: drawings unpack to four times their size. */
const LEAST_CHUNK = 16 * 1024;
const LARGEST_CHUNK = 1024 * 1024;

/** Unpacks deflated data of any producer. Throws `StreamTooLargeError`, or zlib's error for damaged data. */
export const inflate = (data: Uint8Array): Uint8Array => {
  try {
    // Some producers omit the end of the compressed data; nothing is lost.
    return inflateSync(data, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_UNPACKED,
      chunkSize: Math.min(Math.max(LEAST_CHUNK, data.length * 4), LARGEST_CHUNK),
    });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? new StreamTooLargeError() : error;
  }
};

/** Short names of filters, which viewers know everywhere (ISO 32000-2 table 92). */
const SHORT: Readonly<Record<string, string>> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
};

const itemsOf = (entry: PdfObject | undefined): readonly (PdfObject | undefined)[] =>
  entry instanceof PdfArray ? entry.toArray() : [entry];

/** The names of a stream's filters, in the order of decoding. */
export const filtersOf = (stream: PdfStream): string[] =>
  itemsOf(stream.get('Filter')).flatMap((item) => (item instanceof PdfName ? (SHORT[item.value] ?? item.value) : []));

/** The library's own way of decoding. */
const decodeByLibrary = PdfStream.prototype.getDecodedData;

/**
 * Decodes a stream's data, filter by filter, and no more of it than `MAX_UNPACKED`. Zlib decodes the usual filter; the
 * library, which is many times slower, decodes all others, and damaged data as far as possible. Throws
 * `StreamTooLargeError`, or what the library throws.
 */
export const decodedData = (stream: PdfStream): Uint8Array => {
  const parameters = itemsOf(stream.get('DecodeParms'));
  return filtersOf(stream).reduce((data, filter, index) => {
    const given = parameters[index];
    const decoded = decodeOnce(data, filter, given instanceof PdfDict ? given : undefined);
    if (decoded.length > MAX_UNPACKED) throw new StreamTooLargeError();
    return decoded;
  }, stream.data);
};

const decodeOnce = (data: Uint8Array, filter: string, parameters: PdfDict | undefined): Uint8Array => {
  const predicted = (numberIn(parameters, 'Predictor') ?? 1) > 1;
  if (filter === 'Crypt') return data;
  if (filter === 'FlateDecode') {
    try {
      const unpacked = inflate(data);
      if (!predicted) return unpacked;
      if (!hasRows(parameters, unpacked.length)) return new Uint8Array();
    } catch (error) {
      if (error instanceof StreamTooLargeError) throw error;
    }
  } else if (filter === 'LZWDecode') {
    const unpacked = unpackLzw(data, numberIn(parameters, 'EarlyChange') ?? 1);
    return predicted ? decodeOnce(deflateSync(unpacked, { level: 0 }), 'FlateDecode', parameters) : unpacked;
  } else if (filter === 'RunLengthDecode') demandSize(runLengthSize(data));
  else if (filter === 'ASCII85Decode') demandSize(ascii85Size(data));
  const entries = { Filter: PdfName.of(filter), ...(parameters && { DecodeParms: parameters }) };
  return decodeByLibrary.call(PdfStream.fromDict(entries, data));
};

const numberIn = (parameters: PdfDict | undefined, key: string): number | undefined =>
  (parameters?.get(key) as PdfNumber | undefined)?.value;

const demandSize = (bytes: number): void => {
  if (bytes > MAX_UNPACKED) throw new StreamTooLargeError();
};

/** False if a row is longer than all data: the library reserves it before it looks. */
const hasRows = (parameters: PdfDict | undefined, length: number): boolean => {
  const [columns = 1, colours = 1, bits = 8] = ['Columns', 'Colors', 'BitsPerComponent'].map((key) =>
    numberIn(parameters, key),
  );
  const row = (columns * colours * bits) / 8;
  return row > 0 && row <= length;
};

/** Bytes that run-length data unpack to (ISO 32000-2 section 7.4.5). */
const runLengthSize = (data: Uint8Array): number => {
  let size = 0;
  for (let at = 0; at < data.length && data[at] !== 128; ) {
    const length = data[at] as number;
    size += length < 128 ? length + 1 : 257 - length;
    at += length < 128 ? length + 2 : 2;
  }
  return size;
};

const Z = 'z'.charCodeAt(0);

/** Bytes that ASCII base-85 data unpack to at most (section 7.4.3): `z` is four of them. */
const ascii85Size = (data: Uint8Array): number => {
  let size = 0;
  for (const byte of data) size += byte === Z ? 4 : 1;
  return size;
};
