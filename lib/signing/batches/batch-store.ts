import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { batchesOf, findBatch, lanesOf } from '../../storage/batches.ts';
import type { BatchItem } from '../../storage/records/batch.ts';
import type { Batch } from './batch-schema.ts';
import { presentBatch } from './present-batch.ts';

/** Reads a batch of the caller's. Throws `batch_not_found` for an unknown one and for anybody else's. */
export const batchFor = async (caller: UserCaller, batch_id: string): Promise<BatchItem> => {
  const batch = await findBatch(batch_id);
  const isOwn = batch?.organization_id === caller.organization_id && batch.profile_id === caller.profile_id;
  return batch && isOwn ? batch : fail('batch_not_found');
};

/** Presents a batch with the progress of its lanes. One query. */
export const shownBatch = async (batch: BatchItem): Promise<Batch> =>
  presentBatch(batch, batch.started_at === null ? [] : await lanesOf(batch.id));

/** The caller's batch, as answers have it. */
export const readBatch = async (caller: UserCaller, batch_id: string): Promise<Batch> =>
  shownBatch(await batchFor(caller, batch_id));

/** A page of the caller's batches, the newest first. */
export const listBatches = async (
  caller: UserCaller,
  { rows, before }: { rows: number; before?: string | undefined },
): Promise<{ batches: Batch[]; next: string | null }> => {
  const found = await batchesOf(caller, { rows: rows + 1, before });
  const page = found.slice(0, rows);
  return {
    batches: await Promise.all(page.map(shownBatch)),
    next: found.length > rows ? (page.at(-1)?.id ?? null) : null,
  };
};
