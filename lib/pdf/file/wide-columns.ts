import { PdfArray, PdfDict, PdfNumber, PdfStream } from '@libpdf/core';
import { decodedData } from './decode-stream.ts';

/** The widest column of a cross-reference stream that the library reads, in bytes. */
const WIDEST = 6;

let isSet = false;

/**
 * Makes the library read cross-reference streams with columns of eight bytes, as pyHanko writes them: it takes them for
 * damage, and a signed file must not be written anew. Leading zeros of such columns are left out. Has an effect once.
 */
export const readWideColumns = (): void => {
  if (isSet) return;
  isSet = true;
  PdfStream.prototype.getArray = function (this: PdfStream, key, resolver) {
    const found = PdfDict.prototype.getArray.call(this, key, resolver);
    if (key !== 'W' || !found || this.getName('Type')?.value !== 'XRef') return found;
    return narrowed(this, found);
  };
};

const narrowed = (stream: PdfStream, found: PdfArray): PdfArray => {
  const widths = found.toArray().map((one) => (one instanceof PdfNumber ? one.value : 0));
  if (!widths.some((width) => width > WIDEST) || !widths.every((width) => width >= 0 && width <= 8)) return found;
  const columns = widths.map((width) => Math.min(width, WIDEST));
  const data = decodedData(stream);
  const parts: Uint8Array[] = [];
  let at = 0;
  while (at < data.length) {
    for (const [index, width] of widths.entries()) {
      const begin = at + width - (columns[index] ?? 0);
      if (data.subarray(at, begin).some((byte) => byte !== 0)) return found;
      parts.push(data.subarray(begin, at + width));
      at += width;
    }
  }
  stream.delete('DecodeParms');
  stream.setData(Buffer.concat(parts));
  const narrow = new PdfArray(columns.map((width) => PdfNumber.of(width)));
  stream.set('W', narrow);
  return narrow;
};
