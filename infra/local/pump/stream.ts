import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { lambdaContext } from '../lambda-context.ts';
import { report } from '../report.ts';
import type { Worker } from '../workers.ts';
import type { Activity } from './activity.ts';
import { streamEvent } from './stream-event.ts';
import type { Batch, NextBatch } from './stream-reader.ts';

export interface StreamPump {
  /** Reads new records now instead of at the next poll. */
  poke(): void;
  /** Resolves once all current records were dispatched, with true if there were any. */
  drain(): Promise<boolean>;
  /** Takes no more records, and waits for the worker's current ones. */
  stop(): Promise<void>;
}

/** Milliseconds until writes without a poke (TTL, from outside of the gateway) are read. */
const POLL = 500;
const TRIES = 5;
const PATIENCE = 200;
const TIMEOUT_SECONDS = 60;

/**
 * Calls the worker with the stream's records in their order, as Lambda's event source mapping does. The position moves
 * only after the worker has handled a record; one that fails five times is reported and skipped, so that it doesn't
 * block the rest.
 */
export const startStreamPump = (options: {
  next: NextBatch;
  streamArn: string;
  worker: Worker;
  activity: Activity;
}): StreamPump => {
  const { next, activity } = options;
  const stopping = new AbortController();
  const call = (records: Batch['records']) => invoke(options.worker, records, options.streamArn);

  const deliver = async ({ records, done }: Batch): Promise<void> => {
    const dealtWith = (await call(records)).dealtWith;
    const last = records[dealtWith - 1]?.dynamodb?.SequenceNumber;
    if (last) done(last);
    // The rest continues in single records, which finds the one that fails.
    for (const record of records.slice(dealtWith)) {
      await deliverAlone(record);
      if (stopping.signal.aborted) return;
      done(record.dynamodb?.SequenceNumber ?? '');
    }
  };

  const deliverAlone = async (record: Batch['records'][number]): Promise<void> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      const { dealtWith, error } = await call([record]);
      if (dealtWith === 1) return;
      if (attempt === TRIES) {
        const number = record.dynamodb?.SequenceNumber;
        report(`dispatch-events failed ${TRIES} times on record ${number} of the stream, which is skipped`, error);
        return;
      }
      await sleep(PATIENCE * attempt, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const round = async (): Promise<boolean> => {
    let any = false;
    for (let batch = await next(); batch && !stopping.signal.aborted; batch = await next()) {
      any = true;
      activity.count++;
      await deliver(batch);
    }
    return any;
  };

  let current: Promise<boolean> | undefined;
  let following: Promise<boolean> | undefined;
  // A running round may have read past the caller's last write: then another one follows it.
  const run = (): Promise<boolean> => {
    if (!current) {
      current = round().finally(() => {
        current = undefined;
      });
      return current;
    }
    following ??= current
      .catch(() => false)
      .then(() => {
        following = undefined;
        return run();
      });
    return following;
  };

  const poll = async () => {
    while (!stopping.signal.aborted) {
      await run().catch((error) => stopping.signal.aborted || report('The stream can not be read', error));
      await sleep(POLL, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const polling = poll();

  return {
    poke: () => {
      if (!stopping.signal.aborted) run().catch(() => {});
    },
    drain: () => run(),
    stop: async () => {
      stopping.abort();
      await polling;
      await Promise.allSettled([current, following]);
    },
  };
};

const invoke = async (worker: Worker, records: Batch['records'], streamArn: string) => {
  try {
    const context = lambdaContext('dispatch-events', randomUUID(), TIMEOUT_SECONDS);
    const answer = (await worker(streamEvent(records, streamArn) as never, context)) as
      | DynamoDBBatchResponse
      | undefined;
    const failed = answer?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier) ?? [];
    if (failed.length === 0) return { dealtWith: records.length };
    const first = records.findIndex(({ dynamodb }) => failed.includes(dynamodb?.SequenceNumber ?? ''));
    return { dealtWith: Math.max(first, 0), error: new Error('it reported the record as failed') };
  } catch (error) {
    return { dealtWith: 0, error };
  }
};
