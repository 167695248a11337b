import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { lambdaContext } from '../shared/lambda-context.ts';
import { report } from '../shared/report.ts';
import { streamEvent } from '../shared/stream-event.ts';
import type { Worker } from '../shared/workers.ts';
import type { Activity } from './activity.ts';
import type { LogFollower } from './log-follower.ts';
import { collectionOf, type ParkedRecords } from './parked-records.ts';
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
/** Tries of a record, after which it is found out if the worker handles any other. */
const TRIES = 5;
const PATIENCE = 200;
const LONGEST_PATIENCE = 5000;
const TIMEOUT_SECONDS = 60;
/** Records that are tried to find out if the worker handles any. */
const OTHERS = 20;

/**
 * Calls the worker with the stream's records in their order, as Lambda's event source mapping does. The position moves
 * only after the worker has handled a record, so that an outage only delays. A record that fails while the worker
 * handles following ones is parked, so that it does not block them.
 */
export const startStreamPump = (options: {
  next: NextBatch;
  streamArn: string;
  worker: Worker;
  activity: Activity;
  parked: ParkedRecords;
  /** Reads the stream behind the worker. */
  log?: LogFollower;
  /** Milliseconds between the first tries of a record. */
  patience?: number;
}): StreamPump => {
  const { next, activity, parked, log, patience = PATIENCE } = options;
  const stopping = new AbortController();
  const call = (records: readonly DynamoDBRecord[]) => invoke(options.worker, records, options.streamArn);

  const deliver = async ({ records, done }: Batch): Promise<void> => {
    const isFree = parked.size === 0 || !records.some((record) => parked.isBehind(record));
    const handled = isFree ? (await call(records)).dealtWith : 0;
    const last = records[handled - 1];
    await log?.follow(records.slice(0, handled));
    if (last) done(numberOf(last));
    // The rest continues in single records, which finds the one that fails.
    for (const [index, record] of records.entries()) {
      if (index < handled) continue;
      if (parked.isBehind(record)) parked.add(record);
      else if (!(await deliverAlone(record, othersAfter(records, index)))) return;
      await log?.follow([record]);
      done(numberOf(record));
    }
  };

  /**
   * Tries until the record is handled, or is parked because the worker handles one of `others` (twice, then). False if
   * the pump stops, or there are none yet: then the record is read again, with what has come meanwhile.
   */
  const deliverAlone = async (record: DynamoDBRecord, others: readonly DynamoDBRecord[]): Promise<boolean> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      const { dealtWith, error } = await call([record]);
      if (dealtWith === 1) return true;
      if (attempt % TRIES === 0) {
        const fault = `dispatch-events failed ${TRIES} times on record ${numberOf(record)} of the stream`;
        // An outage may have ended before another record was tried: then this one is handled, too.
        if ((await handlesAny(others)) && (await call([record])).dealtWith === 0) {
          report(`${fault}, which is parked: it is tried again every minute`, error);
          parked.add(record);
          return true;
        }
        if (attempt === TRIES) report(`${fault}, and goes on trying`, error);
      }
      const pause = Math.min(patience * attempt, LONGEST_PATIENCE);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (others.length === 0 && attempt === TRIES) return false;
    }
    return false;
  };

  const handlesAny = async (records: readonly DynamoDBRecord[]): Promise<boolean> => {
    for (const record of records) if ((await call([record])).dealtWith === 1) return true;
    return false;
  };

  const round = async (): Promise<boolean> => {
    let any = false;
    await log?.retry();
    if (parked.size > 0) await parked.retry(async (record) => (await call([record])).dealtWith === 1);
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

/**
 * The next records of other collections, one of each and not many: records of one collection are never handled out of
 * order.
 */
const othersAfter = (records: readonly DynamoDBRecord[], index: number): DynamoDBRecord[] => {
  const collection = collectionOf(records[index] as DynamoDBRecord);
  const following = Map.groupBy(records.slice(index + 1), collectionOf);
  following.delete(collection);
  return [...following.values()].flatMap(([first]) => first ?? []).slice(0, OTHERS);
};

const numberOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.SequenceNumber ?? '';

const invoke = async (worker: Worker, records: readonly DynamoDBRecord[], streamArn: string) => {
  try {
    const context = lambdaContext('dispatch-events', randomUUID(), TIMEOUT_SECONDS);
    const answer = (await worker(streamEvent(records, streamArn) as never, context)) as
      | DynamoDBBatchResponse
      | undefined;
    const failed = answer?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier) ?? [];
    if (failed.length === 0) return { dealtWith: records.length };
    const first = records.findIndex((record) => failed.includes(numberOf(record)));
    return { dealtWith: Math.max(first, 0), error: new Error('it reported the record as failed') };
  } catch (error) {
    return { dealtWith: 0, error };
  }
};
