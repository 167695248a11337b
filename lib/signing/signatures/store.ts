import { fileKeys } from '../../aws/files/keys.ts';
import { deleteFile, putFile } from '../../aws/files/store.ts';
import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { readSignatureImage } from '../../pdf/images/signature-image.ts';
import type { Caller } from '../../people/access/caller.ts';
import { collection, getItem, transact, type Write } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import {
  blockImageKey,
  envelopeKey,
  INITIALS_PREFIX,
  initialsKey,
  SIGNATURE_PREFIX,
  signatureKey,
} from '../../storage/keys.ts';
import { CarriedOut } from '../../storage/once.ts';
import { isStillRecipient } from '../envelopes/access.ts';
import type { EnvelopeItem } from '../envelopes/items.ts';
import type { Block } from './schema.ts';
import { fitBytes } from './shrink.ts';

export type BlockKind = 'signature' | 'initial';

/** A signature or initials block with its picture. */
export interface BlockItem extends BlockEntry {
  /** PNG, at most `LARGEST_IMAGE` bytes. */
  image: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
}

/** What lists know of a block. */
export interface BlockEntry extends Key {
  id: string;
  profile_id: string;
  kind: BlockKind;
  /** The bucket's key of the same picture, in full size. */
  file: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** Small enough to be copied into the envelope's collection for every field it fills. */
const LARGEST_IMAGE = 60_000;

/** Of each kind, a profile keeps its latest ones: a signer who adopts a new one each time never hits a limit. */
export const KEPT_BLOCKS = 50;

/** Where a block lies with its picture (`BlockItem`). It exists for as long as the block does. */
export const blockKey = (kind: BlockKind, profile_id: string, id: string): Key => blockImageKey(profile_id, kind, id);

/** The profile's blocks of both kinds, the newest first, without their pictures. One query. */
export const findBlocks = async (profile_id: string): Promise<{ signatures: BlockEntry[]; initials: BlockEntry[] }> => {
  const entries = (await collection<BlockEntry>(signatureKey(profile_id, '').pk)).reverse();
  return {
    signatures: entries.filter(({ sk }) => sk.startsWith(SIGNATURE_PREFIX)),
    initials: entries.filter(({ sk }) => sk.startsWith(INITIALS_PREFIX)),
  };
};

/** The caller's blocks of one kind, the newest first. 401 for a signing session that is over. */
export const listBlocks = async (caller: Caller, kind: BlockKind): Promise<Block[]> => {
  const [, entries] = await Promise.all([organizationOf(caller), entriesOf(caller.profile_id, kind)]);
  return entries.reverse().map(presentBlock);
};

/**
 * Keeps a picture as a block of the caller's. The picture is read by `readSignatureImage` (406, naming the field, for
 * what it refuses). Where the caller has `KEPT_BLOCKS` of the kind already, the oldest one goes.
 */
export const createBlock = async (caller: Caller, kind: BlockKind, bytes: Uint8Array): Promise<Block> => {
  const { profile_id } = caller;
  const [organization_id, existing] = await Promise.all([organizationOf(caller), entriesOf(profile_id, kind)]);
  const read = await readSignatureImage(bytes, kind);
  const id = newId();
  const created_at = timestamp();
  const file = fileKeys[kind](organization_id, profile_id, id);
  await putFile(file, read.png, 'image/png');
  const record = { id, profile_id, kind, file, created_at, updated_at: created_at, deleted_at: null };
  const entry: BlockEntry = { ...entryKey(kind, profile_id, id), ...record };
  const { png, width, height } = fitBytes(read, LARGEST_IMAGE);
  const item: BlockItem = { ...blockKey(kind, profile_id, id), ...record, image: png, width, height };
  const outlived = existing.slice(0, Math.max(0, existing.length - KEPT_BLOCKS + 1));
  try {
    await transact([{ put: entry }, { put: item }, ...outlived.flatMap(removal)]);
    return presentBlock(entry);
  } catch (error) {
    if (!(error instanceof CarriedOut)) throw error;
    return presentBlock(orFail(await getItem<BlockEntry>(error.first), 'not_found'));
  }
};

/**
 * Deletes one of the caller's own blocks with its picture; 404 for an unknown one and for another's. Fields that were
 * filled with it keep their copy.
 */
export const deleteBlock = async (caller: Caller, kind: BlockKind, id: string): Promise<void> => {
  const key = entryKey(kind, caller.profile_id, id);
  const [, found] = await Promise.all([organizationOf(caller), getItem<BlockEntry>(key)]);
  const entry = orFail(found, 'not_found');
  await transact(removal(entry));
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

const entryKey = (kind: BlockKind, profile_id: string, id: string): Key =>
  kind === 'signature' ? signatureKey(profile_id, id) : initialsKey(profile_id, id);

/** The oldest first. */
const entriesOf = (profile_id: string, kind: BlockKind): Promise<BlockEntry[]> =>
  collection<BlockEntry>(entryKey(kind, profile_id, '').pk, kind === 'signature' ? SIGNATURE_PREFIX : INITIALS_PREFIX);

const removal = (entry: BlockEntry): Write[] => [
  { remove: entry },
  { remove: blockKey(entry.kind, entry.profile_id, entry.id) },
];

/**
 * Under whose prefix of the bucket the caller's pictures lie: a signer's is that of the envelope's sender. Ends the request
 * with 401 where the signing session is over, because its recipient is somebody else meanwhile.
 */
const organizationOf = async (caller: Caller): Promise<string> => {
  if (caller.kind === 'user') return caller.organization_id;
  const envelope = await getItem<Pick<EnvelopeItem, 'organization_id'> & Partial<Pick<EnvelopeItem, 'parties'>>>(
    envelopeKey(caller.envelope_id),
  );
  const { organization_id, parties } = orFail(envelope, 'unauthorized');
  if (parties && !isStillRecipient(caller, parties)) fail('unauthorized');
  return organization_id;
};
