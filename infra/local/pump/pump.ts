import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings } from '../../../lib/aws/client.ts';
import { shortenOnLoopback } from '../../../lib/aws/loopback.ts';
import { timestamp } from '../../../lib/base/clock.ts';
import type { QueueName } from '../../../lib/base/config.ts';
import { orderOfMessage } from '../../../lib/notify/webhooks/messages.ts';
import { DUE_PARTITIONS, RETRY_PARTITIONS } from '../../../lib/storage/due.ts';
import { turnIndex } from '../../../lib/storage/engine/keys.ts';
import type { QueueEngine, TableEngine } from '../engines/engine.ts';
import type { Queue } from '../engines/resources.ts';
import { lambdaContext } from '../shared/lambda-context.ts';
import { StreamClient } from '../shared/stream-client.ts';
import { QUEUE_WORKERS, type Workers } from '../shared/workers.ts';
import type { Activity } from './activity.ts';
import { logFollower } from './log-follower.ts';
import { parkedRecords } from './parked-records.ts';
import { LONG_POLL, startQueuePump } from './queue.ts';
import { startSchedule } from './schedule.ts';
import { startStreamPump } from './stream.ts';
import { openPosition } from './stream-position.ts';
import { streamReader } from './stream-reader.ts';

/** AWS's work between the functions: stream → dispatcher, queues → workers, and the schedule. */
export interface Pump {
  /** Reads the stream now, because a function may have written to the table. */
  poke(): void;
  /** Runs what became due after the clock was moved. */
  catchUp(): Promise<void>;
  /**
   * Waits until no work is left for now: stream read, queues empty, no worker running, nothing due. Work for a later
   * moment (a retry, a due time) doesn't count: advance the clock for that. False if it took more than `timeout`
   * milliseconds.
   */
  settle(timeout: number): Promise<boolean>;
  /** Hands an event of SES about a mail to its worker, as SNS does. */
  mailEvent(event: object): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Sealing is heavy and runs one by one; a webhook receiver that doesn't answer must not delay the others, but the
 * events of one envelope arrive in their order.
 */
const SHAPES: Record<QueueName, Pick<Parameters<typeof startQueuePump>[0], 'batchSize' | 'concurrency' | 'keyOf'>> = {
  seal: { batchSize: 1, concurrency: 2 },
  message: { batchSize: 10, concurrency: 4 },
  webhook: { batchSize: 1, concurrency: 256, keyOf: orderOfMessage },
  job: { batchSize: 1, concurrency: 2 },
};

/** Milliseconds for which a stop waits for workers; unfinished work continues after the next start. */
const PATIENCE = 5000;

export const startPump = (options: {
  /** Keeps how far the stream was read; absent where the table goes with the process. */
  dataDir?: string | undefined;
  workers: Workers;
  dynamodb: TableEngine;
  streamArn: string;
  sqs: QueueEngine;
  queues: readonly Queue[];
}): Pump => {
  const { dataDir, streamArn, workers, dynamodb, sqs } = options;
  const activity: Activity = { count: 0 };
  const streams = shortenOnLoopback(
    new StreamClient({ ...clientSettings(), endpoint: dynamodb.endpoint }),
    'AWS_ENDPOINT_URL_DYNAMODB',
  );
  const client = shortenOnLoopback(
    new SQSClient({ ...clientSettings(2 * LONG_POLL), endpoint: sqs.endpoint }),
    'AWS_ENDPOINT_URL_SQS',
  );

  const position = openPosition(dataDir && join(dataDir, 'stream.json'), streamArn);
  const next = streamReader(streams, streamArn, position, dynamodb.newestRecord);
  const parked = parkedRecords(dataDir && join(dataDir, 'parked.json'));
  const log = logFollower(
    workers['write-log'],
    streamArn,
    parkedRecords(dataDir && join(dataDir, 'parked-for-log.json')),
  );
  const stream = startStreamPump({ next, streamArn, worker: workers['dispatch-events'], activity, parked, log });
  const poke = () => stream.poke();
  const queues = options.queues.map((queue) =>
    startQueuePump({
      client,
      queue,
      worker: workers[QUEUE_WORKERS[queue.name]],
      ...SHAPES[queue.name],
      activity,
      afterwards: poke,
      unfinished: sqs.unfinished,
    }),
  );
  const isDueIn = (partitions: readonly string[]) => () => dynamodb.hasUpTo?.(partitions, timestamp()) ?? true;
  const schedule = startSchedule({
    workers: [workers['run-schedule'], workers['run-retries']],
    isDue: isDueIn([...DUE_PARTITIONS, ...RETRY_PARTITIONS]),
    activity,
    afterwards: poke,
  });
  // It waits for receivers that are slow, which must hold up nothing else.
  const turns = startSchedule({
    workers: [workers['run-turns']],
    isDue: isDueIn([turnIndex('').gsi1pk]),
    activity,
    afterwards: poke,
  });

  const idle = async () =>
    !schedule.running && !turns.running && (await Promise.all(queues.map((queue) => queue.isIdle()))).every(Boolean);

  const quiet = async (signal: AbortSignal): Promise<true> => {
    await Promise.all([schedule.runIfDue(), turns.runIfDue()]);
    for (; !signal.aborted; await sleep(15)) {
      const before = activity.count;
      // In this order: the second read of the stream finds the writes of a worker that ended between the two.
      await stream.drain();
      if (!(await idle())) continue;
      if (!(await stream.drain()) && (await idle()) && activity.count === before) break;
    }
    return true;
  };

  return {
    poke,
    mailEvent: async (event) => {
      const records = { Records: [{ Sns: { Message: JSON.stringify(event) } }] };
      await workers['record-bounces'](records as never, lambdaContext('record-bounces', randomUUID(), 60));
      poke();
    },
    catchUp: async () => {
      await Promise.all(queues.map((queue) => queue.release()));
      await Promise.all([schedule.run(), turns.run()]);
    },
    settle: async (timeout) => {
      const giveUp = new AbortController();
      const late = sleep(timeout, false as const, { signal: giveUp.signal }).catch(() => false as const);
      const settled = await Promise.race([quiet(giveUp.signal), late]);
      giveUp.abort();
      return settled;
    },
    stop: async () => {
      const stopped = Promise.all([
        stream.stop(),
        schedule.stop(),
        turns.stop(),
        ...queues.map((queue) => queue.stop()),
      ]);
      const enough = new AbortController();
      await Promise.race([stopped, sleep(PATIENCE, undefined, { signal: enough.signal }).catch(() => {})]);
      enough.abort();
      streams.destroy();
      client.destroy();
    },
  };
};
