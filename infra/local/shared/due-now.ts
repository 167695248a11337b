import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { timestamp } from '../../../lib/base/clock.ts';
import { config } from '../../../lib/base/config.ts';
import { DUE_PARTITIONS, RETRY_PARTITIONS } from '../../../lib/storage/due.ts';
import type { Item } from '../../../lib/storage/engine/client.ts';

/** Makes waiting records that fit due now: the schedule's next run handles them. */
export const makeDueNow = async (fits: (item: Item) => boolean): Promise<void> => {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const shards = [...DUE_PARTITIONS, ...RETRY_PARTITIONS];
  const items = (await Promise.all(shards.map((shard) => readWaiting(table, shard)))).flat().filter(fits);
  await Promise.all(items.map((item) => hasten(table, item)));
  table.destroy();
};

/** True for a record leased by a worker of the last run, which was killed. */
export const isLeased = ({ leased_until }: Item): boolean =>
  typeof leased_until === 'string' && leased_until > timestamp();

const readWaiting = async (client: DynamoDBDocumentClient, shard: string): Promise<Item[]> => {
  const found: Item[] = [];
  const request = {
    TableName: config.table(),
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :shard AND gsi1sk > :now',
    ExpressionAttributeValues: { ':shard': shard, ':now': timestamp() },
  };
  for await (const { Items = [] } of paginateQuery({ client }, request)) found.push(...(Items as Item[]));
  return found;
};

const hasten = async (client: DynamoDBDocumentClient, { pk, sk, gsi1sk }: Item): Promise<void> => {
  const update = new UpdateCommand({
    TableName: config.table(),
    Key: { pk, sk },
    UpdateExpression: 'SET gsi1sk = :now, leased_until = :none',
    ConditionExpression: 'gsi1sk = :was',
    ExpressionAttributeValues: { ':now': timestamp(), ':was': gsi1sk, ':none': null },
  });
  await client.send(update).catch((error) => {
    // A worker has taken it meanwhile.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  });
};
