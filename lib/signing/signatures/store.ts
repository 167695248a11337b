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

/** Largest image, in bytes: it is copied into the envelope's collection for every field that it fills. */
const LARGEST_IMAGE = 60_000;

/** Latest blocks of each kind that a profile keeps: a signer who makes a new one each time never reaches a limit. */
export const KEPT_BLOCKS = 50;

/** Lists the caller's blocks of one kind, the newest first. Throws `unauthorized` if the signing session has ended. */
export const listBlocks = async (caller: Caller, kind: BlockKind): Promise<Block[]> => {
  const [, entries] = await Promise.all([organizationOf(caller), blocksOf(caller.profile_id, kind)]);
  return entries.reverse().map(presentBlock);
};

/**
 * Stores a picture as a block of the caller. `readSignatureImage` checks the picture and throws `invalid`. If the
 * caller has `KEPT_BLOCKS` of the kind, the oldest one is deleted.
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
 * Deletes one of the caller's own blocks with its picture. Throws `not_found`, also for another's. Filled fields keep
 * their copy.
 */
export const deleteBlock = async (caller: Caller, kind: BlockKind, id: string): Promise<void> => {
  const [, found] = await Promise.all([organizationOf(caller), findBlock(kind, caller.profile_id, id)]);
  const entry = orFail(found, 'not_found');
  await removeBlock(entry);
  await deleteFile(entry.file);
};

/** Presents the block. */
export const presentBlock = ({ id, profile_id, created_at, updated_at, deleted_at }: BlockEntry): Block => ({
  id,
  profile_id,
  created_at,
  updated_at,
  deleted_at,
});

/**
 * The organization whose prefix of the bucket has the caller's pictures: for a signer, the sender's. Throws
 * `unauthorized` if the signing session has ended because the role has another person.
 */
const organizationOf = async (caller: Caller): Promise<string> => {
  if (caller.kind === 'user') return caller.organization_id;
  const { organization_id, parties } = orFail(await findEnvelope(caller.envelope_id), 'unauthorized');
  if (!isStillRecipient(caller, parties)) fail('unauthorized');
  return organization_id;
};
