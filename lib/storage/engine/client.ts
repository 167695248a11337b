import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { clientSettings, NO_LIMIT } from '../../aws/client.ts';
import { isEmbeddedTable, shortenOnLoopback, withoutTokens } from '../../aws/loopback.ts';
import { config } from '../../base/config.ts';
import { carrying, isWaitingFor, remember, rememberedAt, takeEvent } from './act.ts';
import { asCondition, asUpdate } from './expressions.ts';
import type { Key } from './key.ts';
import { CarriedOut, KeyOfAnother, type Mark, type Repeatable, repeatable, takeNumber } from './once.ts';
import { ABSENT, PRESENT, type Where } from './where.ts';
import type { Alteration, Write } from './write.ts';

let opened: DynamoDBDocumentClient | undefined;

const client = (): DynamoDBDocumentClient => {
  opened ??= DynamoDBDocumentClient.from(isEmbeddedTable() ? clientOfEmbedded() : clientOfService(), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return opened;
};

const clientOfService = (): DynamoDBClient =>
  shortenOnLoopback(new DynamoDBClient(clientSettings()), 'AWS_ENDPOINT_URL_DYNAMODB');

const clientOfEmbedded = (): DynamoDBClient =>
  withoutTokens(shortenOnLoopback(new DynamoDBClient(clientSettings(NO_LIMIT)), 'AWS_ENDPOINT_URL_DYNAMODB'));

/** An item as the table returns it. */
export type Item = Key & Record<string, unknown>;

/** A write's condition failed. `index` is the write's position in the transaction (0 for a single write). */
export class ConditionFailed extends Error {
  readonly index: number;

  constructor(index = 0) {
    super('The condition of a write did not hold');
    this.index = index;
  }
}

/** Options of a read. */
export interface Reading {
  /** The latest writes may be missing: half the cost, and half of what a partition has to read. */
  eventual?: boolean;
}

/** Reads the item at `key`, consistently by default. */
export const getItem = async <T>(key: Key, { eventual = false }: Reading = {}): Promise<T | undefined> => {
  const { Item } = await client().send(
    new GetCommand({ TableName: config.table(), Key: { pk: key.pk, sk: key.sk }, ConsistentRead: !eventual }),
  );
  remember([Item as Key | undefined]);
  return Item as T | undefined;
};

/**
 * Reads the items at `keys` (any number, consistently by default) in the order of the keys; undefined for missing ones.
 */
export const getItems = async <T extends Key>(
  keys: readonly Key[],
  { eventual = false }: Reading = {},
): Promise<(T | undefined)[]> => {
  const found = new Map<string, T>();
  const name = config.table();
  const distinct = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, { pk: key.pk, sk: key.sk }])).values()];
  const readChunk = async (chunk: Record<string, unknown>[]): Promise<void> => {
    let wanted = chunk;
    for (let attempt = 0; wanted.length > 0; attempt++) {
      const answer = await client().send(
        new BatchGetCommand({ RequestItems: { [name]: { Keys: wanted, ConsistentRead: !eventual } } }),
      );
      for (const item of (answer.Responses?.[name] ?? []) as T[]) found.set(`${item.pk}\n${item.sk}`, item);
      wanted = answer.UnprocessedKeys?.[name]?.Keys ?? [];
      if (wanted.length > 0) await pause(attempt);
    }
  };
  const chunks = Array.from({ length: Math.ceil(distinct.length / 100) }, (_, at) =>
    distinct.slice(at * 100, at * 100 + 100),
  );
  await Promise.all(chunks.map(readChunk));
  remember([...found.values()]);
  return keys.map((key) => found.get(`${key.pk}\n${key.sk}`));
};

/** Part of a collection in the table or in an index. All bounds are sort keys. */
export interface Part {
  pk: string;
  /** The index to read; by default the table, which is read consistently. */
  index?: `gsi${number}` | undefined;
  /** Its key attributes, where they aren't named after the index. */
  names?: { pk: string; sk: string };
  beginsWith?: string | undefined;
  /** Both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Exclusive. */
  before?: string;
  backwards?: boolean;
  /** Reads eventually consistent data at half the cost. */
  eventual?: boolean;
  /** The most records of one call. */
  limit?: number;
  /** Leaves out read records that don't satisfy this. */
  where?: Where;
  /** Position at which an earlier read of the same part stopped. */
  after?: Position | undefined;
}

/** Position at which a read stopped. */
export type Position = Record<string, unknown>;

/** Items that one call has read, and the position to continue from. */
export interface Read<T> {
  items: T[];
  next?: Position | undefined;
}

/** One call of a part: at most 1 MB. */
export const readPart = <T>(part: Part): Promise<Read<T>> => query<T>(asQuery(part));

/** Reads all of a part. Only for parts that are bounded by design. */
export const readWhole = <T>(part: Omit<Part, 'after' | 'limit'>): Promise<T[]> => queryAll<T>(asQuery(part));

/** Reads a whole item collection, or the part whose sort keys begin with `prefix`, consistently. */
export const collection = <T>(pk: string, prefix?: string): Promise<T[]> =>
  queryAll<T>({
    KeyConditionExpression: prefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ...(prefix === undefined ? {} : { ':prefix': prefix }) },
    ConsistentRead: true,
  });

type Query = Omit<QueryCommandInput, 'TableName'>;

const query = async <T>(request: Query): Promise<Read<T>> => {
  const { Items = [], LastEvaluatedKey } = await client().send(
    new QueryCommand({ TableName: config.table(), ...request }),
  );
  if (!request.IndexName) remember(Items as unknown as Key[]);
  return { items: Items as T[], next: LastEvaluatedKey };
};

const queryAll = async <T>(request: Query): Promise<T[]> => {
  const found: T[] = [];
  let after: Position | undefined;
  do {
    const { items, next }: Read<T> = await query<T>({ ...request, ExclusiveStartKey: after });
    found.push(...items);
    after = next;
  } while (after);
  return found;
};

const asQuery = (part: Part): Query => {
  const { pk, index, names = { pk: `${index ?? ''}pk`, sk: `${index ?? ''}sk` } } = part;
  const [bound, values] = boundOf(part);
  const { ConditionExpression: FilterExpression, ...filter } = asCondition(part.where);
  return {
    IndexName: index,
    ConsistentRead: index === undefined && !part.eventual,
    KeyConditionExpression: bound ? `#pk = :pk AND ${bound}` : '#pk = :pk',
    FilterExpression,
    ExpressionAttributeNames: {
      '#pk': names.pk,
      ...(bound ? { '#sk': names.sk } : {}),
      ...filter.ExpressionAttributeNames,
    },
    ExpressionAttributeValues: { ':pk': pk, ...values, ...filter.ExpressionAttributeValues },
    ScanIndexForward: !part.backwards,
    Limit: part.limit,
    ExclusiveStartKey: part.after,
  };
};

// DynamoDB accepts one condition on the sort key.
const boundOf = ({ beginsWith, from, to, before }: Part): [expression: string, values: Record<string, string>] => {
  if (beginsWith !== undefined) return ['begins_with(#sk, :prefix)', { ':prefix': beginsWith }];
  if (from !== undefined && to !== undefined) return ['#sk BETWEEN :from AND :to', { ':from': from, ':to': to }];
  if (from !== undefined) return ['#sk >= :from', { ':from': from }];
  if (to !== undefined) return ['#sk <= :to', { ':to': to }];
  return before === undefined ? ['', {}] : ['#sk < :before', { ':before': before }];
};

/** Writes a record. Throws ConditionFailed if `where` is given and false. */
export const putRecord = async <T extends Key>(record: T, where?: Where): Promise<void> => {
  if (await isCarried({ put: record, where })) return;
  await conditional(() =>
    client().send(new PutCommand({ TableName: config.table(), Item: { ...record }, ...asCondition(where) })),
  );
};

/** Makes a write together with the event of the act that waits for it; false, and nothing is written, if none does. */
const isCarried = async (write: Write): Promise<boolean> => {
  const event = takeEvent([write]);
  if (event) await carrying(event, () => transactItems([write, { put: event }].map(asTransactItem)));
  return event !== undefined;
};

/** Changes the record at `key` and returns the new one. Throws ConditionFailed if its `where` is false. */
export const changeRecord = async <T>(key: Key, alteration: Alteration): Promise<T> => {
  if (await isCarried({ change: key, ...alteration })) return (await getItem<T>(key)) as T;
  const { Attributes } = await conditional(() =>
    client().send(
      new UpdateCommand({
        TableName: config.table(),
        Key: { pk: key.pk, sk: key.sk },
        ReturnValues: 'ALL_NEW',
        ...asUpdate(alteration),
      }),
    ),
  );
  return Attributes as T;
};

/**
 * Removes the record at `key` and returns it; undefined if there was none. Throws ConditionFailed if `where` is false.
 */
export const removeRecord = async <T>(key: Key, where?: Where): Promise<T | undefined> => {
  if (isWaitingFor(key)) {
    const before = (rememberedAt(key) ?? (await getItem<Key>(key))) as T | undefined;
    // Nothing is removed, so nothing is an event.
    if (!before && !where) return undefined;
    if (await isCarried({ remove: key, where: where ?? PRESENT })) return before;
  }
  const { Attributes } = await conditional(() =>
    client().send(
      new DeleteCommand({
        TableName: config.table(),
        Key: { pk: key.pk, sk: key.sk },
        ReturnValues: 'ALL_OLD',
        ...asCondition(where),
      }),
    ),
  );
  return Attributes as T | undefined;
};

/**
 * The most writes of one transaction: DynamoDB's 100 without the mark of a repeatable request and the event of an act.
 */
export const TRANSACTION_LIMIT = 98;

/**
 * Makes all of `writes` or none, in one call. Throws ConditionFailed with the index of the write whose condition
 * failed; a conflict with another transaction is retried a few times before it counts as such. Throws CarriedOut if an
 * earlier run of the same request (one with an Idempotency-Key) has made the transaction.
 */
export const transact = async (writes: readonly Write[]): Promise<void> => {
  const event = takeEvent(writes);
  return carrying(event, () => transactOnce(writes, event ? [{ put: event }] : []));
};

/** `beside`: writes without conditions. */
const transactOnce = async (writes: readonly Write[], beside: readonly Write[]): Promise<void> => {
  const request = repeatable();
  if (!request) return transactItems([...writes, ...beside].map(asTransactItem));
  const number = takeNumber(request);
  const mark = markOf(request, number, writes);
  try {
    await transactItems([...writes, { put: mark, where: ABSENT }, ...beside].map(asTransactItem));
  } catch (error) {
    const found = error instanceof ConditionFailed ? await getItem<Mark>(mark) : undefined;
    if (found) throw found.request === request.request ? new CarriedOut(found) : new KeyOfAnother();
    request.taken.delete(number);
    throw error;
  }
};

const markOf = (request: Repeatable, number: number, [first]: readonly Write[]): Mark => {
  const { pk, sk } = Object.values(first ?? {})[0] as Key;
  return { ...request.markKey(number), request: request.request, first: { pk, sk }, ttl: request.ttl };
};

const transactItems = async (items: TransactItem[]): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    try {
      await client().send(new TransactWriteCommand({ TransactItems: items }));
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = (error.CancellationReasons ?? []).map((reason) => reason.Code);
      const failed = reasons.indexOf('ConditionalCheckFailed');
      if (failed >= 0) throw new ConditionFailed(failed);
      if (!reasons.some((code) => code === 'TransactionConflict' || code === 'ThrottlingError') || attempt >= 5) {
        throw error;
      }
      // Another transaction holds an item for some milliseconds: whoever waits longer each time is overtaken by
      // newcomers.
      await pause(reasons.includes('ThrottlingError') ? attempt : 1);
    }
  }
};

/**
 * Writes and removes any number of items without a transaction, 25 a call; of items with the same key, the last one.
 * The caller must make sure that a partial write is harmless.
 */
export const writeItems = async (items: readonly (Key & object)[], removed: readonly Key[] = []): Promise<void> => {
  const event = takeEvent([...items.map((put) => ({ put })), ...removed.map((remove) => ({ remove }))]);
  // The event comes first: what is written without it was not answered.
  await carrying(event, () => writeAll(event ? [event, ...items] : items, removed));
};

const writeAll = async (items: readonly (Key & object)[], removed: readonly Key[]): Promise<void> => {
  const name = config.table();
  const requests = [
    ...distinct(items).map((item) => ({ PutRequest: { Item: { ...item } as Record<string, unknown> } })),
    ...distinct(removed).map((key) => ({ DeleteRequest: { Key: { pk: key.pk, sk: key.sk } } })),
  ];
  for (let at = 0; at < requests.length; at += 25) {
    let left: Record<string, unknown>[] = requests.slice(at, at + 25);
    for (let attempt = 0; left.length > 0; attempt++) {
      const answer = await client().send(new BatchWriteCommand({ RequestItems: { [name]: left } }));
      left = (answer.UnprocessedItems?.[name] ?? []) as Record<string, unknown>[];
      if (left.length > 0) await pause(attempt);
    }
  }
};

// DynamoDB refuses a batch that has one key twice.
const distinct = <T extends Key>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [`${item.pk}\n${item.sk}`, item])).values(),
];

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const asTransactItem = (write: Write): TransactItem => {
  const TableName = config.table();
  if ('put' in write) return { Put: { TableName, Item: { ...write.put }, ...asCondition(write.where) } };
  if ('change' in write) {
    const { pk, sk } = write.change;
    const { UpdateExpression = '', ...rest } = asUpdate(write);
    return { Update: { TableName, Key: { pk, sk }, UpdateExpression, ...rest } };
  }
  const { pk, sk } = 'remove' in write ? write.remove : write.check;
  if ('remove' in write) return { Delete: { TableName, Key: { pk, sk }, ...asCondition(write.where) } };
  const { ConditionExpression = '', ...rest } = asCondition(write.where ?? PRESENT);
  return { ConditionCheck: { TableName, Key: { pk, sk }, ConditionExpression, ...rest } };
};

const conditional = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if ((error as Error).name === 'ConditionalCheckFailedException') throw new ConditionFailed();
    throw error;
  }
};

// Full jitter: callers that collided once should not collide again at the same moment.
const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * 2 ** Math.min(attempt, 6)));
