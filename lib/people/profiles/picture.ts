import { fileKeys } from '../../aws/files/file-keys.ts';
import { FileMissingError, getFile, putFile } from '../../aws/files/store.ts';
import { fail, invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { readImageHeader } from '../../pdf/images/header.ts';
import { decodeImage, shrinkToFit } from '../../pdf/images/pixels.ts';
import { encodePng } from '../../pdf/images/png.ts';
import type { Pixels } from '../../pdf/images/rgba.ts';

const MAX_FILE_SIZE = 2 * 1024 * 1024;
const MAX_SIDE = 4000;
const STORED_SIDE = 400;

/**
 * Stores a profile's photo: a PNG or JPEG of at most 2 MB and 4000 × 4000 pixels (checked before decoding), scaled down
 * to fit 400 × 400 and encoded again as PNG, so that only its pixels remain (a phone's photo contains its location).
 * Returns its path below the API's address, a new one for every photo. Throws `invalid`.
 */
export const storePicture = async (organization_id: string, profile_id: string, bytes: Uint8Array): Promise<string> => {
  const { data, width, height } = readPicture(bytes);
  const id = newId();
  await putFile(pictureKey(organization_id, profile_id, id), encodePng(data, width, height, 'rgba'), 'image/png');
  return `/v2/profiles/${profile_id}/pictures/${organization_id}/${id}`;
};

/** Reads a PNG of `storePicture`. Throws `not_found`. */
export const readStoredPicture = async (
  organization_id: string,
  profile_id: string,
  id: string,
): Promise<Uint8Array> => {
  try {
    return await getFile(pictureKey(organization_id, profile_id, id));
  } catch (error) {
    if (error instanceof FileMissingError) return fail('not_found');
    throw error;
  }
};

const pictureKey = (organization_id: string, profile_id: string, id: string): string =>
  fileKeys.logo(organization_id, profile_id, 'photo', id);

const readPicture = (bytes: Uint8Array): Pixels => {
  if (bytes.length > MAX_FILE_SIZE) return invalid('picture', 'must be an image of at most 2 MB');
  const header = readImageHeader(bytes);
  if (!header) return invalid('picture', 'must be a PNG or JPEG image');
  if (header.width < 1 || header.height < 1 || header.width > MAX_SIDE || header.height > MAX_SIDE) {
    return invalid('picture', `must be at most ${MAX_SIDE} pixels wide and high`);
  }
  try {
    return shrinkToFit(decodeImage(bytes, header), STORED_SIDE, STORED_SIDE);
  } catch {
    return invalid('picture', 'must be a PNG or JPEG image that can be read');
  }
};
