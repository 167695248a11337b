import { PdfStream } from '@libpdf/core';
import { contentStreams } from './canvas.ts';
import { type Balance, graphicsStateBalance } from './content-balance.ts';
import type { OpenPdf } from './open-pdf.ts';
import { decodedData, decodedOrNothing, filtersOf, inflate, MAX_UNPACKED, StreamTooLargeError } from './streams.ts';

/** More graphics states at a time than this, which viewers keep in memory, are not a drawing. */
const DEEPEST = 100_000;

interface Content {
  /** In bytes, unpacked. */
  size: number;
  balance?: Balance;
}

/**
 * Why the first page whose content can't be used can't be; undefined where all can. Of damaged content viewers show what
 * comes before the damage and say nothing: people would sign pages with parts missing. What unpacks to more than memory
 * holds is found here, before anything is drawn of it.
 */
export const contentFault = ({ pages, resolve }: OpenPdf): string | undefined => {
  // Pages may share streams, and one may name the same a thousand times.
  const known = new Map<PdfStream, Content>();
  for (const [index, { dict }] of pages.entries()) {
    const page = `page ${index + 1}`;
    const streams = contentStreams(dict, resolve).map(resolve);
    let size = 0;
    for (const stream of streams) {
      if (!(stream instanceof PdfStream)) continue;
      const content = known.get(stream) ?? { size: sizeOf(stream) };
      if (Number.isNaN(content.size)) return `${page} is damaged, and part of it is missing`;
      known.set(stream, content);
      size += content.size;
    }
    if (size > MAX_UNPACKED) return `${page} unpacks to more than ${MAX_UNPACKED / 1024 / 1024} MB`;
    // Each takes an operator and a space.
    if (size > 2 * DEEPEST && deepest(streams, known) > DEEPEST) return `${page} is nested too deeply`;
  }
  return undefined;
};

/** How many bytes a content stream unpacks to; NaN where it is damaged, which is seen of deflated data alone. */
const sizeOf = (stream: PdfStream): number => {
  const [filter, ...more] = filtersOf(stream);
  if (filter === undefined) return stream.data.length;
  const plain = filter === 'FlateDecode' && more.length === 0;
  try {
    return (plain ? inflate(stream.data) : decodedData(stream)).length;
  } catch (error) {
    if (error instanceof StreamTooLargeError) return Number.POSITIVE_INFINITY;
    return plain ? Number.NaN : stream.data.length;
  }
};

const deepest = (streams: readonly unknown[], known: Map<PdfStream, Content>): number => {
  let [depth, highest] = [0, 0];
  for (const stream of streams) {
    const content = stream instanceof PdfStream ? known.get(stream) : undefined;
    if (!content) continue;
    content.balance ??= graphicsStateBalance(decodedOrNothing(stream as PdfStream));
    highest = Math.max(highest, depth + content.balance.highest);
    depth += content.balance.final;
  }
  return highest;
};
