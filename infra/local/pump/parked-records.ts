import type { DynamoDBRecord } from 'aws-lambda';
import { now, SECOND } from '../../../lib/base/clock.ts';
import { parsed, readIfThere, writeWhole } from '../shared/durable-file.ts';

/**
 * Records of the stream that the worker can't handle while it handles others. They wait here, and are tried again every
 * minute of the platform's clock. What follows them in the same collection waits behind them.
 */
export interface ParkedRecords {
  readonly size: number;
  add(record: DynamoDBRecord): void;
  /** True if a record of the same collection waits. */
  isBehind(record: DynamoDBRecord): boolean;
  /** Tries those that are due, in their order; a collection's next one only after `deliver` has answered true. */
  retry(deliver: (record: DynamoDBRecord) => Promise<boolean>): Promise<void>;
}

const EVERY = 60 * SECOND;

/** Opens those that the last run has left in `file`; without a file they last as long as the process. */
export const parkedRecords = (file?: string): ParkedRecords => {
  const left = parsed<DynamoDBRecord[]>((file && readIfThere(file)) || undefined, file ?? '') ?? [];
  let waiting = left.map((record) => ({ record, due: 0 }));
  const save = () => {
    if (file) writeWhole(file, JSON.stringify(waiting.map(({ record }) => record)));
  };

  return {
    get size() {
      return waiting.length;
    },
    add: (record) => {
      waiting.push({ record, due: now().getTime() + EVERY });
      save();
    },
    isBehind: (record) => waiting.some((parked) => collectionOf(parked.record) === collectionOf(record)),
    retry: async (deliver) => {
      const held = new Set<string>();
      for (const parked of [...waiting]) {
        const collection = collectionOf(parked.record);
        const isDue = parked.due <= now().getTime() && !held.has(collection);
        if (isDue && (await deliver(parked.record))) {
          waiting = waiting.filter((one) => one !== parked);
          save();
        } else {
          held.add(collection);
          if (isDue) parked.due = now().getTime() + EVERY;
        }
      }
    },
  };
};

/** The partition key: what has the same one belongs together. */
export const collectionOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.Keys?.pk?.S ?? '';
