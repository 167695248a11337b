import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { config } from '../../lib/base/config.ts';
import type { Item } from '../../lib/storage/engine/client.ts';
import { startTable } from './engine.ts';

/**
 * `bench:cost` takes capacity units from the engine. These are AWS's rules for them ("DynamoDB read and write
 * operations", Amazon DynamoDB Developer Guide).
 */
let table: Awaited<ReturnType<typeof startTable>>;
let client: DynamoDBDocumentClient;
let TableName: string;
beforeAll(async () => {
  table = await startTable({ embedded: true });
  client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  TableName = config.table();
});
afterAll(async () => {
  client.destroy();
  await table.stop();
});

const counting = { ReturnConsumedCapacity: 'INDEXES' } as const;
type Counted = { ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[] };
const units = ({ ConsumedCapacity }: Counted): number =>
  [ConsumedCapacity ?? []].flat().reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);

let made = 0;
const key = () => ({ pk: 'CAPACITY', sk: `item-${++made}` });
const item = (kilobytes: number, more: Record<string, unknown> = {}): Item => ({
  ...key(),
  data: 'x'.repeat(kilobytes * 1024 - 200),
  ...more,
});
const put = async (Item: Record<string, unknown>) =>
  units(await client.send(new PutCommand({ TableName, Item, ...counting })));
const inIndex = (sk: string) => ({ gsi1pk: 'CAPACITY', gsi1sk: sk });

describe('the engine counts', () => {
  test('a write unit for each kB of the larger of the item before and after', async () => {
    const [small, large] = [item(1), item(3)];
    expect(await put(small)).toBe(1);
    expect(await put(large)).toBe(3);
    expect(await put({ ...large, data: '' })).toBe(3);
    const Key = { pk: small.pk, sk: small.sk };
    const change = { UpdateExpression: 'SET more = :more', ExpressionAttributeValues: { ':more': 'x'.repeat(1024) } };
    expect(units(await client.send(new UpdateCommand({ TableName, Key, ...change, ...counting })))).toBe(2);
    expect(units(await client.send(new DeleteCommand({ TableName, Key, ...counting })))).toBe(2);
  });

  test('a read unit for each 4 kB, at least one, half where it may be stale', async () => {
    const large = item(5);
    await put(large);
    const Key = { pk: large.pk, sk: large.sk };
    const get = async (ConsistentRead: boolean) =>
      units(await client.send(new GetCommand({ TableName, Key, ConsistentRead, ...counting })));
    expect([await get(true), await get(false)]).toEqual([2, 1]);
    const nothing = { TableName, Key: key(), ConsistentRead: true, ...counting };
    expect(units(await client.send(new GetCommand(nothing)))).toBe(1);
    const RequestItems = { [TableName]: { Keys: [Key, key()], ConsistentRead: true } };
    expect(units(await client.send(new BatchGetCommand({ RequestItems, ...counting })))).toBe(3);
  });

  test('a query by the sum of all items that it reads, before its filter', async () => {
    const pk = 'CAPACITY#QUERY';
    for (const sk of ['a', 'b', 'c']) await put({ ...item(3), pk, sk });
    const query = (more: object) => ({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk, ':none': 'none' },
      FilterExpression: '#data = :none',
      ExpressionAttributeNames: { '#data': 'data' },
      ...more,
      ...counting,
    });
    expect(units(await client.send(new QueryCommand(query({ ConsistentRead: true }))))).toBe(3);
    expect(units(await client.send(new QueryCommand(query({}))))).toBe(1.5);
  });

  test('the write of every index that shows the item, twice where its key there changes', async () => {
    const one = item(1, inIndex('1'));
    expect(await put(one)).toBe(2);
    expect(await put({ ...one, data: 'other' })).toBe(2);
    expect(await put({ ...one, data: 'other', ...inIndex('2') })).toBe(3);
    const { gsi1pk: _pk, gsi1sk: _sk, ...outside } = one;
    expect(await put(outside)).toBe(2);
    expect(await put({ ...outside, data: 'another' })).toBe(1);
  });

  test('double in a transaction, checks too, and single in a batch', async () => {
    const known = item(2);
    await put(known);
    const { pk, sk } = known;
    const TransactItems = [
      { Put: { TableName, Item: item(1) } },
      { ConditionCheck: { TableName, Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' } },
    ];
    expect(units(await client.send(new TransactWriteCommand({ TransactItems, ...counting })))).toBe(2 + 4);
    const RequestItems = { [TableName]: [{ PutRequest: { Item: item(3) } }, { DeleteRequest: { Key: { pk, sk } } }] };
    expect(units(await client.send(new BatchWriteCommand({ RequestItems, ...counting })))).toBe(3 + 2);
  });
});
