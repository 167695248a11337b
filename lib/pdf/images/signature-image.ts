import { invalid } from '../../base/errors.ts';
import { encodePng } from './png.ts';
import { MAX_IMAGE_SIZE, readSentImage } from './sent-image.ts';

const LARGEST = { width: 600, height: 300 };

/** Smallest range of lightness, of 255, for a visible mark. */
const LEAST_CONTRAST = 12;

/**
 * Reads the picture of a signature or of initials (`readSentImage`), scaled down to fit 600 × 300 and encoded again as
 * PNG, so that only its pixels remain. Throws `invalid` for `field` if it can't be used or is blank.
 */
export const readSignatureImage = async (
  bytes: Uint8Array,
  field = 'signature',
): Promise<{ png: Uint8Array; width: number; height: number }> => {
  if (bytes.length === 0) return invalid(field, 'must not be empty');
  const { data, width, height } = await readSentImage(bytes, field, LARGEST);
  if (isBlank(data)) return invalid(field, 'must show a mark; the image is blank');
  return { png: encodePng(data, width, height, 'rgba'), width, height };
};

/** True if the pixels, on white, all have nearly the same lightness. */
const isBlank = (data: Uint8Array): boolean => {
  let [darkest, lightest] = [255, 0];
  for (let at = 0; at < data.length; at += 4) {
    const onWhite = lightnessOnWhite(data, at);
    if (onWhite < darkest) darkest = onWhite;
    if (onWhite > lightest) lightest = onWhite;
    if (lightest - darkest >= LEAST_CONTRAST) return false;
  }
  return true;
};

/** Lightness, 0 to 255, of the pixel at `at` on white. */
const lightnessOnWhite = (data: Uint8Array, at: number): number => {
  const lightness = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0);
  return 255 - ((255 - lightness) * (data[at + 3] ?? 0)) / 255;
};

/**
 * Decodes an image in a JSON body (specification 4.4): base64, base64url, or a `data:` URL with a base64 body. Throws
 * `invalid` for `field`. It doesn't check the bytes.
 */
export const decodeImageBlob = (text: string, field = 'signature'): Uint8Array => {
  const encoded = text.replace(/^data:[\w./+-]*(?:;[\w=.-]+)*;base64,/i, '').replace(/\s+/g, '');
  if (encoded.length > (MAX_IMAGE_SIZE * 4) / 3 + 4) return invalid(field, 'must be an image of at most 2 MB');
  if (!/^[\w+/-]+={0,2}$/.test(encoded)) return invalid(field, 'must be an image as base64 or as a data: URL');
  return new Uint8Array(Buffer.from(encoded, 'base64'));
};
