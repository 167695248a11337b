import { deflateSync } from 'node:zlib';
import { type PDF, PdfName, PdfStream } from '@libpdf/core';
import { decodedData, filtersOf } from './decode-stream.ts';
import type { Resolve } from './page-box.ts';
import { MAX_UNPACKED, StreamTooLargeError } from './reading-limits.ts';

/** Shorter data is not compressed, because it would hardly shrink. */
const WORTHWHILE = 512;

/** The highest ratio of deflated data. */
const DEFLATE_RATIO = 1032;

/**
 * A stream's decoded data, but nothing if it can't be decoded: viewers don't show it either, and later drawings are not
 * affected.
 */
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

/**
 * The first filter of a document's streams that PDF 2.0 doesn't have: most viewers can't show it. Call it after
 * everything is read.
 */
export const filterBeyondPdf = (pdf: PDF): string | undefined => {
  for (const object of pdf.context.registry.getLoadedObjects().values()) {
    const unknown = object instanceof PdfStream && filtersOf(object).find((filter) => !FILTERS.has(filter));
    if (unknown) return unknown;
  }
  return undefined;
};

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

/** True if a stream of the document unpacks to more than the limit. Images are not checked. */
export const hasOversizedStream = (pdf: PDF): boolean => {
  for (const object of pdf.context.registry.getLoadedObjects().values()) {
    if (!(object instanceof PdfStream) || object.getName('Subtype')?.value === 'Image') continue;
    const filters = filtersOf(object);
    if (
      filters.every((filter) => filter === 'FlateDecode') &&
      object.data.length * DEFLATE_RATIO ** filters.length <= MAX_UNPACKED
    )
      continue;
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
 * Compresses the streams that were added to a document. The original ones are not changed, and metadata stay readable
 * for tools that know nothing of PDF.
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
