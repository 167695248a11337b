import {
  DescribeStreamCommand,
  ExpiredIteratorException,
  GetShardIteratorCommand,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { StreamClient } from '../shared/stream-client.ts';
import type { StreamPosition } from './stream-position.ts';

export interface Batch {
  records: DynamoDBRecord[];
  /** Marks the records up to and including this sequence number as handled. */
  done(sequenceNumber: string): void;
}

const BATCH_SIZE = 100;

/**
 * Reads a table's stream from `position` on; in each shard only unmarked records come again. If `newestRecord`
 * (`TableEngine`) says that all records are marked, it sends no request.
 */
export const streamReader = (
  client: StreamClient,
  streamArn: string,
  position: StreamPosition,
  newestRecord: () => number | undefined = () => undefined,
) => {
  const iterators = new Map<string, string>();
  let shards: Shard[] = [];

  const list = async () => {
    shards = [];
    let last: string | undefined;
    do {
      const { StreamDescription } = await client.send(
        new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: last }),
      );
      shards.push(...(StreamDescription?.Shards ?? []));
      last = StreamDescription?.LastEvaluatedShardId;
    } while (last);
    position.keepOnly(shards.map(({ ShardId = '' }) => ShardId));
  };

  /** A child shard's records come after its parent's. */
  const isReadable = ({ ShardId = '', ParentShardId }: Shard): boolean =>
    !position.isRead(ShardId) &&
    (ParentShardId === undefined ||
      position.isRead(ParentShardId) ||
      !shards.some((one) => one.ShardId === ParentShardId));

  const open = async (shard: string, fromStart = false): Promise<string | undefined> => {
    const after = fromStart ? undefined : position.after(shard);
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shard,
        ShardIteratorType: after === undefined ? 'TRIM_HORIZON' : 'AFTER_SEQUENCE_NUMBER',
        SequenceNumber: after,
      }),
    );
    return ShardIterator;
  };

  const read = async (shard: string) => {
    const ShardIterator = iterators.get(shard) ?? (await open(shard));
    return client.records({ ShardIterator, Limit: BATCH_SIZE });
  };

  const readAgain = async (shard: string, error: unknown) => {
    if (!(error instanceof ExpiredIteratorException) && !(error instanceof TrimmedDataAccessException)) throw error;
    const ShardIterator = await open(shard, error instanceof TrimmedDataAccessException);
    return client.records({ ShardIterator, Limit: BATCH_SIZE });
  };

  const isAtEnd = (): boolean => {
    const newest = newestRecord();
    if (newest === undefined) return false;
    return shards.every(
      ({ ShardId = '' }) => position.isRead(ShardId) || Number(position.after(ShardId) ?? 0) >= newest,
    );
  };

  /** Returns the next records of any shard; undefined if there are none now. */
  return async function next(): Promise<Batch | undefined> {
    if (shards.length === 0) await list();
    if (isAtEnd()) return undefined;
    for (const { ShardId: shard = '' } of shards.filter(isReadable)) {
      const { records, next: following } = await read(shard).catch((error) => readAgain(shard, error));
      iterators.delete(shard);
      const goOn = () => following && iterators.set(shard, following);
      if (records.length > 0) {
        const done = (sequenceNumber: string) => {
          position.move(shard, sequenceNumber);
          if (sequenceNumber === records.at(-1)?.dynamodb?.SequenceNumber) goOn();
        };
        return { records, done };
      }
      if (goOn()) continue;
      position.finish(shard);
      shards = [];
      return next();
    }
    return undefined;
  };
};

export type NextBatch = ReturnType<typeof streamReader>;
