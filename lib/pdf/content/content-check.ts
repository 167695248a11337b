import { PdfStream } from '@libpdf/core';
import { decodedData, filtersOf, inflate } from '../file/decode-stream.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { MAX_UNPACKED, StreamTooLargeError } from '../file/reading-limits.ts';
import { decodedOrNothing } from '../file/streams.ts';
import { type Balance, graphicsStateBalance } from './content-balance.ts';
import { countOperators } from './content-operators.ts';
import { contentStreams } from './page-content.ts';

/** The most nested graphics states, which viewers keep in memory. No real drawing needs more. */
const DEEPEST = 100_000;

/** The most operators of a page: viewers draw as many in 2 to 5 seconds. Plans of whole towns have a million. */
const MOST_OPERATORS = 2_000_000;

interface Content {
  /** In bytes, unpacked. */
  size: number;
  operators?: number;
  balance?: Balance;
}

/**
 * The fault of the first page whose content can't be used; undefined if all can. Viewers silently show damaged content
 * up to the damage, so people would sign pages with missing parts. Content that unpacks to more than the memory is
 * found here, before it is drawn.
 */
export const contentFault = ({ pages, resolve }: OpenPdf): string | undefined => {
  // Pages may share streams, and one page may name the same stream a thousand times.
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
    // Each takes a letter and a space.
    if (size > 2 * MOST_OPERATORS && operatorsOf(streams, known) > MOST_OPERATORS)
      return `${page} has more than ${MOST_OPERATORS / 1e6} million operators`;
    // Each level takes an operator and a space.
    if (size > 2 * DEEPEST && deepest(streams, known) > DEEPEST) return `${page} is nested too deeply`;
  }
  return undefined;
};

/** The unpacked size of a content stream in bytes; NaN if it is damaged, which only deflated data show. */
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

const operatorsOf = (streams: readonly unknown[], known: Map<PdfStream, Content>): number => {
  let count = 0;
  for (const stream of streams) {
    const content = stream instanceof PdfStream ? known.get(stream) : undefined;
    if (!content) continue;
    content.operators ??= countOperators(decodedOrNothing(stream as PdfStream), MOST_OPERATORS);
    count += content.operators;
    if (count > MOST_OPERATORS) break;
  }
  return count;
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
