import jpeg from 'jpeg-js';
import { histogramOf, paletteOf } from './palette.ts';
import { encodePalettePng, encodePng } from './png.ts';

/** A picture as a file. */
export interface PictureFile {
  bytes: Uint8Array;
  mime: 'image/png' | 'image/jpeg';
}

/** Pages with more colours contain a photograph. */
const PHOTOGRAPH = 50_000;
/** Sizes of palettes, the smallest first. Eight greys are enough for the edges of letters. */
const SIZES = [8, 16, 256];
/** The JPEG quality at which letters have clean edges. */
const QUALITY = 88;

/**
 * Encodes pixels (8-bit RGBA without transparency) as the smallest file without a visible difference: a PNG of 8, 16 or
 * 256 colours if they are enough, as for text; a JPEG for photographs; a PNG of all colours if that is no larger, or if
 * the caller accepts only PNG.
 */
export const encodePagePicture = (
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  pngOnly = false,
): PictureFile => {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const histogram = histogramOf(pixels, PHOTOGRAPH);
  for (const size of histogram ? SIZES : []) {
    const { colours, entryOf, isFaithful } = paletteOf(histogram ?? new Map(), size);
    if (isFaithful) {
      return { bytes: encodePalettePng(pixels, width, height, colours, entryOf), mime: 'image/png' };
    }
  }
  const png = encodePng(data, width, height, 'rgb');
  if (pngOnly) return { bytes: png, mime: 'image/png' };
  const photograph = new Uint8Array(jpeg.encode({ data, width, height }, QUALITY).data);
  return photograph.length < png.length ? { bytes: photograph, mime: 'image/jpeg' } : { bytes: png, mime: 'image/png' };
};
