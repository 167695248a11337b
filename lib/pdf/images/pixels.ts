import jpeg from 'jpeg-js';
import { decodePng } from './decode-png.ts';
import type { ImageHeader } from './header.ts';
import type { Pixels } from './rgba.ts';

/**
 * Decodes a whole PNG or JPEG and turns it upright. The caller has checked the header's size, because the cost grows
 * with width × height. Throws on broken data.
 */
export const decodeImage = (bytes: Uint8Array, header: ImageHeader): Pixels => {
  if (header.format === 'png') return decodePng(bytes);
  const megapixels = Math.ceil((header.width * header.height) / 1e6);
  const decoded = jpeg.decode(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    maxResolutionInMP: megapixels,
    maxMemoryUsageInMB: 64 + megapixels * 32,
  });
  return turn(decoded, header.quarterTurns);
};

/** Turns the image clockwise by quarter turns. */
export const turn = (image: Pixels, quarterTurns: number): Pixels => {
  if (quarterTurns === 0) return image;
  const { width: fromWidth, height: fromHeight } = image;
  const [width, height] = [fromHeight, fromWidth];
  const from = new Uint32Array(Uint8Array.from(image.data).buffer);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) to[y * width + x] = from[(fromHeight - 1 - x) * fromWidth + y] ?? 0;
  }
  return turn({ data: new Uint8Array(to.buffer), width, height }, quarterTurns - 1);
};

/**
 * Scales the image down to fit the given size, in its proportions; unchanged if it fits. Every new pixel is the average
 * of its area, weighted by alpha, so that thin strokes fade instead of breaking.
 */
export const shrinkToFit = (image: Pixels, maxWidth: number, maxHeight: number): Pixels => {
  const scale = Math.min(1, maxWidth / image.width, maxHeight / image.height);
  if (scale === 1) return image;
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      data.set(average(image, x / width, y / height, (x + 1) / width, (y + 1) / height), (y * width + x) * 4);
  }
  return { data, width, height };
};

/** The image with all its wholly transparent pixels in black: it looks the same, and nothing stays hidden in it. */
export const withoutHiddenColours = ({ data, width, height }: Pixels): Pixels => {
  const bytes = Uint8Array.from(data);
  const pixels = new Uint32Array(bytes.buffer);
  for (let at = 0; at < pixels.length; at++) if (bytes[at * 4 + 3] === 0) pixels[at] = 0;
  return { data: bytes, width, height };
};

/** The mean colour of a part of the image, with corners as fractions of width and height. */
const average = (image: Pixels, left: number, top: number, right: number, bottom: number): number[] => {
  const [x0, x1] = [left * image.width, right * image.width];
  const [y0, y1] = [top * image.height, bottom * image.height];
  let [red, green, blue, alpha, area] = [0, 0, 0, 0, 0];
  for (let y = Math.floor(y0); y < Math.min(Math.ceil(y1), image.height); y++) {
    const rowShare = Math.min(y + 1, y1) - Math.max(y, y0);
    for (let x = Math.floor(x0); x < Math.min(Math.ceil(x1), image.width); x++) {
      const share = rowShare * (Math.min(x + 1, x1) - Math.max(x, x0));
      const at = (y * image.width + x) * 4;
      const weight = share * (image.data[at + 3] ?? 0);
      red += weight * (image.data[at] ?? 0);
      green += weight * (image.data[at + 1] ?? 0);
      blue += weight * (image.data[at + 2] ?? 0);
      alpha += weight;
      area += share;
    }
  }
  if (alpha === 0) return [0, 0, 0, 0];
  return [red / alpha, green / alpha, blue / alpha, alpha / area].map(Math.round);
};
