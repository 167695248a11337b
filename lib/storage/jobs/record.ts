import { MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Item } from '../engine/client.ts';
import type { Key } from '../engine/key.ts';
import { dueIndex, isJobKey, jobKey } from '../engine/keys.ts';

/** Work that is done after its request, because it may take longer than a request. */
export type JobKind =
  | 'hand_over'
  | 'delete_organization'
  | 'export_organization'
  | 'complete_received'
  | 'delete_envelope'
  | 'replay_webhook'
  | 'check_batch'
  | 'send_batch'
  | 'cancel_batch'
  | 'delete_batch';

/** Position of a job, for its own steps; `not_before`: earliest time of the next step. */
export type Progress = { not_before?: string | undefined } & Record<string, unknown>;

/**
 * A running job. The transaction of the change that needs it writes it, and it is removed when it is done. Until then
 * it is in the due index (gsi1), so that the schedule finds it if a queue's message is lost.
 */
export interface JobItem extends Key {
  id: string;
  kind: JobKind;
  organization_id: string;
  /** Data of the work: ids, and whatever will be removed before the work is done. */
  details: Record<string, unknown>;
  /** Position to continue from; null before the first step. */
  progress: Progress | null;
  /** End of the current worker's lease; null if no worker has it. */
  leased_until: string | null;
  created_at: string;
  gsi1pk: string;
  gsi1sk: string;
}

/** Time after which the schedule looks for a job whose first message was lost. */
const PATIENCE = 5 * MINUTE;

/** Makes the item of a new job. The table's stream starts its work. */
export const newJob = (
  kind: JobKind,
  organization_id: string,
  details: Record<string, unknown>,
  id: string = newId(),
): JobItem => {
  return {
    ...jobKey(id),
    ...dueIndex(id, timestampIn(PATIENCE)),
    id,
    kind,
    organization_id,
    details,
    progress: null,
    leased_until: null,
    created_at: timestamp(),
  };
};

/** True if an item of the due index, or of the stream, is a job. */
export const isJob = (item: Item): item is Item & JobItem => isJobKey(item);

/**
 * The message that makes the worker continue a job. Batches of an organization are a group of their own: where many
 * wait, neither its exports nor anybody else's jobs wait behind them.
 */
export const jobMessage = ({ id, kind, organization_id }: Pick<JobItem, 'id' | 'kind' | 'organization_id'>) => ({
  job_id: id,
  group: kind.endsWith('_batch') ? `${organization_id}-batches` : organization_id,
});
