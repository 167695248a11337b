import { constants, inflateSync } from 'node:zlib';
import { PdfArray, PdfName, PdfStream } from '@libpdf/core';
import { contentStreams } from './canvas.ts';
import type { OpenPdf } from './open.ts';
import { MAX_CONTENT } from './streams.ts';

/**
 * The number of the first page whose compressed content can't be unpacked in full, undefined if there is none. Viewers
 * show what comes before the damage and say nothing: people would sign pages with parts missing.
 */
export const firstDamagedPage = ({ pages, resolve }: OpenPdf): number | undefined => {
  const sound = new Set<PdfStream>();
  const index = pages.findIndex(({ dict }) =>
    contentStreams(dict, resolve).some((ref) => {
      const stream = resolve(ref);
      if (!(stream instanceof PdfStream) || sound.has(stream)) return false;
      if (!isSound(stream)) return true;
      sound.add(stream);
      return false;
    }),
  );
  return index < 0 ? undefined : index + 1;
};

const isSound = (stream: PdfStream): boolean => {
  const filter = stream.get('Filter');
  const name = filter instanceof PdfArray && filter.length === 1 ? filter.at(0) : filter;
  if (!(name instanceof PdfName) || name.value !== 'FlateDecode') return true;
  try {
    // Some producers leave out the end of the compressed data, which loses nothing.
    inflateSync(stream.data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_CONTENT });
    return true;
  } catch {
    return false;
  }
};
