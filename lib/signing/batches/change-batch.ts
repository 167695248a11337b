import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { batchRemoval, batchWrite } from '../../storage/batches.ts';
import { change } from '../../storage/engine/change.ts';
import { newJob } from '../../storage/jobs/record.ts';
import type { BatchItem } from '../../storage/records/batch.ts';
import { templateFor } from '../templates/template-store.ts';
import type { Batch, BatchChange } from './batch-schema.ts';
import { batchFor, shownBatch } from './batch-store.ts';
import { demandMapping } from './demand-mapping.ts';

/**
 * Changes a batch that was not sent yet; it has to be checked anew. Throws `batch_not_found`, `template_not_found`,
 * `batch_not_now`, and `invalid` for a use of a column that the template doesn't have.
 */
export const changeBatch = async (caller: UserCaller, batch_id: string, given: BatchChange): Promise<Batch> => {
  const changed = await change<BatchItem, BatchItem>(
    () => batchFor(caller, batch_id),
    async (batch) => {
      if (!['draft', 'checked'].includes(batch.status) || batch.started_at !== null) {
        return fail('batch_not_now', { status: batch.status, action: 'a change' });
      }
      const { mapping, settings, name } = given;
      if (mapping) {
        demandMapping(mapping, batch.columns, await templateFor(caller, batch.template_id, 'use'));
      }
      const isSentOtherwise = Boolean(mapping ?? settings);
      const set = {
        ...(name ? { name } : {}),
        ...(mapping ? { mapping } : {}),
        ...(settings ? { settings: { ...batch.settings, ...settings } } : {}),
        ...(isSentOtherwise ? { status: 'draft' as const, check: null } : {}),
        run: batch.run + 1,
        updated_at: timestamp(),
      };
      return { writes: [batchWrite(batch, { set })], answer: { ...batch, ...set } };
    },
    { repeated: () => batchFor(caller, batch_id) },
  );
  return shownBatch(changed);
};

/** States in which a batch has no work, and nothing that waits for it. */
const AT_REST: readonly string[] = ['draft', 'checked', 'sent', 'canceled'];

/**
 * Deletes a batch: its rows and its results. Its envelopes stay. Throws `batch_not_found`, and `batch_not_now` while it
 * works or is paused.
 */
export const deleteBatch = (caller: UserCaller, batch_id: string): Promise<void> =>
  change<BatchItem, void>(
    () => batchFor(caller, batch_id),
    (batch) => {
      const isBegun = batch.status === 'checked' && batch.started_at !== null;
      if (!AT_REST.includes(batch.status) || isBegun) {
        return fail('batch_not_now', { status: batch.status, action: 'to delete it' });
      }
      const job = newJob('delete_batch', batch.organization_id, { batch_id, is_gone: true });
      return { writes: [...batchRemoval(batch), { put: job }], answer: undefined };
    },
    { repeated: async () => undefined },
  );
