import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { demand, type UserCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { describeAct } from '../../people/administration/act.ts';
import { batchWrite, laneIntoRun, laneItem, lanesOf } from '../../storage/batches.ts';
import { change, type Decision } from '../../storage/engine/change.ts';
import type { Write } from '../../storage/engine/write.ts';
import { type JobKind, newJob } from '../../storage/jobs/record.ts';
import type { EventKind } from '../../storage/records/administration.ts';
import type { BatchItem } from '../../storage/records/batch.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import type { Batch, BatchAct } from './batch-schema.ts';
import { batchFor, shownBatch } from './batch-store.ts';
import { CHUNK, lanesFor } from './limits.ts';

type Act = (batch: BatchItem, by: By) => Decision<BatchItem> | Promise<Decision<BatchItem>>;

/** Whoever acts, and how: what is sent says so in its trail. */
interface By {
  caller: UserCaller;
  origin: Origin;
  skip_bad: boolean;
}

/**
 * Begins or ends work on a batch. Each act changes its run, so that work of an earlier one ends, and starts its jobs in
 * the same transaction. An act whose effect stands already changes nothing. Throws `batch_not_found`, `batch_not_now`,
 * `batch_unchecked` and `batch_has_problems`.
 */
export const actOnBatch = async (
  caller: UserCaller,
  batch_id: string,
  { action, skip_bad }: BatchAct,
  origin: Origin,
): Promise<Batch> => {
  if (action === 'cancel') demand(caller, 'envelope:cancel');
  const by = { caller, origin, skip_bad: skip_bad === true };
  const acted = await change<BatchItem, BatchItem>(
    () => batchFor(caller, batch_id),
    async (batch) => {
      if (EFFECT[action].includes(batch.status)) return { answer: batch };
      const decision = await ACTS[action](batch, by);
      const { status: to } = decision.answer;
      const { id, name, status: from } = batch;
      describeAct({ kind: KINDS[action], object: { id, name }, changes: [{ member: 'status', from, to }] });
      return decision;
    },
    { repeated: () => batchFor(caller, batch_id) },
  );
  return shownBatch(acted);
};

/** Kinds of the events of administration that acts are. */
const KINDS = {
  check: 'batch:checked',
  send: 'batch:sent',
  pause: 'batch:paused',
  resume: 'batch:resumed',
  cancel: 'batch:canceled',
} as const satisfies Record<BatchAct['action'], EventKind>;

/** States in which an act has its effect already. */
const EFFECT: Record<BatchAct['action'], readonly BatchItem['status'][]> = {
  check: ['checking'],
  send: ['sending'],
  pause: ['paused'],
  resume: ['sending'],
  cancel: ['canceling', 'canceled'],
};

/** The change to a new run with these jobs. */
const intoRun = (
  batch: BatchItem,
  set: Partial<BatchItem>,
  jobs: readonly [kind: JobKind, details: Record<string, unknown>][],
  also: readonly Write[] = [],
): Decision<BatchItem> => {
  const changes = { ...set, run: batch.run + 1, updated_at: timestamp() };
  const run = { batch_id: batch.id, run: changes.run };
  return {
    writes: [
      batchWrite(batch, { set: changes }),
      ...also,
      ...jobs.map(([kind, details]): Write => ({ put: newJob(kind, batch.organization_id, { ...details, ...run }) })),
    ],
    answer: { ...batch, ...changes },
  };
};

const demandStatus = (batch: BatchItem, action: string, ...statuses: readonly BatchItem['status'][]): void => {
  if (!statuses.includes(batch.status)) fail('batch_not_now', { status: batch.status, action: `to ${action} it` });
};

const check: Act = (batch) => {
  demandStatus(batch, 'check', 'draft', 'checked', 'paused');
  const set = { status: 'checking' as const, stopped_by: null, check: null, done: 0, found: 0 };
  return intoRun(batch, set, [['check_batch', {}]]);
};

const send: Act = (batch, { caller, origin, skip_bad }) => {
  if (batch.status === 'draft') return fail('batch_unchecked');
  demandStatus(batch, 'send', 'checked');
  const bad = batch.check?.bad ?? 0;
  if (bad > 0 && (!skip_bad || bad === batch.rows)) return fail('batch_has_problems', { count: bad });
  const lanes = Array.from({ length: lanesFor(batch.rows) }, (_, lane) => lane);
  const begun = lanes.map((lane): Write => ({ put: laneItem(batch.id, newLane(lane, batch.run + 1)) }));
  const set = {
    status: 'sending' as const,
    lanes: lanes.length,
    started_at: batch.started_at ?? timestamp(),
    ended_at: null,
  };
  return intoRun(
    batch,
    set,
    lanes.map((lane) => ['send_batch', { lane, ...sentBy(caller, origin) }]),
    begun,
  );
};

const newLane = (lane: number, run: number) => ({
  lane,
  run,
  // Files of rows are dealt out: the second lane begins with the second one.
  next: lane * CHUNK,
  sent: 0,
  failed: 0,
  skipped: 0,
  is_done: false,
  held_until: null,
});

/** The connection and the client of whoever starts it, as the trails of its envelopes will name them. */
const sentBy = ({ client }: UserCaller, { ip, userAgent }: Origin) => ({ origin: { ip, userAgent }, client });

const pause: Act = (batch) => {
  demandStatus(batch, 'pause', 'sending');
  return intoRun(batch, { status: 'paused', stopped_by: null }, []);
};

const resume: Act = async (batch, { caller, origin }) => {
  demandStatus(batch, 'resume', 'paused');
  if (batch.stopped_by === 'template_changed') return fail('batch_unchecked');
  const left = (await lanesOf(batch.id)).filter(({ is_done }) => !is_done);
  return intoRun(
    batch,
    { status: 'sending', stopped_by: null },
    left.map(({ lane }) => ['send_batch', { lane, ...sentBy(caller, origin) }]),
    left.map(({ lane }) => laneIntoRun(batch.id, lane, batch.run + 1)),
  );
};

const cancel: Act = (batch, { caller, origin }) => {
  if (batch.started_at === null) {
    return intoRun(batch, { status: 'canceled', canceled: batch.rows, ended_at: timestamp() }, []);
  }
  const set = { status: 'canceling' as const, stopped_by: null, done: 0, canceled: 0, withdrawn: 0 };
  return intoRun(batch, set, [['cancel_batch', { actor: actorOf(caller, origin) }]]);
};

const ACTS: Record<BatchAct['action'], Act> = { check, send, pause, resume, cancel };
