import { collection, putRecord } from './engine/client.ts';
import type { Key } from './engine/key.ts';
import { DIRECTORY_USE_PREFIX, directoryKey, directoryUseKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { DirectoryItem, DirectoryUseItem } from './records/directory.ts';

export const directoryAt = (organization_id: string): At<DirectoryItem> => at(directoryKey(organization_id));
export const directoryUseAt = (organization_id: string, token_id: string): At<DirectoryUseItem> =>
  at(directoryUseKey(organization_id, token_id));

export const directoryRecord = (directory: Omit<DirectoryItem, keyof Key>): DirectoryItem => ({
  ...directoryKey(directory.organization_id),
  ...directory,
});

/** Lists the last uses of the directory's tokens. One query. */
export const directoryUsesOf = (organization_id: string): Promise<DirectoryUseItem[]> =>
  collection<DirectoryUseItem>(directoryKey(organization_id).pk, DIRECTORY_USE_PREFIX);

/** Notes the day on which a token was used. */
export const noteTokenUse = (organization_id: string, token_id: string, last_used_on: string): Promise<void> =>
  putRecord({ ...directoryUseKey(organization_id, token_id), token_id, last_used_on });

export const directoryWrites = {
  /** Holds while the record is as it was read: absent, or of this time. */
  save: (directory: DirectoryItem, before: DirectoryItem | undefined): Write => ({
    put: directory,
    where: before ? { updated_at: before.updated_at, tokens: before.tokens } : ABSENT,
  }),
  forgetUse: (organization_id: string, token_id: string): Write => ({
    remove: directoryUseKey(organization_id, token_id),
  }),
};
