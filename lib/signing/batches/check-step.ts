import * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { Failure } from '../../base/errors.ts';
import { messageOf } from '../../base/message-of.ts';
import { findBatch, noteInBatch, rowsOf } from '../../storage/batches.ts';
import type { Step } from '../../storage/jobs/run.ts';
import type { BatchItem, BatchStop } from '../../storage/records/batch.ts';
import type { Template } from '../../storage/records/template.ts';
import { findTemplate } from '../../storage/templates/read.ts';
import { permissionsFor } from '../templates/access.ts';
import { batchSender } from './batch-sender.ts';
import { problemsOfRow, type RowProblem } from './check-row.ts';
import { CHUNK, chunkOf } from './limits.ts';
import { buildRow, type Common, readCommon } from './row-envelope.ts';
import { type ChunkProblems, putProblems, rowsInChunk } from './row-files.ts';
import { rowRequest } from './row-request.ts';
import { fingerprintOf } from './template-fingerprint.ts';

const Details = z.object({ batch_id: z.string(), run: z.int() });
const Progress = z.object({ next: z.int(), bad: z.int(), template: z.string() });

/**
 * Checks the rows of one file in a step, and stores what is wrong with them. Rows that were sent already are left out.
 * If the template changes meanwhile, it begins anew.
 */
export const checkBatchStep: Step = async (job) => {
  const { batch_id, run } = Details.parse(job.details);
  const batch = await findBatch(batch_id);
  if (batch?.status !== 'checking' || batch.run !== run) return null;
  const caller = await batchSender(batch, null);
  if (!caller) return stop(batch, 'owner_out');
  const template = await templateOf(batch, caller);
  if (!template) return stop(batch, 'template_gone');
  const fingerprint = fingerprintOf(template);
  const begun = job.progress ? Progress.parse(job.progress) : undefined;
  const { next, bad } = begun?.template === fingerprint ? begun : { next: 0, bad: 0 };
  const common = await commonOf(batch, () => readCommon(caller, template, batch));
  const problems = await problemsFrom(batch, next, common);
  await putProblems(batch, run, chunkOf(next), problems);
  const found = bad + Object.keys(problems).length;
  const done = Math.min(batch.rows, next + CHUNK);
  if (done < batch.rows) {
    const noted = await noteInBatch(batch.id, run, { done, found });
    return noted ? { next: done, bad: found, template: fingerprint } : null;
  }
  const now = timestamp();
  await noteInBatch(batch.id, run, {
    status: 'checked',
    done,
    found,
    check: { number: run, template: fingerprint, bad: found, checked_at: now },
    updated_at: now,
  });
  return null;
};

/** The template, if the batch's member may use it. */
const templateOf = async (
  { template_id }: BatchItem,
  caller: Parameters<typeof permissionsFor>[0],
): Promise<Template | undefined> => {
  const template = await findTemplate(template_id);
  return template && permissionsFor(caller, template.header, 'use') ? template : undefined;
};

/** A batch that can't be checked is a draft again, or as paused as it was; the reason is shown. */
const stop = async ({ id, run, started_at }: BatchItem, stopped_by: BatchStop): Promise<null> => {
  await noteInBatch(id, run, { status: started_at === null ? 'draft' : 'paused', stopped_by, updated_at: timestamp() });
  return null;
};

/** A fault of all envelopes (a brand that is gone) is the problem of each. */
const commonOf = async (_batch: BatchItem, read: () => Promise<Common>): Promise<Common | Failure> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && error.code !== 'unavailable') return error;
    throw error;
  }
};

const problemsFrom = async (batch: BatchItem, next: number, common: Common | Failure): Promise<ChunkProblems> => {
  const [rows, ended] = await Promise.all([
    rowsInChunk(batch, chunkOf(next)),
    batch.started_at === null ? new Map() : rowsOf(batch.id, next, next + CHUNK - 1),
  ]);
  const found: ChunkProblems = {};
  for (const [index, { cells }] of rows.entries()) {
    if (ended.has(next + index)) continue;
    const problems: RowProblem[] =
      common instanceof Failure
        ? [{ column: null, error: messageOf(common) }]
        : problemsOfRow(
            (without) => rowRequest(batch, common.template, cells, without),
            (request) => buildRow(common, request),
          );
    if (problems.length > 0) found[next + index] = problems;
  }
  return found;
};
