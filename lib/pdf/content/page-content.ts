import { PdfArray, type PdfDict, PdfRef, PdfStream } from '@libpdf/core';
import type { Resolve } from '../file/page-box.ts';
import { decodedOrNothing } from '../file/streams.ts';

/** References to the content streams of a page; those to missing objects are left out. */
export const contentStreams = (page: PdfDict, resolve: Resolve): PdfRef[] => {
  const contents = page.get('Contents');
  const value = contents instanceof PdfRef ? resolve(contents) : contents;
  const parts = value instanceof PdfArray ? value.toArray() : contents ? [contents] : [];
  return parts.filter((part) => part instanceof PdfRef && resolve(part) instanceof PdfStream) as PdfRef[];
};

/** A page's content in one piece, without filters. */
export const pageContent = (page: PdfDict, resolve: Resolve): Uint8Array =>
  decodedContent(contentStreams(page, resolve), resolve);

/** The content of these streams in one piece, without filters. */
export const decodedContent = (streams: PdfRef[], resolve: Resolve): Uint8Array => {
  const parts = streams.flatMap((ref) => {
    const stream = resolve(ref);
    return stream instanceof PdfStream ? decodedOrNothing(stream) : [];
  });
  const [only, ...more] = parts;
  // Most pages have one, of up to 64 MB.
  return only && more.length === 0 ? only : Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]));
};
