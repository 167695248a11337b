import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeStreamCommand } from '@aws-sdk/client-dynamodb-streams';
import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as dispatcher } from '../../functions/workers/dispatch-events.ts';
import { makeQueues, makeTable } from '../../infra/local/engines/resources.ts';
import { startSqs } from '../../infra/local/engines/sqs.ts';
import { setEnvironment } from '../../infra/local/environment.ts';
import { streamReader } from '../../infra/local/pump/stream-reader.ts';
import { StreamClient } from '../../infra/local/shared/stream-client.ts';
import { streamEvent } from '../../infra/local/shared/stream-event.ts';
import { type Invoke, type Redriven, redrive } from '../../infra/redrive/letters.ts';
import { newId } from '../../lib/base/ids.ts';
import { transact } from '../../lib/storage/engine/client.ts';
import { envelopeKey } from '../../lib/storage/engine/keys.ts';
import { outboxWrite } from '../../lib/storage/outbox/outbox.ts';
import { startTable } from '../storage/engine.ts';

let folder: string;
let stops: (() => Promise<void>)[] = [];
let sqs: SQSClient;
let streams: StreamClient;
let streamArn: string;
let next: ReturnType<typeof streamReader>;
let shardId: string;
const urls: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-redrive-'));
  const table = await startTable({ embedded: true });
  const engine = await startSqs(join(folder, 'queues.jsonl'));
  const restore = setEnvironment({ AWS_ENDPOINT_URL_SQS: engine.endpoint });
  stops = [engine.stop, table.stop, async () => restore()];
  sqs = new SQSClient({ endpoint: engine.endpoint });
  for (const { name, url } of await makeQueues(engine.endpoint)) {
    urls[name] = url;
    process.env[`QUEUE_${name.toUpperCase()}_URL`] = url;
  }
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'letters' }));
  urls.letters = QueueUrl ?? '';
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB as string;
  streamArn = await makeTable(endpoint, process.env.TABLE_NAME as string);
  streams = new StreamClient({ endpoint });
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  shardId = StreamDescription?.Shards?.[0]?.ShardId ?? '';
  const position = {
    after: () => undefined,
    isRead: () => false,
    keepOnly: () => {},
    move: () => {},
    finish: () => {},
  };
  next = streamReader(streams, streamArn, position);
});
beforeEach(() => {
  process.env.STREAM_DEAD_LETTERS_URL = urls.letters;
});
afterAll(async () => {
  sqs?.destroy();
  streams?.destroy();
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true, force: true });
  delete process.env.STREAM_DEAD_LETTERS_URL;
});

/** Writes that many changes, each with a message, and reads their records of the stream. */
const changes = async (count: number): Promise<DynamoDBRecord[]> => {
  for (let at = 0; at < count; at += 1)
    await transact([outboxWrite(newId(), { message: { kind: 'account_locked', email: `${at}@example.com` } })]);
  const batch = await next();
  const records = batch?.records ?? [];
  batch?.done(records.at(-1)?.dynamodb?.SequenceNumber ?? '');
  expect(records).toHaveLength(count);
  return records;
};
const numberOf = (record: DynamoDBRecord | undefined): string => record?.dynamodb?.SequenceNumber ?? '';

/** Lambda's letter of a batch that it gave up. */
const batchLetter = (records: readonly DynamoDBRecord[], shard = shardId) => ({
  requestContext: {
    requestId: newId(),
    functionArn: 'arn:aws:lambda:eu-central-1:1:function:Countersign-WorkersDispatchEvents-1',
    condition: 'RetryAttemptsExhausted',
    approximateInvokeCount: 21,
  },
  responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
  version: '1.0',
  timestamp: '2026-11-22T00:00:00.000Z',
  DDBStreamBatchInfo: {
    shardId: shard,
    startSequenceNumber: numberOf(records[0]),
    endSequenceNumber: numberOf(records.at(-1)),
    approximateArrivalOfFirstRecord: '2026-11-22T00:00:00Z',
    approximateArrivalOfLastRecord: '2026-11-22T00:00:00Z',
    batchSize: records.length,
    streamArn,
  },
});
const post = (body: object, attributes: Record<string, { DataType: string; StringValue: string }> = {}) =>
  sqs.send(
    new SendMessageCommand({
      QueueUrl: urls.letters,
      MessageBody: JSON.stringify(body),
      MessageAttributes: attributes,
    }),
  );

/** Takes all messages out of a queue. */
const take = async (name: string): Promise<Record<string, never>[]> => {
  const found: Record<string, never>[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: urls[name], MaxNumberOfMessages: 10, VisibilityTimeout: 600 }),
    );
    if (Messages.length === 0) return found;
    found.push(...Messages.map(({ Body }) => JSON.parse(Body ?? '')));
  }
};
const sentNumbers = async () =>
  (await take('message'))
    .map(({ request }: { request?: { email: string } }) => Number(request?.email.split('@')[0]))
    .sort();

const toDispatcher: Invoke = (_name, event) => dispatcher(event as DynamoDBStreamEvent);
const run = (invoke: Invoke): Promise<Redriven> =>
  redrive(urls.letters ?? '', { sqs, streams, dispatcher: 'DispatchEvents', invoke });

test('a batch that Lambda gave up is read from the stream again, neither more nor less, and its messages come into their queues', async () => {
  const records = await changes(5);
  await post(batchLetter(records.slice(1, 4)));
  // As long as the cause lasts, the letter stays.
  const failed = await run(() => Promise.reject(new Error('still broken')));
  expect(failed).toEqual({ handed: 0, obsolete: 0, left: [expect.stringContaining('still broken')] });
  await take('letters');
  await post(batchLetter(records.slice(1, 4)));
  await post({ ...batchLetter(records.slice(0, 1)), requestContext: { functionArn: 'arn:of:WriteLog' } });
  const called = new Set<string>();
  const invoke: Invoke = (name, event) => {
    called.add(name);
    return name === 'arn:of:WriteLog' ? Promise.resolve() : toDispatcher(name, event);
  };
  expect(await run(invoke)).toEqual({ handed: 2, obsolete: 0, left: [] });
  expect([...called].toSorted()).toEqual([expect.stringContaining('DispatchEvents'), 'arn:of:WriteLog']);
  expect(await sentNumbers()).toEqual([1, 2, 3]);
  expect(await take('letters')).toEqual([]);
});

test('a record that fails by its own fault becomes a dead letter once it is alone, and is found again without its shard', async () => {
  const [record] = await changes(1);
  const broken = {
    ...record,
    dynamodb: { ...record?.dynamodb, NewImage: { sk: { S: 'ENVELOPE' }, pk: { S: envelopeKey('e1').pk } } },
  } as DynamoDBRecord;
  // In a batch with others it fails the batch, which Lambda splits.
  await expect(dispatcher(streamEvent([broken, record as DynamoDBRecord], streamArn))).rejects.toThrow();
  expect(await take('letters')).toEqual([]);
  await dispatcher(streamEvent([broken], streamArn));
  await take('message');
  const [letter] = await take('letters');
  expect(letter).toEqual({ stream_arn: streamArn, sequence_number: numberOf(record) });
  // The mended dispatcher gets what the stream has.
  await post(letter ?? {});
  expect(await run(toDispatcher)).toEqual({ handed: 1, obsolete: 0, left: [] });
  expect(await sentNumbers()).toEqual([0]);
});

test('an outage of the queues makes no dead letter, however often and however long it is tried', async () => {
  const [record] = await changes(1);
  const queue = process.env.QUEUE_MESSAGE_URL;
  process.env.QUEUE_MESSAGE_URL = 'http://127.0.0.1:1/none';
  try {
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(dispatcher(streamEvent([record as DynamoDBRecord], streamArn))).rejects.toThrow();
    }
  } finally {
    process.env.QUEUE_MESSAGE_URL = queue;
  }
  expect(await take('letters')).toEqual([]);
  await dispatcher(streamEvent([record as DynamoDBRecord], streamArn));
  expect(await sentNumbers()).toEqual([0]);
});

test('letters of the schedule are made up for by its next run, but a bounce is handed to its function again', async () => {
  const called: [string, object][] = [];
  const note: Invoke = async (name, event) => {
    called.push([name, event]);
  };
  const call = (name: string, requestPayload: object) => ({
    version: '1.0',
    requestContext: { functionArn: `arn:aws:lambda:eu-central-1:1:function:Countersign-Workers${name}-1:$LATEST` },
    requestPayload,
    responsePayload: { errorMessage: 'failed' },
  });
  const bounce = { Records: [{ Sns: { Message: '{}' } }] };
  await post(call('RunSchedule', { shard: 1 }));
  await post(call('RecordBounces', bounce));
  await post({ shard: 2 }, { RULE_ARN: { DataType: 'String', StringValue: 'arn:aws:events:eu-central-1:1:rule/r' } });
  await post({ nobody: 'knows it' });
  await post(batchLetter([{ dynamodb: { SequenceNumber: '1' } }], 'shardId-00000000000000000000-00000000'));
  const { handed, obsolete, left } = await run(note);
  expect([handed, obsolete]).toEqual([1, 2]);
  expect(left.map((reason) => reason.replace(/^.*?: /, '')).sort()).toEqual([
    'Nobody knows such a letter',
    'The stream keeps its records no longer',
  ]);
  expect(called).toEqual([[expect.stringContaining('RecordBounces'), bounce]]);
});
