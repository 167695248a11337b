import * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { isFailure } from '../../base/errors.ts';
import { endRow, findBatch, noteInBatch, rowsOf, withdrawRow } from '../../storage/batches.ts';
import type { Step } from '../../storage/jobs/run.ts';
import type { BatchItem, BatchRowItem } from '../../storage/records/batch.ts';
import { changeEnvelope } from '../envelopes/acts/commit.ts';
import type { Actor } from '../envelopes/rules/chain.ts';
import { end } from '../envelopes/rules/lifecycle.ts';
import { PIECE } from './limits.ts';

const Details = z.object({ batch_id: z.string(), run: z.int(), actor: z.custom<Actor>() });
const Progress = z.object({ next: z.int(), canceled: z.int(), withdrawn: z.int() });

/**
 * Cancels a piece of a batch. A row that was not sent is ended as canceled, on the condition that it has not ended: so
 * no worker that is late can send it any more. An envelope is canceled if nobody has opened it.
 */
export const cancelBatchStep: Step = async (job) => {
  const { batch_id, run, actor } = Details.parse(job.details);
  const batch = await findBatch(batch_id);
  if (batch?.status !== 'canceling' || batch.run !== run) return null;
  const begun = job.progress ? Progress.parse(job.progress) : { next: 0, canceled: 0, withdrawn: 0 };
  const to = Math.min(batch.rows, begun.next + PIECE);
  const ended = await rowsOf(batch.id, begun.next, to - 1);
  const indexes = Array.from({ length: to - begun.next }, (_, at) => begun.next + at);
  const results = await Promise.allSettled(indexes.map((row) => cancelRow(batch, row, ended.get(row), actor)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  const states = results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
  const progress = {
    next: to,
    canceled: begun.canceled + states.filter((state) => state === 'canceled').length,
    withdrawn: begun.withdrawn + states.filter((state) => state === 'withdrawn').length,
  };
  const { next: done, canceled, withdrawn } = progress;
  if (done < batch.rows) {
    return (await noteInBatch(batch.id, run, { done, canceled, withdrawn })) ? progress : null;
  }
  const now = timestamp();
  const last = { status: 'canceled' as const, done, canceled, withdrawn, run: run + 1, ended_at: now, updated_at: now };
  await noteInBatch(batch.id, run, last);
  return null;
};

const cancelRow = async (
  batch: BatchItem,
  row: number,
  known: BatchRowItem | undefined,
  actor: Actor,
): Promise<BatchRowItem['state']> => {
  if (!known) {
    const end = { row, state: 'canceled' as const, envelope_id: null, error: null, at: timestamp() };
    if (await endRow(batch.id, end)) return 'canceled';
    // A late worker has sent it meanwhile.
    return cancelRow(batch, row, (await rowsOf(batch.id, row, row)).get(row), actor);
  }
  if (known.state !== 'sent' || known.envelope_id === null) return known.state;
  if (!(await withdraw(known.envelope_id, actor))) return 'sent';
  await withdrawRow(batch.id, row, timestamp());
  return 'withdrawn';
};

/** Cancels an envelope that nobody has opened. True if it is canceled, also by an earlier try. */
const withdraw = async (envelope_id: string, actor: Actor): Promise<boolean> => {
  try {
    const { envelope } = await changeEnvelope(envelope_id, (state, at) =>
      state.envelope.status === 'pending' ? end(state, 'envelope:canceled', actor, at) : null,
    );
    return envelope.status === 'canceled';
  } catch (error) {
    if (isFailure(error, 'envelope_not_found')) return false;
    throw error;
  }
};
