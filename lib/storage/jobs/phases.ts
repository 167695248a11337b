import * as z from 'zod';
import { MINUTE, timestampIn } from '../../base/clock.ts';
import type { JobItem } from './record.ts';
import type { Step } from './run.ts';

/** Does a bounded piece of a job's part; `next` is the result of the previous piece. */
export type Piece = (job: JobItem, next: unknown) => Promise<unknown>;

/** The most items of one piece. */
export const PER_PIECE = 25;
/** Longer than a request takes: work that began before the job is written by then. */
export const LAST_REQUEST = 15 * MINUTE;

/** A part of a job, run repeatedly until it returns undefined. */
export interface Phase {
  run: Piece;
  /** Delay after the previous phase, in milliseconds. */
  after?: number;
}

const Progress = z.object({ at: z.int(), next: z.unknown().optional() });

/** Makes the steps of a job that runs `phases` one after the other. */
export const stepThrough =
  (phases: readonly Phase[]): Step =>
  async (job) => {
    const { at, next } = Progress.parse(job.progress ?? { at: 0 });
    const further = await phases[at]?.run(job, next);
    if (further !== undefined) return { at, next: further };
    const following = phases[at + 1];
    if (!following) return null;
    return { at: at + 1, ...(following.after ? { not_before: timestampIn(following.after) } : {}) };
  };
