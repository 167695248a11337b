import * as z from 'zod';
import { isOutage } from '../../aws/outage.ts';
import { checked } from '../../base/checked.ts';
import { SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import { Failure, isFailure } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import { messageOf } from '../../base/message-of.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { messagesOfToday } from '../../people/organizations/daily-messages.ts';
import {
  endRow,
  findBatch,
  findLane,
  lanesOf,
  noteInBatch,
  noteLane,
  rowsOf,
  rowWrite,
} from '../../storage/batches.ts';
import { isOvertaken } from '../../storage/engine/commit.ts';
import type { Progress } from '../../storage/jobs/record.ts';
import type { Step } from '../../storage/jobs/run.ts';
import type { BatchItem, BatchLaneItem, BatchRowItem, BatchStop } from '../../storage/records/batch.ts';
import type { Template } from '../../storage/records/template.ts';
import { findTemplate } from '../../storage/templates/read.ts';
import { NewEnvelope } from '../envelopes/envelope-schema.ts';
import { permissionsFor } from '../templates/access.ts';
import { batchSender } from './batch-sender.ts';
import { CHUNK, chunkOf, LEFT_TO_OTHERS, PIECE } from './limits.ts';
import { type Common, readCommon, sendRow } from './row-envelope.ts';
import { problemsInChunk, rowsInChunk } from './row-files.ts';
import { rowRequest } from './row-request.ts';
import { fingerprintOf } from './template-fingerprint.ts';

const Details = z.object({
  batch_id: z.string(),
  run: z.int(),
  lane: z.int(),
  origin: z.object({ ip: z.string(), userAgent: z.string() }),
  client: z.object({ kind: z.enum(['api_key', 'oauth_app']), id: z.string(), name: z.string() }).nullable(),
});
type Details = z.output<typeof Details>;

/** The day's messages when this run has begun, and those that it has caused since. */
const Day = z.object({ day: z.int(), before: z.int(), made: z.int() });
type Day = z.output<typeof Day>;

/** Time after which rows that met an outage are tried again. */
const AGAIN = 30 * SECOND;

/**
 * Sends a piece of a lane's rows. A row ends in the transaction that makes its envelope, on the condition that it has
 * not ended yet: so however often a piece is repeated, and by however many workers, a row becomes one envelope. The
 * lane's own item says where it is, so that counts of a repeated piece are right, too.
 */
export const sendBatchStep: Step = async (job) => {
  const details = Details.parse(job.details);
  const [batch, lane] = await Promise.all([findBatch(details.batch_id), findLane(details.batch_id, details.lane)]);
  if (batch?.status !== 'sending' || batch.run !== details.run || lane?.run !== details.run) return null;
  if (lane.next >= batch.rows || lane.is_done) return endLane(batch, lane);
  const caller = await batchSender(batch, details.client);
  if (!caller) return stop(batch, 'owner_out');
  const template = await findTemplate(batch.template_id);
  if (!template || !permissionsFor(caller, template.header, 'use')) return stop(batch, 'template_gone');
  if (fingerprintOf(template) !== batch.check?.template) return stop(batch, 'template_changed');
  const day = await dayOf(batch, Day.safeParse(job.progress?.day).data);
  const room = roomIn(day, batch, template);
  if (room.rows === 0) {
    const held_until = timestampIn(room.seconds * SECOND);
    await noteLane(batch.id, lane, { held_until });
    return { not_before: held_until };
  }
  const common = await commonOf(caller, template, batch);
  if (!common) return stop(batch, 'owner_out');
  return sendPiece({ batch, lane, details, common, day, most: room.rows, perRow: room.perRow });
};

const stop = async ({ id, run }: BatchItem, stopped_by: BatchStop): Promise<null> => {
  await noteInBatch(id, run, { status: 'paused', stopped_by, run: run + 1, updated_at: timestamp() });
  return null;
};

/** The batch has ended once all its lanes have: the last one sees that, because it reads after its own write. */
const endLane = async (batch: BatchItem, lane: BatchLaneItem): Promise<null> => {
  if (!(await noteLane(batch.id, lane, { is_done: true, held_until: null }))) return null;
  const lanes = await lanesOf(batch.id);
  const own = lanes.filter((one) => one.lane < batch.lanes);
  if (own.length === batch.lanes && own.every(({ is_done }) => is_done)) {
    const now = timestamp();
    await noteInBatch(batch.id, batch.run, { status: 'sent', run: batch.run + 1, ended_at: now, updated_at: now });
  }
  return null;
};

const dayOf = async (
  { organization_id }: BatchItem,
  known: Day | undefined,
): Promise<Day & { sent: number; limit: number; seconds: number }> => {
  const today = await messagesOfToday(organization_id);
  return { ...today, ...(known?.day === today.day ? known : { before: today.sent, made: 0 }) };
};

/**
 * Rows for which the day has messages. Messages are counted when they are sent, a little later: so what was made counts
 * at once, for all lanes. A part of the day's messages is left to everything else.
 */
const roomIn = (
  { sent, before, made, limit, seconds }: Awaited<ReturnType<typeof dayOf>>,
  batch: BatchItem,
  { roles }: Template,
): { rows: number; perRow: number; seconds: number } => {
  const acting = roles.filter(({ type }) => type !== 'cc');
  const first = Math.min(...acting.map(({ sequence }) => sequence));
  const perRow = batch.settings.no_contact ? 0 : Math.max(1, acting.filter((one) => one.sequence === first).length);
  if (perRow === 0) return { rows: PIECE, perRow, seconds };
  const used = Math.max(sent, before + made * batch.lanes);
  const left = Math.floor(limit * (1 - LEFT_TO_OTHERS)) - used;
  return { rows: Math.max(0, Math.min(PIECE, Math.floor(left / perRow))), perRow, seconds };
};

/** Undefined if the template's owner, in whose name it is sent, is out. What is wrong with a brand fails each row. */
const commonOf = async (
  caller: UserCaller,
  template: Template,
  batch: BatchItem,
): Promise<Common | Failure | undefined> => {
  try {
    return await readCommon(caller, template, batch);
  } catch (error) {
    if (isFailure(error, 'template_not_sendable')) return undefined;
    if (error instanceof Failure && !isOutage(error)) return error;
    throw error;
  }
};

interface Piece {
  batch: BatchItem;
  lane: BatchLaneItem;
  details: Details;
  common: Common | Failure;
  day: Day;
  most: number;
  perRow: number;
}

const sendPiece = async ({ batch, lane, details, common, day, most, perRow }: Piece): Promise<Progress | null> => {
  const from = lane.next;
  const chunk = chunkOf(from);
  const chunkEnd = Math.min(batch.rows, (chunk + 1) * CHUNK);
  const end = Math.min(chunkEnd, from + most);
  const [rows, problems, ended] = await Promise.all([
    rowsInChunk(batch, chunk),
    problemsInChunk(batch, chunk),
    rowsOf(batch.id, from, end - 1),
  ]);
  const counts = { sent: 0, failed: 0, skipped: 0 };
  let made = 0;
  let isOut = false;
  const sendOne = async (index: number): Promise<void> => {
    const known = ended.get(index);
    if (known) return count(counts, known);
    if (problems[index]) {
      counts.skipped += 1;
      return;
    }
    const cells = rows[index - chunk * CHUNK]?.cells ?? [];
    try {
      count(counts, await sendOrFail(batch, index, cells, common, details));
      made += 1;
    } catch (error) {
      if (!isOutage(error) && !isOvertaken(error)) throw error;
      log().warn('A row of a batch is tried again', { batch_id: batch.id, error: error as Error });
      isOut = true;
    }
  };
  // All end before anything is thrown: nothing works on after the step.
  const results = await Promise.allSettled(Array.from({ length: end - from }, (_, at) => sendOne(from + at)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  const next = { day: { day: day.day, before: day.before, made: day.made + made * perRow } };
  if (isOut) return { ...next, not_before: timestampIn(AGAIN) };
  const noted = await noteLane(batch.id, lane, {
    next: end < chunkEnd ? end : (chunk + batch.lanes) * CHUNK,
    sent: lane.sent + counts.sent,
    failed: lane.failed + counts.failed,
    skipped: lane.skipped + counts.skipped,
    held_until: null,
  });
  return noted ? next : null;
};

const count = (counts: { sent: number; failed: number }, { state }: Pick<BatchRowItem, 'state'>): void => {
  if (state === 'failed') counts.failed += 1;
  else counts.sent += 1;
};

/** Another worker has ended the row at the same moment. */
class RowEnded extends Error {}

/** Sends a row, or notes why it is refused. Returns how it has ended, by this worker or another. */
const sendOrFail = async (
  batch: BatchItem,
  row: number,
  cells: readonly string[],
  common: Common | Failure,
  { origin }: Details,
): Promise<Pick<BatchRowItem, 'state'>> => {
  try {
    if (common instanceof Failure) throw common;
    const { request } = rowRequest(batch, common.template, cells);
    const result = checked(NewEnvelope, request);
    if ('faults' in result) {
      const [{ path, rule }] = result.faults;
      throw new Failure('invalid', { detail: `${path}: ${rule}` });
    }
    await sendRow(common, result.data, origin, {
      end: (envelope_id) => rowWrite(batch.id, { row, state: 'sent', envelope_id, error: null, at: timestamp() }),
      refuse: () => {
        throw new RowEnded();
      },
    });
    return { state: 'sent' };
  } catch (error) {
    if (error instanceof RowEnded) return endOf(batch, row);
    if (!(error instanceof Failure) || isOutage(error)) throw error;
    const end = { row, state: 'failed' as const, envelope_id: null, error: messageOf(error), at: timestamp() };
    return (await endRow(batch.id, end)) ? end : endOf(batch, row);
  }
};

const endOf = async ({ id }: BatchItem, row: number): Promise<Pick<BatchRowItem, 'state'>> =>
  (await rowsOf(id, row, row)).get(row) ?? { state: 'sent' };
