import { constants, deflateSync, inflateSync } from 'node:zlib';
import { type PDF, PdfArray, PdfDict, PdfName, type PdfNumber, PdfStream } from '@libpdf/core';
import type { Resolve } from './page-box.ts';

/** Shorter data is not compressed, because it would hardly shrink. */
const WORTHWHILE = 512;

/** The most bytes that a stream may unpack to, except images. Larger ones are made to fill the memory. */
export const MAX_UNPACKED = 64 * 1024 * 1024;

/** The highest ratio of deflated data. */
const DEFLATE_RATIO = 1032;

/** Size of zlib's output pieces, which are joined afterwards: drawings unpack to four times their size. */
const LEAST_CHUNK = 16 * 1024;
const LARGEST_CHUNK = 1024 * 1024;

/** A stream unpacks to more than `MAX_UNPACKED`. */
export class StreamTooLargeError extends Error {
  constructor() {
    super(`A stream unpacks to more than ${MAX_UNPACKED} bytes`);
    this.name = 'StreamTooLargeError';
  }
}

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

/** The names of a stream's filters, in the order of decoding. */
export const filtersOf = (stream: PdfStream): string[] => {
  const entry = stream.get('Filter');
  const items = entry instanceof PdfArray ? entry.toArray() : [entry];
  return items.flatMap((item) => (item instanceof PdfName ? item.value : []));
};

/**
 * Decodes a stream's data. Zlib decodes the usual filter; the library, which is many times slower, decodes all others, and
 * damaged data as far as possible. Throws `StreamTooLargeError`, or what the library throws.
 */
export const decodedData = (stream: PdfStream): Uint8Array => {
  let data = stream.data;
  const filters = filtersOf(stream);
  const predicted = hasPredictor(stream);
  while (filters[0] === 'FlateDecode') {
    try {
      const unpacked = inflate(data);
      // The library decodes predictors only together with the filter. The size is known now.
      if (predicted) break;
      data = unpacked;
    } catch (error) {
      if (error instanceof StreamTooLargeError) throw error;
      break;
    }
    filters.shift();
  }
  if (filters.length === 0) return data;
  if (data === stream.data) return stream.getDecodedData();
  const rest = new PdfArray(filters.map((filter) => PdfName.of(filter)));
  return PdfStream.fromDict({ Filter: rest }, data).getDecodedData();
};

/** The same, but empty if it can't be decoded: viewers don't show it either, and later drawings are not affected. */
export const decodedOrNothing = (stream: PdfStream): Uint8Array => {
  try {
    return decodedData(stream);
  } catch {
    return new Uint8Array();
  }
};

/** Filters that viewers know (ISO 32000-2 table 6), and their short names. */
const FILTERS = new Set(
  ['ASCIIHex AHx ASCII85 A85 LZW Flate Fl RunLength RL CCITTFax CCF JBIG2 DCT JPX'].flatMap((names) =>
    names.split(' ').flatMap((name) => [name, `${name}Decode`]),
  ),
).add('Crypt');

/** True if a stream of the document needs a filter that PDF 2.0 doesn't have: most viewers can't show it. Call it after everything is read. */
export const hasUnknownFilter = (pdf: PDF): boolean =>
  [...pdf.context.registry.getLoadedObjects().values()].some(
    (object) => object instanceof PdfStream && filtersOf(object).some((filter) => !FILTERS.has(filter)),
  );

/** The first filter that a file names and viewers don't know: also in a file that can't be read for it. */
export const unknownFilter = (bytes: Uint8Array): string | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = file.indexOf('/Filter'); at >= 0; at = file.indexOf('/Filter', at + 1)) {
    const named =
      /^\/Filter\s*(\[[^\]]*|\/[A-Za-z0-9]+)/.exec(file.toString('latin1', at, at + FILTER_ENTRY))?.[1] ?? '';
    const unknown = named.match(/[A-Za-z0-9]+/g)?.find((filter) => filter.endsWith('Decode') && !FILTERS.has(filter));
    if (unknown) return unknown;
  }
  return undefined;
};

/** In bytes: longer than entries that name filters. */
const FILTER_ENTRY = 200;

const hasPredictor = (stream: PdfStream): boolean => {
  const entry = stream.get('DecodeParms');
  const items = entry instanceof PdfArray ? entry.toArray() : [entry];
  return items.some((item) => item instanceof PdfDict && (item.get('Predictor') as PdfNumber | undefined)?.value !== 1);
};

/** True if a stream of the document unpacks to more than the limit. Images are not checked. */
export const hasOversizedStream = (pdf: PDF): boolean => {
  for (const object of pdf.context.registry.getLoadedObjects().values()) {
    if (!(object instanceof PdfStream) || object.getName('Subtype')?.value === 'Image') continue;
    const filters = filtersOf(object);
    if (filters[0] !== 'FlateDecode') continue;
    if (filters.length === 1 && object.data.length * DEFLATE_RATIO <= MAX_UNPACKED) continue;
    try {
      decodedData(object);
    } catch (error) {
      if (error instanceof StreamTooLargeError) return true;
    }
  }
  return false;
};

/** True if a stream of the document states a wrong length: viewers disagree about its end. */
export const hasMismeasuredStream = ({ pdf, resolve }: { pdf: PDF; resolve: Resolve }): boolean =>
  [...pdf.context.registry.getLoadedObjects().values()].some(
    (object) => object instanceof PdfStream && object.getNumber('Length', resolve)?.value !== object.data.length,
  );

/**
 * Compresses the streams that were added to a document. The original ones are not changed, and metadata stay readable for tools that know
 * nothing of PDF.
 */
export const compressAdded = (pdf: PDF): void => {
  for (const stream of pdf.context.registry.getNewObjects().values()) {
    if (!(stream instanceof PdfStream) || stream.has('Filter') || stream.data.length < WORTHWHILE) continue;
    if (stream.getName('Type')?.value === 'Metadata') continue;
    const data = deflateSync(stream.data);
    stream.setData(data);
    stream.set('Filter', PdfName.of('FlateDecode'));
  }
};
