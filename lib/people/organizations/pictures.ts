import { fileKeys } from '../../aws/files/file-keys.ts';
import { deleteFile, FileMissingError, getFile, putFile } from '../../aws/files/file-store.ts';
import type { UploadedFile } from '../../aws/files/uploaded-file.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { encodePng } from '../../pdf/images/png.ts';
import { readSentImage } from '../../pdf/images/sent-image.ts';

/**
 * Pictures that records point to (an organization's or a brand's logos, a profile's photo), with the largest size of
 * each in pixels.
 */
const LARGEST = {
  full: { width: 1200, height: 600 },
  thumbnail: { width: 400, height: 400 },
  photo: { width: 400, height: 400 },
} as const;
type PictureKind = keyof typeof LARGEST;

/**
 * Stores a picture (`readSentImage`) of the organization's or the profile's (`owner_id`), encoded again as PNG, so that
 * only the pixels of the sent file remain: a phone's photo contains its location. Returns its id, a new one for every
 * picture. Throws `invalid` for the file's field.
 */
const storePicture = async (
  organization_id: string,
  owner_id: string,
  kind: PictureKind,
  { bytes, field }: UploadedFile,
): Promise<string> => {
  const { data, width, height } = await readSentImage(bytes, field, LARGEST[kind]);
  const id = newId();
  await putFile(
    fileKeys.logo(organization_id, owner_id, kind, id),
    encodePng(data, width, height, 'rgba'),
    'image/png',
  );
  return id;
};

/** Stores a profile's photo. Returns its path below the API's address. Throws `invalid`. */
export const storePhoto = async (organization_id: string, profile_id: string, file: UploadedFile): Promise<string> =>
  `/v2/profiles/${profile_id}/pictures/${organization_id}/${await storePicture(organization_id, profile_id, 'photo', file)}`;

const PHOTO = /^\/v2\/profiles\/([^/]+)\/pictures\/([^/]+)\/([^/]+)$/;

/** Deletes the photo with this path below the API's address. */
export const removePhoto = async (path: string): Promise<void> => {
  const [, profile_id, organization_id, id] = PHOTO.exec(path) ?? [];
  if (profile_id && organization_id && id) await deleteFile(fileKeys.logo(organization_id, profile_id, 'photo', id));
};

/**
 * Stores the files `logo` and `thumbnail`, as far as they are given. Returns their paths below the API's address.
 * Throws `invalid`.
 */
export const storeLogos = async (organization_id: string, files: readonly UploadedFile[]) => {
  const stored = async (kind: 'full' | 'thumbnail', file: UploadedFile) =>
    `/v2/organizations/${organization_id}/logos/${kind}/${await storePicture(organization_id, organization_id, kind, file)}`;
  const logo = files.find(({ field }) => field === 'logo');
  const thumbnail = files.find(({ field }) => field === 'thumbnail');
  return {
    ...(logo ? { full_logo_url: await stored('full', logo) } : {}),
    ...(thumbnail ? { thumbnail_url: await stored('thumbnail', thumbnail) } : {}),
  };
};

/** Reads a stored picture as PNG. Throws `not_found`. */
export const readPicture = async (
  organization_id: string,
  owner_id: string,
  kind: PictureKind,
  id: string,
): Promise<Uint8Array> => {
  try {
    return await getFile(fileKeys.logo(organization_id, owner_id, kind, id));
  } catch (error) {
    if (error instanceof FileMissingError) return fail('not_found');
    throw error;
  }
};
