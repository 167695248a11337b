import * as z from 'zod';
import { fail } from '../base/errors.ts';
import { findInLog, firstStampOver } from '../storage/log.ts';
import type { LogHead } from '../storage/records/log.ts';
import { ENTRY_KINDS, type EntryKind, entryOf } from './entry.ts';
import { readStamped, subtreesOf } from './files.ts';
import { auditPath, leafHash } from './merkle.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const KINDS = Object.keys(ENTRY_KINDS) as EntryKind[];

const EntryProof = z
  .object({
    kind: z.enum(KINDS).meta({
      description:
        'What the hash is: of a sealed file; of the event of an envelope’s chain that ends its sealing; the last chain head of an envelope that was deleted; of a sealed file whose envelope was deleted; of the event with which the chain of an organization’s administration ended at some hour',
    }),
    index: z.int().meta({ description: 'Number of the entry, from 0' }),
    size: z.int().meta({ description: 'Number of entries that the checkpoint covers' }),
    leaf_hash: Hash.meta({ description: 'SHA-256 of a zero byte and the entry (RFC 6962 section 2.1)' }),
    path: z.array(Hash).meta({ description: 'The audit path (RFC 6962 section 2.1.1), the leaf’s sibling first' }),
    checkpoint: z
      .string()
      .meta({ description: 'The signed checkpoint (c2sp.org/tlog-checkpoint) that the path leads to' }),
    time_stamp: z.string().nullable().meta({
      description:
        'An RFC 3161 time-stamp (DER, base64) of the SHA-256 of the checkpoint’s signed text; null while there is none',
    }),
  })
  .meta({ id: 'LogEntryProof' });
type EntryProof = z.output<typeof EntryProof>;

export const LogProof = EntryProof.extend({
  deleted: EntryProof.nullable().meta({
    description: 'Of a sealed file: the proof that its envelope was deleted; else null',
  }),
}).meta({ id: 'LogProof' });
export type LogProof = z.output<typeof LogProof>;

/**
 * Proves that the log has a hash (hex): against the first checkpoint with a time-stamp that covers it, else against the
 * latest. Undefined if it has not, or not yet. A BatchGet; if it has, a Query and a read of some files for each entry.
 */
export const findProof = async (sha256: string, kinds: readonly EntryKind[] = KINDS): Promise<LogProof | undefined> => {
  const { head, indexes } = await findInLog(KINDS.map((kind) => entryOf(kind, sha256)));
  const indexOf = (kind: EntryKind): number | undefined => indexes[KINDS.indexOf(kind)];
  const prove = async (kind: EntryKind): Promise<EntryProof | null> => {
    const index = indexOf(kind);
    return head && index !== undefined && index < head.published ? proofAt(kind, sha256, index, head) : null;
  };
  const kind = kinds.find((one) => indexOf(one) !== undefined);
  const proof = kind && (await prove(kind));
  if (!proof) return undefined;
  return { ...proof, deleted: kind === 'file' ? await prove('deleted') : null };
};

const proofAt = async (kind: EntryKind, sha256: string, index: number, head: LogHead): Promise<EntryProof> => {
  const { size, checkpoint, time_stamp } = await checkpointOver(index, head);
  const path = await auditPath(index, size, subtreesOf(head.published));
  return {
    kind,
    index,
    size,
    leaf_hash: hex(leafHash(Buffer.from(entryOf(kind, sha256), 'hex'))),
    path: path.map(hex),
    checkpoint,
    time_stamp,
  };
};

/** The same; throws `not_in_log` where there is no proof. */
export const proofOf = async (sha256: string, kind?: EntryKind): Promise<LogProof> =>
  (await findProof(sha256, kind && [kind])) ?? fail('not_in_log');

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const checkpointOver = async (
  index: number,
  { published, checkpoint, stamped }: LogHead,
): Promise<Pick<LogProof, 'size' | 'checkpoint' | 'time_stamp'>> => {
  const size = stamped > index ? await firstStampOver(index) : undefined;
  return size === undefined
    ? { size: published, checkpoint, time_stamp: null }
    : { size, ...(await readStamped(size)) };
};
