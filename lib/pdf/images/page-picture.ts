import jpeg from 'jpeg-js';
import { histogramOf, paletteOf } from './palette.ts';
import { encodePalettePng, encodePng } from './png.ts';

/** A picture as a file. */
export interface PictureFile {
  bytes: Uint8Array;
  mime: 'image/png' | 'image/jpeg';
}

/** Colours that no page without a photograph has. */
const PHOTOGRAPH = 50_000;
/** Colours of a palette: the fewest that do. Eight greys make the edges of letters. */
const SIZES = [8, 16, 256];
/** No edge of a letter shows traces of the compression. */
const QUALITY = 88;

/**
 * Pixels (8-bit RGBA without transparency) as the smallest file in which a reader sees no difference: a PNG of 8, 16 or 256
 * colours where so many are enough, which is true of text, and for photographs a JPEG; a PNG of all colours where that is no
 * larger, and where the caller keeps PNGs alone.
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
