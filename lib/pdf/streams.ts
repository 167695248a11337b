import { constants, deflateSync, inflateSync } from 'node:zlib';
import { type PDF, PdfArray, PdfDict, PdfName, type PdfNumber, PdfStream } from '@libpdf/core';
import type { Resolve } from './page-box.ts';

/** Shorter data is left as it is: it would hardly shrink. */
const WORTHWHILE = 512;

/** What a page's content, or any other stream but an image, may unpack to. What needs more was made to fill the memory. */
export const MAX_UNPACKED = 64 * 1024 * 1024;

/** Deflated data unpacks to at most so many times its size. */
const DEFLATE_RATIO = 1032;

/** Zlib writes into pieces that are put together afterwards: drawings unpack to four times their size. */
const LEAST_CHUNK = 16 * 1024;
const LARGEST_CHUNK = 1024 * 1024;

/** A stream unpacks to more than `MAX_UNPACKED`. */
export class StreamTooLargeError extends Error {
  constructor() {
    super(`A stream unpacks to more than ${MAX_UNPACKED} bytes`);
    this.name = 'StreamTooLargeError';
  }
}

/** Deflated data of any producer, unpacked. Throws `StreamTooLargeError`, or zlib's error where it is damaged. */
export const inflate = (data: Uint8Array): Uint8Array => {
  try {
    // Some producers leave out the end of the compressed data, which loses nothing.
    return inflateSync(data, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_UNPACKED,
      chunkSize: Math.min(Math.max(LEAST_CHUNK, data.length * 4), LARGEST_CHUNK),
    });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? new StreamTooLargeError() : error;
  }
};

/** The names of a stream's filters, in the order in which they are undone. */
export const filtersOf = (stream: PdfStream): string[] => {
  const entry = stream.get('Filter');
  const items = entry instanceof PdfArray ? entry.toArray() : [entry];
  return items.flatMap((item) => (item instanceof PdfName ? item.value : []));
};

/**
 * A stream's data without its filters. Zlib unpacks what most streams are packed with; the library, which is many times
 * slower, undoes all other filters and reads damaged data as far as it goes. Throws `StreamTooLargeError`, or what the
 * library throws.
 */
export const decodedData = (stream: PdfStream): Uint8Array => {
  let data = stream.data;
  const filters = filtersOf(stream);
  const predicted = hasPredictor(stream);
  while (filters[0] === 'FlateDecode') {
    try {
      const unpacked = inflate(data);
      // The library undoes predictors only together with the filter. How much that gives is known now.
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

/** The same, and nothing where it can't be decoded: that isn't shown either, and can't disturb what is drawn after it. */
export const decodedOrNothing = (stream: PdfStream): Uint8Array => {
  try {
    return decodedData(stream);
  } catch {
    return new Uint8Array();
  }
};

const hasPredictor = (stream: PdfStream): boolean => {
  const entry = stream.get('DecodeParms');
  const items = entry instanceof PdfArray ? entry.toArray() : [entry];
  return items.some((item) => item instanceof PdfDict && (item.get('Predictor') as PdfNumber | undefined)?.value !== 1);
};

/** True if one of the streams that a document was read to hold unpacks to more than is good. Images are not looked at. */
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

/** True if a stream that a document was read to hold isn't as long as it says: viewers disagree about where it ends. */
export const hasMismeasuredStream = ({ pdf, resolve }: { pdf: PDF; resolve: Resolve }): boolean =>
  [...pdf.context.registry.getLoadedObjects().values()].some(
    (object) => object instanceof PdfStream && object.getNumber('Length', resolve)?.value !== object.data.length,
  );

/** Compresses the streams that were added to a document. What it brought along stays as it was. */
export const compressAdded = (pdf: PDF): void => {
  for (const stream of pdf.context.registry.getNewObjects().values()) {
    if (!(stream instanceof PdfStream) || stream.has('Filter') || stream.data.length < WORTHWHILE) continue;
    const data = deflateSync(stream.data);
    stream.setData(data);
    stream.set('Filter', PdfName.of('FlateDecode'));
  }
};
