import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import { timestamp } from '../../../lib/base/clock.ts';
import { lambdaContext } from '../shared/lambda-context.ts';
import { report } from '../shared/report.ts';
import type { Worker } from '../shared/workers.ts';
import type { Activity } from './activity.ts';

export interface Schedule {
  /** Calls the workers; resolves when they have finished, after a run that may have begun already. */
  run(): Promise<void>;
  /** The same, unless nothing is due. */
  runIfDue(): Promise<void>;
  readonly running: boolean;
  stop(): Promise<void>;
}

/** In milliseconds. In AWS the rule fires every minute; local users should not wait that long. */
const EVERY = 2000;
/** Turns without work after which only each fifth turn runs: an idle platform should cost nothing. */
const QUIET_TURNS = 30;
const TIMEOUT_SECONDS = 900;

/**
 * Calls the workers as EventBridge's rules do; failed work is retried at the next turn. `isDue` says whether they would
 * find anything.
 */
export const startSchedule = (options: {
  workers: readonly Worker[];
  isDue: () => boolean;
  activity: Activity;
  afterwards: () => void;
}): Schedule => {
  const { workers, isDue, activity, afterwards } = options;
  let last = Promise.resolve();
  let running = 0;

  const after = (work: () => Promise<void>): Promise<void> => {
    running++;
    last = last
      .then(work)
      .catch(fail)
      .then(() => {
        running--;
      });
    return last;
  };
  const callAll = async (): Promise<void> => {
    await Promise.all(workers.map(call));
    afterwards();
  };
  const run = () => after(callAll);
  const runIfDue = () => after(async () => (isDue() ? callAll() : undefined));
  const call = async (worker: Worker): Promise<unknown> => {
    try {
      return await worker(scheduledEvent() as never, lambdaContext('run-schedule', randomUUID(), TIMEOUT_SECONDS));
    } catch (error) {
      return fail(error);
    }
  };
  let seen = 0;
  let quiet = 0;
  const timer = setInterval(() => {
    quiet = activity.count === seen ? quiet + 1 : 0;
    seen = activity.count;
    if (running === 0 && (quiet < QUIET_TURNS || quiet % 5 === 0)) runIfDue();
  }, EVERY);

  return {
    run,
    runIfDue,
    get running() {
      return running > 0;
    },
    stop: async () => {
      clearInterval(timer);
      await last;
    },
  };
};

const fail = (error: unknown): void => report('Scheduled work failed', error);

const scheduledEvent = (): ScheduledEvent => ({
  id: randomUUID(),
  version: '0',
  account: '000000000000',
  time: timestamp(),
  region: process.env.AWS_REGION ?? '',
  resources: [],
  source: 'aws.events',
  'detail-type': 'Scheduled Event',
  detail: {},
});
