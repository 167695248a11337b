import type { BatchItem, BatchLaneItem } from '../../storage/records/batch.ts';
import type { Batch } from './batch-schema.ts';

/** Presents a batch with how far it is. `lanes`: those of its sending. */
export const presentBatch = (batch: BatchItem, lanes: readonly BatchLaneItem[]): Batch => {
  const sum = (member: 'sent' | 'failed' | 'skipped'): number => lanes.reduce((total, lane) => total + lane[member], 0);
  const [sent, failed, skipped] = [sum('sent'), sum('failed'), sum('skipped')];
  const held = lanes.flatMap(({ held_until, is_done }) => (held_until && !is_done ? [held_until] : []));
  const isOfLanes = ['sending', 'paused', 'sent'].includes(batch.status) && batch.started_at !== null;
  const {
    id,
    template_id,
    profile_id,
    name,
    status,
    stopped_by,
    columns,
    mapping,
    settings,
    rows,
    check,
    created_at,
    updated_at,
    started_at,
    ended_at,
  } = batch;
  return {
    id,
    template_id,
    profile_id,
    name,
    status,
    stopped_by,
    columns,
    mapping,
    settings,
    rows,
    check: check && { bad: check.bad, checked_at: check.checked_at },
    progress: {
      done: isOfLanes ? sent + failed + skipped : batch.done,
      sent,
      failed,
      bad: status === 'checking' ? batch.found : (check?.bad ?? 0),
      canceled: batch.canceled,
      withdrawn: batch.withdrawn,
      held_until: status === 'sending' && held.length > 0 ? (held.toSorted()[0] ?? null) : null,
    },
    created_at,
    updated_at,
    started_at,
    ended_at,
  };
};
