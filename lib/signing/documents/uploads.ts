import { fileKeys } from '../../aws/files/file-keys.ts';
import { deleteFile, linkToUpload } from '../../aws/files/file-store.ts';
import { safeFileName } from '../../aws/files/names.ts';
import { DAY, epochSeconds, timestamp, timestampIn } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { may, type UserCaller } from '../../people/access/caller.ts';
import type { Permission } from '../../people/access/permissions.ts';
import type { UploadItem } from '../../storage/records/upload.ts';
import { addUpload, findUpload } from '../../storage/uploads.ts';

/** Lifetime of the upload link, in seconds. */
const LINK_SECONDS = 900;
/** Lifetime of an upload, in seconds. */
const KEPT_SECONDS = DAY / 1000;

const NEEDED: readonly Permission[] = [
  'envelope:create',
  'template:creator:create:personal',
  'template:creator:create:org',
  'template:creator:create:public',
  'template:member:write',
];

/** Throws `forbidden` unless the caller has a permission for which documents are uploaded. */
export const demandToUpload = (caller: UserCaller): void => {
  if (!NEEDED.some((permission) => may(caller, permission))) fail('forbidden', { permission: NEEDED[0] ?? '' });
};

/** Creates an upload of the caller's organization, with a pre-signed link for one PUT of exactly `size` bytes. */
export const openUpload = async (
  caller: UserCaller,
  { name, mime, size }: { name: string; mime: string; size: number },
): Promise<{ id: string; url: string; expires_at: string }> => {
  const id = newId();
  const file = fileKeys.upload(caller.organization_id, id);
  const upload: UploadItem = {
    id,
    organization_id: caller.organization_id,
    profile_id: caller.profile_id,
    name: safeFileName(name),
    mime,
    size,
    file,
    created_at: timestamp(),
    ttl: epochSeconds() + KEPT_SECONDS,
  };
  await addUpload(upload);
  const url = await linkToUpload(file, { mime, size, expiresIn: LINK_SECONDS });
  return { id, url, expires_at: timestampIn(LINK_SECONDS * 1000) };
};

/** Finds the organization's upload `id`; undefined if it is unknown or expired. */
export const uploadedFile = async (organization_id: string, id: string): Promise<UploadItem | undefined> => {
  const upload = await findUpload(organization_id, id.toLowerCase());
  return upload && upload.ttl > epochSeconds() ? upload : undefined;
};

/**
 * Removes the files of uploads that became documents. Call it after the documents are stored. A file that stays does no
 * harm: its upload expires after a day, and the bucket deletes it a day later.
 */
export const discardUploads = async (
  documents: readonly { upload_id: string | null }[],
  organization_id: string,
): Promise<void> => {
  const ids = documents.map(({ upload_id }) => upload_id).filter((id) => id !== null);
  await Promise.allSettled(ids.map((id) => deleteFile(fileKeys.upload(organization_id, id))));
};
