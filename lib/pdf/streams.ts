import { constants, deflateSync, inflateSync } from 'node:zlib';
import { type PDF, PdfName, PdfStream } from '@libpdf/core';

/** Shorter data is left as it is: it would hardly shrink. */
const WORTHWHILE = 512;

/** No page needs more; what unpacks to more was made to fill the memory. */
export const MAX_CONTENT = 128 * 1024 * 1024;

const isPlainFlate = (stream: PdfStream): boolean => {
  const filter = stream.get('Filter');
  return filter instanceof PdfName && filter.value === 'FlateDecode' && !stream.has('DecodeParms');
};

/**
 * A stream's data without its filters. Zlib's own inflate reads what most producers write; the library, which is many
 * times slower, all else, damaged data among it. Throws where neither can.
 */
export const decodedData = (stream: PdfStream): Uint8Array => {
  if (isPlainFlate(stream)) {
    try {
      // Some producers leave out the end of the compressed data, which loses nothing.
      return inflateSync(stream.data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_CONTENT });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw error;
    }
  }
  return stream.getDecodedData();
};

/** Compresses the streams that were added to a document. What it brought along stays as it was. */
export const compressAdded = (pdf: PDF): void => {
  for (const stream of pdf.context.registry.getNewObjects().values()) {
    if (!(stream instanceof PdfStream) || stream.has('Filter') || stream.data.length < WORTHWHILE) continue;
    const data = deflateSync(stream.data);
    stream.setData(data);
    stream.set('Filter', PdfName.of('FlateDecode'));
  }
};
