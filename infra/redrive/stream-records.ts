import { DescribeStreamCommand, GetShardIteratorCommand, type Shard } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { StreamClient } from '../local/shared/stream-client.ts';

/** A stretch of one shard of the table's stream, both ends included. */
export interface Stretch {
  streamArn: string;
  shardId: string;
  startSequenceNumber: string;
  endSequenceNumber: string;
}

/** The stream keeps records for 24 hours, and these no longer; or they were never in this shard. */
class RecordsGone extends Error {
  constructor(options?: ErrorOptions) {
    super('The stream keeps its records no longer', options);
    this.name = 'RecordsGone';
  }
}

/** Empty answers in a row after which the end is not awaited any more: an open shard answers for ever. */
const EMPTY_ANSWERS = 20;

/** Reads the records of a stretch. Throws RecordsGone. */
export const recordsOf = async (client: StreamClient, stretch: Stretch): Promise<DynamoDBRecord[]> => {
  const { streamArn, shardId, startSequenceNumber, endSequenceNumber } = stretch;
  const end = BigInt(endSequenceNumber);
  const found: DynamoDBRecord[] = [];
  try {
    let { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ShardIteratorType: 'AT_SEQUENCE_NUMBER',
        SequenceNumber: startSequenceNumber,
      }),
    );
    for (let empty = 0; ShardIterator && empty < EMPTY_ANSWERS; ) {
      const { records, next } = await client.records({ ShardIterator });
      found.push(...records.filter((record) => numberOf(record) <= end));
      if (records.some((record) => numberOf(record) >= end)) break;
      empty = records.length === 0 ? empty + 1 : 0;
      ShardIterator = next;
    }
  } catch (error) {
    if (/TrimmedData|Validation|ResourceNotFound/.test((error as Error).name)) throw new RecordsGone({ cause: error });
    throw error;
  }
  if (found.at(-1)?.dynamodb?.SequenceNumber !== endSequenceNumber) throw new RecordsGone();
  return found;
};

/** Finds the stretch of the one record with this number, whose shard nobody has noted. Throws RecordsGone. */
export const stretchOf = async (
  client: StreamClient,
  { streamArn, sequenceNumber }: { streamArn: string; sequenceNumber: string },
): Promise<Stretch> => {
  const ends = { startSequenceNumber: sequenceNumber, endSequenceNumber: sequenceNumber };
  for (const { ShardId: shardId = '' } of (await shardsOf(client, streamArn)).filter(mayHold(sequenceNumber))) {
    const stretch = { streamArn, shardId, ...ends };
    // Shards exist beside one another: the number may belong to another one.
    const isThere = await recordsOf(client, stretch).then(
      () => true,
      (error) => {
        if (error instanceof RecordsGone) return false;
        throw error;
      },
    );
    if (isThere) return stretch;
  }
  throw new RecordsGone();
};

const shardsOf = async (client: StreamClient, StreamArn: string): Promise<Shard[]> => {
  const shards: Shard[] = [];
  let last: string | undefined;
  do {
    const { StreamDescription } = await client.send(
      new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId: last }),
    );
    shards.push(...(StreamDescription?.Shards ?? []));
    last = StreamDescription?.LastEvaluatedShardId;
  } while (last);
  return shards;
};

const mayHold =
  (number: string) =>
  ({ SequenceNumberRange }: Shard): boolean => {
    const { StartingSequenceNumber: from, EndingSequenceNumber: to } = SequenceNumberRange ?? {};
    return (!from || BigInt(from) <= BigInt(number)) && (!to || BigInt(number) <= BigInt(to));
  };

const numberOf = ({ dynamodb }: DynamoDBRecord): bigint => BigInt(dynamodb?.SequenceNumber ?? 0);
