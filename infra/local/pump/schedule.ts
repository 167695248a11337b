import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import { timestamp } from '../../../lib/base/clock.ts';
import { lambdaContext } from '../shared/lambda-context.ts';
import { report } from '../shared/report.ts';
import type { Worker } from '../shared/workers.ts';
import type { Activity } from './activity.ts';

export interface Schedule {
  /** Runs what is due now; resolves when the worker has finished, after one that may be running already. */
  run(): Promise<void>;
  readonly running: boolean;
  stop(): Promise<void>;
}

/** In milliseconds. In AWS the rule fires every minute; local users should not wait that long. */
const EVERY = 2000;
/** Turns without work after which only each fifth turn runs: an idle platform should cost nothing. */
const QUIET_TURNS = 30;
const TIMEOUT_SECONDS = 900;

/** Calls the workers as EventBridge's rules do; failed work is retried at the next turn. */
export const startSchedule = (workers: readonly Worker[], activity: Activity, afterwards: () => void): Schedule => {
  let last = Promise.resolve();
  let running = 0;

  const run = (): Promise<void> => {
    running++;
    last = last
      .then(() => Promise.all(workers.map(call)))
      .then(() => {
        running--;
        afterwards();
      });
    return last;
  };
  const call = async (worker: Worker): Promise<unknown> => {
    try {
      return await worker(scheduledEvent() as never, lambdaContext('run-schedule', randomUUID(), TIMEOUT_SECONDS));
    } catch (error) {
      return report('Scheduled work failed', error);
    }
  };
  let seen = 0;
  let quiet = 0;
  const timer = setInterval(() => {
    quiet = activity.count === seen ? quiet + 1 : 0;
    seen = activity.count;
    if (running === 0 && (quiet < QUIET_TURNS || quiet % 5 === 0)) run();
  }, EVERY);

  return {
    run,
    get running() {
      return running > 0;
    },
    stop: async () => {
      clearInterval(timer);
      await last;
    },
  };
};

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
