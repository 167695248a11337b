import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { isForLog } from '../../../lib/storage/log-facts.ts';
import { lambdaContext } from '../shared/lambda-context.ts';
import { report } from '../shared/report.ts';
import { streamEvent } from '../shared/stream-event.ts';
import type { Worker } from '../shared/workers.ts';
import type { ParkedRecords } from './parked-records.ts';

/** The stream's second reader: in AWS an event source mapping of its own, here behind the dispatcher's. */
export interface LogFollower {
  /** Hands those that the log follows to its worker. Records that it can't handle are parked, and delay no others. */
  follow(records: readonly DynamoDBRecord[]): Promise<void>;
  /** Tries parked records that are due. */
  retry(): Promise<void>;
}

const TIMEOUT_SECONDS = 60;

export const logFollower = (worker: Worker, streamArn: string, parked: ParkedRecords): LogFollower => {
  const call = async (records: readonly DynamoDBRecord[]): Promise<unknown> => {
    try {
      await worker(streamEvent(records, streamArn) as never, lambdaContext('write-log', randomUUID(), TIMEOUT_SECONDS));
      return undefined;
    } catch (error) {
      return error ?? new Error('it failed');
    }
  };

  return {
    follow: async (records) => {
      const wanted = records.filter(isForLog);
      if (wanted.length === 0) return;
      const error = await call(wanted);
      if (!error) return;
      report('write-log failed: its records are parked, and tried again every minute', error);
      for (const record of wanted) parked.add(record);
    },
    retry: async () => {
      if (parked.size > 0) await parked.retry(async (record) => (await call([record])) === undefined);
    },
  };
};
