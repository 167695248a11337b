import { MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Item } from '../client.ts';
import type { Key } from '../key.ts';
import { dueIndex, isJob as isJobKey, jobKey } from '../keys.ts';

/** What is done after the request that asked for it, because it may take longer than a request. */
export type JobKind = 'hand_over' | 'delete_organization' | 'export_organization';

/** Where to go on, in the words of the job's own steps; `not_before`: the next step has to wait until then. */
export type Progress = { not_before?: string | undefined } & Record<string, unknown>;

/**
 * Work under way. It is put in the transaction of the change that asks for it, and removed when it is done. Until then
 * it stands in the due index (gsi1), so that no job depends on a queue's message: whatever is lost, the schedule finds
 * it there.
 */
export interface JobItem extends Key {
  id: string;
  kind: JobKind;
  organization_id: string;
  /** What is to be done: ids, and whatever else is gone by the time it is done. */
  details: Record<string, unknown>;
  /** Where to go on; null before the first step. */
  progress: Progress | null;
  /** Until when the worker that is at it has it to itself; null between two. */
  leased_until: string | null;
  created_at: string;
  gsi1pk: string;
  gsi1sk: string;
}

/** When a job whose first message got lost is looked for. */
const PATIENCE = 5 * MINUTE;

/** The item of a new job: the table's stream tells of it, and its work begins. */
export const newJob = (kind: JobKind, organization_id: string, details: Record<string, unknown>): JobItem => {
  const id = newId();
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

/** The message that makes the worker go on with a job. */
export const jobMessage = ({ id }: Pick<JobItem, 'id'>): { job_id: string } => ({ job_id: id });
