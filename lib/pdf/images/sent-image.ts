import { invalid } from '../../base/errors.ts';
import { readImageHeader } from './header.ts';
import { withoutHiddenColours } from './pixels.ts';
import type { Pixels } from './rgba.ts';
import { shrunkPicture } from './shrunk-picture.ts';

/** The largest file of a picture, in bytes. */
export const MAX_IMAGE_SIZE = 2 * 1024 * 1024;
const MAX_SIDE = 4000;

/**
 * Reads a picture that somebody sends: a PNG or JPEG of at most 2 MB and 4000 × 4000 pixels (checked before decoding),
 * decoded, turned upright, scaled down to fit `largest` and without hidden colours. Throws `invalid` for `field`.
 */
export const readSentImage = async (
  bytes: Uint8Array,
  field: string,
  largest: { width: number; height: number },
): Promise<Pixels> => {
  if (bytes.length > MAX_IMAGE_SIZE) return invalid(field, 'must be an image of at most 2 MB');
  const header = readImageHeader(bytes);
  if (!header) return invalid(field, 'must be a PNG or JPEG image');
  if (header.width < 1 || header.height < 1 || header.width > MAX_SIDE || header.height > MAX_SIDE) {
    return invalid(field, `must be at most ${MAX_SIDE} pixels wide and high`);
  }
  try {
    return withoutHiddenColours(await shrunkPicture({ bytes, header, largest }));
  } catch {
    return invalid(field, 'must be a PNG or JPEG image that can be read');
  }
};
