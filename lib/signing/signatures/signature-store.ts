import { fileKeys } from '../../aws/files/file-keys.ts';
import { deleteFile, putFile } from '../../aws/files/file-store.ts';
import { DAY, epochSeconds, timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { readSignatureImage } from '../../pdf/images/signature-image.ts';
import type { Caller, SignerCaller } from '../../people/access/caller.ts';
import { findEnvelope } from '../../storage/envelopes/read.ts';
import type { Party } from '../../storage/records/envelope.ts';
import type { BlockEntry, BlockItem, BlockKind } from '../../storage/records/signature.ts';
import { type NamedAddress, rememberedMarksOf, rememberWrite, removeMarks } from '../../storage/remembered-marks.ts';
import { addBlock, blocksOf, findBlock, removeBlock } from '../../storage/signatures.ts';
import { isProven } from '../auth-methods/steps.ts';
import { isStillRecipient } from '../envelopes/rules/access.ts';
import { blockOwner } from '../envelopes/rules/block-owner.ts';
import { fullName } from '../envelopes/rules/full-name.ts';
import { fitBytes } from './shrink.ts';
import type { Block, RememberedMarks } from './signature-schema.ts';

/** Largest image, in bytes: it is copied into the envelope's collection for every field that it fills. */
const LARGEST_IMAGE = 60_000;

/** Latest blocks of each kind that a profile keeps: a signer who makes a new one each time never reaches a limit. */
export const KEPT_BLOCKS = 50;

/** Lists the caller's blocks of one kind, the newest first. Throws `unauthorized` if the signing session has ended. */
export const listBlocks = async (caller: Caller, kind: BlockKind): Promise<Block[]> => {
  const [, entries] = await Promise.all([ownerOf(caller), blocksOf(blockOwner(caller), kind)]);
  return entries.reverse().map((one) => presentBlock(one, caller));
};

/**
 * Stores a picture as a block of the caller. `readSignatureImage` checks the picture and throws `invalid`. If the
 * caller has `KEPT_BLOCKS` of the kind, the oldest one is deleted.
 * With `remember` the picture is also kept for whoever proves the same address again and has the same name
 * (`address_unproven` where this caller has not proven it).
 */
export const createBlock = async (
  caller: Caller,
  kind: BlockKind,
  bytes: Uint8Array,
  { remember = false }: { remember?: boolean | undefined } = {},
): Promise<Block> => {
  const { profile_id } = caller;
  const [{ organization_id, proven }, existing] = await Promise.all([
    ownerOf(caller),
    blocksOf(blockOwner(caller), kind),
  ]);
  const person = remember ? (proven ?? fail('address_unproven')) : undefined;
  const read = await readSignatureImage(bytes, kind);
  const id = newId();
  const created_at = timestamp();
  const file = fileKeys[kind](organization_id, profile_id, id);
  await putFile(file, read.png, 'image/png');
  const record = {
    id,
    profile_id: blockOwner(caller),
    kind,
    file,
    created_at,
    updated_at: created_at,
    deleted_at: null,
  };
  const { png, width, height } = fitBytes(read, LARGEST_IMAGE);
  const block: BlockItem = { ...record, image: png };
  const outlived = existing.slice(0, Math.max(0, existing.length - KEPT_BLOCKS + 1));
  const beside = person
    ? [rememberWrite(person, { ...{ kind, image: png, width, height, created_at }, ttl: markEnd() })]
    : [];
  return presentBlock(orFail(await addBlock(block, outlived, beside), 'not_found'), caller);
};

/**
 * Deletes one of the caller's own blocks with its picture. Throws `not_found`, also for another's. Filled fields keep
 * their copy.
 */
export const deleteBlock = async (caller: Caller, kind: BlockKind, id: string): Promise<void> => {
  const [, found] = await Promise.all([ownerOf(caller), findBlock(kind, blockOwner(caller), id)]);
  const entry = orFail(found, 'not_found');
  await removeBlock(entry);
  await deleteFile(entry.file);
};

/** Presents the block to its owner. */
export const presentBlock = (
  { id, created_at, updated_at, deleted_at }: BlockEntry,
  { profile_id }: Pick<Caller, 'profile_id'>,
): Block => ({
  id,
  profile_id,
  created_at,
  updated_at,
  deleted_at,
});

interface Owner {
  /** Owner of the bucket's prefix with the caller's pictures: for a signer, the sender. */
  organization_id: string;
  /**
   * The address that the caller is known to read mails at, with the caller's name; undefined where that was not shown.
   */
  proven: NamedAddress | undefined;
}

/**
 * The owner of the caller's blocks. Throws `unauthorized` if the signing session has ended because the role has another
 * person.
 */
const ownerOf = async (caller: Caller): Promise<Owner> => {
  if (caller.kind === 'user') {
    const { organization_id, email, email_verified, client, first_name, last_name } = caller;
    // A key can be made for a colleague's profile, and an application is somebody else's.
    const isProven = email_verified && client === null;
    return { organization_id, proven: isProven ? { email, name: `${first_name} ${last_name}` } : undefined };
  }
  const { organization_id, parties } = orFail(await findEnvelope(caller.envelope_id), 'unauthorized');
  if (!isStillRecipient(caller, parties)) fail('unauthorized');
  const party = parties.find(({ role_name }) => role_name === caller.role_name);
  return { organization_id, proven: party && provenAddress(party, caller) };
};

/**
 * The address of a recipient who has passed a code that was mailed to it, in this very session. Having the link is not
 * enough: links are passed on. Nor are other methods: a passcode is the sender's, and so may its holder be. None on a
 * host's device: it is somebody else's, and stays with them.
 */
const provenAddress = (party: Party, caller: SignerCaller): NamedAddress | undefined => {
  const isProved = party.auth_methods.includes('email') && isProven(party, caller);
  const mayBeKnown = caller.key_type !== 'in_person_link' && isProved && party.email !== '';
  return mayBeKnown ? { email: party.email, name: fullName(party) } : undefined;
};

/** The time for which a mark is remembered. */
const REMEMBERED_DAYS = 365;

const markEnd = (): number => epochSeconds() + (REMEMBERED_DAYS * DAY) / 1000;

/**
 * Marks that the caller had remembered under this name; none for a signer who has not passed a mailed code in this
 * session. Two calls.
 */
export const rememberedMarks = async (caller: Caller): Promise<RememberedMarks> => {
  const { proven } = await ownerOf(caller);
  const marks = proven ? (await rememberedMarksOf(proven)).filter(({ ttl }) => ttl > epochSeconds()) : [];
  const shown = (kind: BlockKind) => {
    const mark = marks.find((one) => one.kind === kind);
    if (!mark) return null;
    const { image, width, height, created_at } = mark;
    return { image: `data:image/png;base64,${Buffer.from(image).toString('base64')}`, width, height, created_at };
  };
  return { signature: shown('signature'), initial: shown('initial') };
};

/** Forgets all that the caller had remembered under this name. Throws `address_unproven` as `createBlock` does. */
export const forgetMarks = async (caller: Caller): Promise<void> => {
  const { proven } = await ownerOf(caller);
  await removeMarks(proven ?? fail('address_unproven'));
};
