import { fileKeys } from '../../aws/files/file-keys.ts';
import { FileMissingError, getFile, putFile } from '../../aws/files/store.ts';
import { fail, invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { readImageHeader } from '../../pdf/images/header.ts';
import { decodeImage, shrinkToFit } from '../../pdf/images/pixels.ts';
import { encodePng } from '../../pdf/images/png.ts';
import type { Pixels } from '../../pdf/images/rgba.ts';

/** The two pictures of an organization, with the largest size of each in pixels. */
const VARIANTS = { full: { width: 1200, height: 600 }, thumbnail: { width: 400, height: 400 } } as const;
export type LogoVariant = keyof typeof VARIANTS;

const MAX_FILE_SIZE = 2 * 1024 * 1024;
const MAX_SIDE = 4000;

/**
 * Stores a logo: a PNG or JPEG of at most 2 MB and 4000 × 4000 pixels (checked before decoding), scaled down and
 * encoded again as PNG, so that only the pixels of the sent file remain. Returns its path below the API's address, a
 * new one for every picture. Throws `invalid` for `field`.
 */
export const storeLogo = async (
  organization_id: string,
  variant: LogoVariant,
  bytes: Uint8Array,
  field: string,
): Promise<string> => {
  const { data, width, height } = readLogo(bytes, variant, field);
  const id = newId();
  const key = fileKeys.logo(organization_id, organization_id, variant, id);
  await putFile(key, encodePng(data, width, height, 'rgba'), 'image/png');
  return `/v2/organizations/${organization_id}/logos/${variant}/${id}`;
};

/** Reads a PNG of `storeLogo`. Throws `not_found`. */
export const readStoredLogo = async (
  organization_id: string,
  variant: LogoVariant,
  id: string,
): Promise<Uint8Array> => {
  try {
    return await getFile(fileKeys.logo(organization_id, organization_id, variant, id));
  } catch (error) {
    if (error instanceof FileMissingError) return fail('not_found');
    throw error;
  }
};

const readLogo = (bytes: Uint8Array, variant: LogoVariant, field: string): Pixels => {
  if (bytes.length > MAX_FILE_SIZE) return invalid(field, 'must be an image of at most 2 MB');
  const header = readImageHeader(bytes);
  if (!header) return invalid(field, 'must be a PNG or JPEG image');
  if (header.width < 1 || header.height < 1 || header.width > MAX_SIDE || header.height > MAX_SIDE) {
    return invalid(field, `must be at most ${MAX_SIDE} pixels wide and high`);
  }
  try {
    return shrinkToFit(decodeImage(bytes, header), VARIANTS[variant].width, VARIANTS[variant].height);
  } catch {
    return invalid(field, 'must be a PNG or JPEG image that can be read');
  }
};
