import { changeRecord, collection, putRecord, writeItems } from '../engine/client.ts';
import { ifHeld } from '../engine/commit.ts';
import type { Key } from '../engine/key.ts';
import { envelopeKey, sealedFileKey } from '../engine/keys.ts';
import { ABSENT } from '../engine/where.ts';
import { newJob } from '../jobs/record.ts';
import type { EnvelopeItem } from '../records/envelope.ts';

/** The rest of a sealed file whose envelope was deleted at the end of its retention: hashes alone, no names. */
export interface Tombstone {
  deleted_at: string;
  completed_at: string | null;
  /** Head and length of the chain at the end. */
  chain_head: string;
  event_count: number;
}

/** Starts the job that deletes an envelope. Safe to repeat. */
export const startDeletion = async ({ id, organization_id }: EnvelopeItem): Promise<void> => {
  const job = newJob('delete_envelope', organization_id, { envelope_id: id }, id);
  await ifHeld(() => putRecord(job, ABSENT));
};

/**
 * Puts a tombstone on a sealed file. Its pointer stays: whoever kept the file can still learn that it was sealed here.
 */
export const buryFile = async (
  sha256: string,
  pointer: { envelope_id: string; document_id: string },
  tombstone: Tombstone,
): Promise<void> => {
  await changeRecord(sealedFileKey(sha256), { set: { ...pointer, ...tombstone } });
};

/** Removes what was written to an envelope while it was removed. */
export const removeLeftItems = async (envelope_id: string): Promise<void> => {
  const items = await collection<Key>(envelopeKey(envelope_id).pk);
  await writeItems([], items);
};
