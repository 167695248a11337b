import * as z from 'zod';
import { fileKeys } from '../../aws/files/file-keys.ts';
import { deleteFiles, listFiles } from '../../aws/files/file-store.ts';
import { DAY, timestamp } from '../../base/clock.ts';
import { findBatch, removeBatch, removeBatchParts } from '../../storage/batches.ts';
import type { Step } from '../../storage/jobs/run.ts';
import { KEPT_DAYS } from './limits.ts';

const Details = z.object({ batch_id: z.string(), is_gone: z.boolean().optional() });
const MORE = { is_gone: true };

/**
 * Removes a batch with its files and rows: one that was deleted at once, another when nothing has changed it for so
 * many days. Its envelopes stay.
 */
export const deleteBatchStep: Step = async ({ organization_id, details, progress }) => {
  const { batch_id, is_gone } = Details.parse(details);
  if (!is_gone && progress?.is_gone !== true) {
    const batch = await findBatch(batch_id);
    if (batch) {
      const until = new Date(new Date(batch.updated_at).getTime() + KEPT_DAYS * DAY).toISOString();
      if (until > timestamp()) return { not_before: until };
      // Changed at this moment: it is kept for another while.
      if (!(await removeBatch(batch))) return { not_before: timestamp() };
    }
    return MORE;
  }
  const files = await listFiles(fileKeys.batch(organization_id, batch_id));
  await deleteFiles(files);
  if (files.length > 0 || (await removeBatchParts(batch_id))) return MORE;
  return null;
};
