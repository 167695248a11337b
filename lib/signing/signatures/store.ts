import { fileKeys } from '../../aws/files/keys.ts';
import { deleteFile, putFile } from '../../aws/files/store.ts';
import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { readSignatureImage } from '../../pdf/images/signature-image.ts';
import type { Caller } from '../../people/access/caller.ts';
import { findEnvelope } from '../../storage/envelopes/read.ts';
import type { BlockEntry, BlockItem, BlockKind } from '../../storage/records/signature.ts';
import { addBlock, blocksOf, findBlock, removeBlock } from '../../storage/signatures.ts';
import { isStillRecipient } from '../envelopes/access.ts';
import type { Block } from './schema.ts';
import { fitBytes } from './shrink.ts';

/** Small enough to be copied into the envelope's collection for every field it fills. */
const LARGEST_IMAGE = 60_000;

/** Of each kind, a profile keeps its latest ones: a signer who adopts a new one each time never hits a limit. */
export const KEPT_BLOCKS = 50;

/** The caller's blocks of one kind, the newest first. 401 for a signing session that is over. */
export const listBlocks = async (caller: Caller, kind: BlockKind): Promise<Block[]> => {
  const [, entries] = await Promise.all([organizationOf(caller), blocksOf(caller.profile_id, kind)]);
  return entries.reverse().map(presentBlock);
};

/**
 * Keeps a picture as a block of the caller's. The picture is read by `readSignatureImage` (406, naming the field, for
 * what it refuses). Where the caller has `KEPT_BLOCKS` of the kind already, the oldest one goes.
 */
export const createBlock = async (caller: Caller, kind: BlockKind, bytes: Uint8Array): Promise<Block> => {
  const { profile_id } = caller;
  const [organization_id, existing] = await Promise.all([organizationOf(caller), blocksOf(profile_id, kind)]);
  const read = await readSignatureImage(bytes, kind);
  const id = newId();
  const created_at = timestamp();
  const file = fileKeys[kind](organization_id, profile_id, id);
  await putFile(file, read.png, 'image/png');
  const record = { id, profile_id, kind, file, created_at, updated_at: created_at, deleted_at: null };
  const { png, width, height } = fitBytes(read, LARGEST_IMAGE);
  const block: BlockItem = { ...record, image: png, width, height };
  const outlived = existing.slice(0, Math.max(0, existing.length - KEPT_BLOCKS + 1));
  return presentBlock(orFail(await addBlock(block, outlived), 'not_found'));
};

/**
 * Deletes one of the caller's own blocks with its picture; 404 for an unknown one and for another's. Fields that were
 * filled with it keep their copy.
 */
export const deleteBlock = async (caller: Caller, kind: BlockKind, id: string): Promise<void> => {
  const [, found] = await Promise.all([organizationOf(caller), findBlock(kind, caller.profile_id, id)]);
  const entry = orFail(found, 'not_found');
  await removeBlock(entry);
  await deleteFile(entry.file);
};

/** The block as it is answered. */
export const presentBlock = ({ id, profile_id, created_at, updated_at, deleted_at }: BlockEntry): Block => ({
  id,
  profile_id,
  created_at,
  updated_at,
  deleted_at,
});

/**
 * Under whose prefix of the bucket the caller's pictures lie: a signer's is that of the envelope's sender. Ends the request
 * with 401 where the signing session is over, because its recipient is somebody else meanwhile.
 */
const organizationOf = async (caller: Caller): Promise<string> => {
  if (caller.kind === 'user') return caller.organization_id;
  const { organization_id, parties } = orFail(await findEnvelope(caller.envelope_id), 'unauthorized');
  if (!isStillRecipient(caller, parties)) fail('unauthorized');
  return organization_id;
};
