import { readImageHeader } from '../../pdf/images/header.ts';
import { decodeImage, shrinkToFit } from '../../pdf/images/pixels.ts';
import { encodePng } from '../../pdf/images/png.ts';

export interface PngImage {
  png: Uint8Array;
  width: number;
  height: number;
}

const STEP = 0.8;

/** Scales the image down until its PNG has at most `largest` bytes. Drawn signatures rarely need it. */
export const fitBytes = (image: PngImage, largest: number): PngImage => {
  if (image.png.length <= largest) return image;
  const header = readImageHeader(image.png);
  if (!header) throw new Error('Not an image');
  const original = decodeImage(image.png, header);
  for (let scale = STEP; ; scale *= STEP) {
    const { data, width, height } = shrinkToFit(original, original.width * scale, original.height * scale);
    const png = encodePng(data, width, height, 'rgba');
    if (png.length <= largest || (width === 1 && height === 1)) return { png, width, height };
  }
};
