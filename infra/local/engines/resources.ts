import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndexDescription,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { BucketAlreadyOwnedByYou, CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { QueueName } from '../../../lib/base/config.ts';
import { tableDefinition } from '../../table-definition.ts';
import { readIfThere, writeWhole } from '../shared/durable-file.ts';
import { deadLetterQueue } from './queue-journal.ts';

export const TABLE = 'countersign';
export const BUCKET = 'countersign-files';
const QUEUES = ['seal', 'message', 'webhook', 'job'] as const satisfies readonly QueueName[];

/**
 * Receives after which a message becomes a dead letter: more than in AWS, where somebody is woken. Here an outage of
 * hours must end without anybody.
 */
export const MAX_RECEIVES = 10;
/** As long as a Lambda function may run: no other worker gets the message meanwhile. */
export const VISIBILITY_SECONDS = 900;

/**
 * The name of the folder's own table at an engine that other platforms may use, too; stored in the folder, because
 * streams, files and mails belong to it as well.
 */
export const tableOfFolder = (dataDir: string): string => {
  const file = join(dataDir, 'table-name');
  const known = readIfThere(file);
  if (known) return known;
  const name = `${TABLE}-${randomUUID()}`;
  writeWhole(file, name);
  return name;
};

/** Deletes a table with all its items. */
export const dropTable = async (endpoint: string, name: string): Promise<void> => {
  const client = new DynamoDBClient({ endpoint });
  await client.send(new DeleteTableCommand({ TableName: name }));
  client.destroy();
};

/** The table's definition for DynamoDB. */
export const tableSchema = (name: string) => {
  const { partitionKey, sortKey, indexes, stream } = tableDefinition;
  const schema = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
  const names = [partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST' as const,
    AttributeDefinitions: [...new Set(names)].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    KeySchema: schema(partitionKey, sortKey),
    GlobalSecondaryIndexes: indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: schema(index.partitionKey, index.sortKey),
      Projection:
        index.attributes === 'all'
          ? { ProjectionType: 'ALL' as const }
          : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.attributes] },
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: stream },
  };
};

/**
 * Creates the table if it is missing; returns the address of its stream. Throws for a table of another version, with
 * other indexes: it could be read, but lists would be empty.
 */
export const makeTable = async (endpoint: string, name: string): Promise<string> => {
  const client = new DynamoDBClient({ endpoint });
  const { timeToLiveAttribute } = tableDefinition;
  try {
    await client.send(new CreateTableCommand(tableSchema(name)));
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: { Enabled: true, AttributeName: timeToLiveAttribute },
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  client.destroy();
  const made = (Table?.GlobalSecondaryIndexes ?? []).map(describeIndex).sort();
  if (!isDeepStrictEqual(made, tableSchema(name).GlobalSecondaryIndexes.map(describeIndex).sort())) {
    throw new Error(
      `The table ${name} was made by another version of Countersign, which had other indexes. Start with another folder ` +
        '(--data or DATA_DIR), or with the version that made it; to start again in this one, remove it first.',
    );
  }
  if (!Table?.LatestStreamArn) throw new Error(`The table ${name} at ${endpoint} has no stream`);
  return Table.LatestStreamArn;
};

/** An index's definition as one text. */
const describeIndex = ({ IndexName, KeySchema = [], Projection = {} }: GlobalSecondaryIndexDescription): string => {
  const keys = KeySchema.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`);
  const attributes = [...(Projection.NonKeyAttributes ?? [])].sort();
  return [IndexName, ...keys.sort(), Projection.ProjectionType, ...attributes].join(' ');
};

/** Creates the bucket if it is missing, open to browsers of any origin with a pre-signed link. */
export const makeBucket = async (endpoint: string): Promise<void> => {
  const client = new S3Client({ endpoint, forcePathStyle: true });
  try {
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
  }
  const rule = {
    AllowedOrigins: ['*'],
    AllowedMethods: ['GET', 'PUT'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag'],
  };
  await client.send(
    new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules: [{ ...rule, MaxAgeSeconds: 3000 }] } }),
  );
  client.destroy();
};

export interface Queue {
  name: QueueName;
  url: string;
  deadLetterUrl: string;
}

/** Creates missing queues of workers, each with a dead-letter queue. */
export const makeQueues = async (endpoint: string): Promise<Queue[]> => {
  const client = new SQSClient({ endpoint });
  const make = async (QueueName: string, Attributes: Record<string, string>) => {
    const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    return QueueUrl ?? '';
  };
  const queues = [];
  for (const name of QUEUES) {
    const queueName = `countersign-${name}`;
    const url = await make(queueName, { VisibilityTimeout: String(VISIBILITY_SECONDS) });
    const deadLetterUrl = await make(deadLetterQueue(queueName), {});
    queues.push({ name, url, deadLetterUrl });
  }
  client.destroy();
  return queues;
};
