import { isDeepStrictEqual } from 'node:util';
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';

/** An item of any kind, with its key. */
export type Stored = { pk: string; sk: string } & Record<string, unknown>;

/** Difference of collections: items of the restored table that the live one lacks, and pairs that differ. */
export interface Difference {
  missing: Stored[];
  /** As they were restored. */
  different: Stored[];
  same: number;
}

const withClient = async <T>(act: (client: DynamoDBDocumentClient) => Promise<T>): Promise<T> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  try {
    return await act(client);
  } finally {
    client.destroy();
  }
};

const collection = async (client: DynamoDBDocumentClient, TableName: string, pk: string): Promise<Stored[]> => {
  const items: Stored[] = [];
  const request = {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  };
  for await (const { Items = [] } of paginateQuery({ client }, request)) items.push(...(Items as Stored[]));
  return items;
};

/** Compares the collections with these partition keys. Changes nothing. */
export const compareTables = (tables: { from: string; to: string; keys: readonly string[] }): Promise<Difference> =>
  withClient(async (client) => {
    const found: Difference = { missing: [], different: [], same: 0 };
    for (const pk of new Set(tables.keys)) {
      const [restored, live] = await Promise.all([
        collection(client, tables.from, pk),
        collection(client, tables.to, pk),
      ]);
      const now = new Map(live.map((item) => [item.sk, item]));
      for (const item of restored) {
        const other = now.get(item.sk);
        if (!other) found.missing.push(item);
        else if (isDeepStrictEqual(other, item)) found.same += 1;
        else found.different.push(item);
      }
    }
    return found;
  });

/**
 * Puts missing items back, with `overwrite` also those that differ; returns their number. An item that somebody made
 * meanwhile stays.
 */
export const copyBack = (
  to: string,
  { missing, different }: Difference,
  { overwrite }: { overwrite: boolean },
): Promise<number> =>
  withClient(async (client) => {
    let copied = 0;
    const put = async (item: Stored, ConditionExpression?: string) => {
      try {
        await client.send(new PutCommand({ TableName: to, Item: item, ConditionExpression }));
        copied += 1;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    };
    for (const item of missing) await put(item, 'attribute_not_exists(pk)');
    if (overwrite) for (const item of different) await put(item);
    return copied;
  });
