import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { type Platform, startPlatform } from '../../infra/local/platform.ts';
import type { Workers } from '../../infra/local/shared/workers.ts';
import { clockOffset, DAY, timestamp, timestampIn } from '../../lib/base/clock.ts';
import { config } from '../../lib/base/config.ts';
import { DUE_PARTITIONS } from '../../lib/storage/due.ts';
import { fakeOperation, fakeWorkers, json } from './operations.ts';

// Made once and lazily, as in `lib`: they must serve every platform that follows in this process.
let table: DynamoDBClient | undefined;
let queues: SQSClient | undefined;
let mailer: SESv2Client | undefined;

const put = async (pk: string, extra: Record<string, { S: string } | { B: Uint8Array }> = {}) => {
  table ??= new DynamoDBClient({});
  await table.send(
    new PutItemCommand({ TableName: config.table(), Item: { pk: { S: pk }, sk: { S: 'x' }, ...extra } }),
  );
};

const enqueue = async (name: 'seal' | 'message' | 'webhook', MessageBody: string) => {
  queues ??= new SQSClient({});
  await queues.send(new SendMessageCommand({ QueueUrl: config.queue(name), MessageBody }));
};

const operations = [
  fakeOperation('POST /v2/items/{item_id}', async ({ pathParameters }) => {
    await put(pathParameters?.p3 ?? '');
    return json({});
  }),
];

/** Workers of the current test. */
let workers: Partial<Workers> = {};
const calling = (name: keyof Workers) => (event: never, context: Context) => workers[name]?.(event, context);
const indirect = fakeWorkers({
  'dispatch-events': calling('dispatch-events'),
  'seal-envelope': calling('seal-envelope'),
  'send-message': calling('send-message'),
  'deliver-webhook': calling('deliver-webhook'),
  'run-schedule': calling('run-schedule'),
});

const newItem = (record: DynamoDBRecord) => record.dynamodb?.NewImage?.pk?.S ?? '';
const onStream =
  (each: (pk: string, record: DynamoDBRecord) => unknown): Workers['dispatch-events'] =>
  async (event: DynamoDBStreamEvent) => {
    for (const record of event.Records) await each(newItem(record), record);
  };
const onQueue =
  (each: (body: string) => unknown): Workers['send-message'] =>
  async (event: SQSEvent) => {
    for (const { body } of event.Records) await each(body);
  };

/** The table's address from the environment, if there is one. */
const elsewhere = process.env.AWS_ENDPOINT_URL_DYNAMODB;

let dataDir: string;
let platform: Platform;
const start = async () => {
  platform = await startPlatform({ port: 0, dataDir, quiet: true, operations, workers: indirect });
};
const restart = async (next: Partial<Workers>) => {
  await platform.stop();
  workers = next;
  await start();
};
const call = (path: string, body?: unknown) =>
  fetch(platform.url + path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'platform-'));
  await start();
});

afterAll(async () => {
  await platform.stop();
  await rm(dataDir, { recursive: true });
});

beforeEach(async () => {
  await platform.settle();
  workers = {};
});

describe('what happens between the functions', () => {
  test('a write reaches the dispatcher, the queue, the worker and the mailbox, and settle waits for all of it', async () => {
    workers = {
      'dispatch-events': onStream((pk) => enqueue('message', pk)),
      'send-message': onQueue(async (body) => {
        mailer ??= new SESv2Client({});
        const Simple = { Subject: { Data: body }, Body: { Text: { Data: 'x' } } };
        const Destination = { ToAddresses: ['someone@example.com'] };
        await mailer.send(
          new SendEmailCommand({ FromEmailAddress: config.mailFrom(), Destination, Content: { Simple } }),
        );
      }),
    };
    const name = randomUUID();
    await call(`/v2/items/${name}`, {});
    expect((await call('/local/settle', {})).status).toBe(200);
    const messages = await (await call('/local/messages?to=someone@example.com')).json();
    expect(messages).toMatchObject([{ subject: name, channel: 'email', code: null }]);
    const page = await call('/local/mailbox');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain(name);
  });

  test('records arrive in their order, once each, in the shape that Lambda gives them', async () => {
    const seen: DynamoDBRecord[] = [];
    workers = { 'dispatch-events': onStream((_, record) => seen.push(record)) };
    const names = Array.from({ length: 250 }, (_, index) => `many-${index}`);
    for (const name of names) await put(name, { bytes: { B: Buffer.from([1, 2]) } });
    await platform.settle();
    expect(seen.map(newItem)).toEqual(names);
    expect(seen[0]).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      eventSourceARN: expect.stringContaining('arn:aws:dynamodb:'),
      dynamodb: {
        Keys: { pk: { S: 'many-0' }, sk: { S: 'x' } },
        NewImage: { bytes: { B: Buffer.from([1, 2]).toString('base64') } },
        ApproximateCreationDateTime: expect.any(Number),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
  });

  test('a record that the dispatcher can’t process blocks no other', async () => {
    const seen: string[] = [];
    let failures = 0;
    workers = {
      'dispatch-events': onStream((pk) => {
        if (pk === 'poison') failures++;
        if (pk === 'poison') throw new Error('poison');
        seen.push(pk);
      }),
    };
    for (const name of ['before', 'poison', 'after']) await put(name);
    await platform.settle();
    expect(new Set(seen)).toEqual(new Set(['before', 'after']));
    expect(failures).toBeGreaterThanOrEqual(5);
  });

  test('only the failed messages of a batch are retried, after a gap that the clock can end, and become dead letters', async () => {
    const tries = new Map<string, number>();
    workers = {
      'send-message': async (event: SQSEvent) => {
        for (const { body } of event.Records) tries.set(body, (tries.get(body) ?? 0) + 1);
        const failed = event.Records.filter(({ body }) => body === 'bad');
        return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
      },
    };
    for (const body of ['good', 'bad', 'fine']) await enqueue('message', body);
    await platform.settle();
    expect(tries.get('good')).toBe(1);
    expect(tries.get('bad')).toBe(1);
    // An outage of an hour doesn't make it a dead letter.
    for (let round = 2; round <= 5; round++) {
      await call('/local/clock', { advance: 'PT10M' });
      await platform.settle();
      expect(tries.get('bad')).toBe(round);
    }
    for (let round = 6; round <= 12; round++) {
      await call('/local/clock', { advance: 'PT8H' });
      await platform.settle();
      expect(tries.get('bad')).toBe(Math.min(round, 10));
    }
    expect(tries.get('good')).toBe(1);
    const QueueUrl = `${config.queue('message')}-dead-letters`;
    const { Attributes } = await new SQSClient({}).send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    );
    expect(Attributes).toEqual({ ApproximateNumberOfMessages: '1' });
    // A restart is a dead letter's redrive.
    const redriven: string[] = [];
    await restart({ 'send-message': onQueue((body) => redriven.push(body)) });
    await platform.settle();
    expect(redriven).toEqual(['bad']);
  });

  test('one worker that hangs doesn’t disturb the others', async () => {
    let release = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sealed: string[] = [];
    const delivered: string[] = [];
    const done = Promise.withResolvers<void>();
    workers = {
      'deliver-webhook': onQueue(async (body) => {
        if (body === 'hang') await hanging;
        delivered.push(body);
        if (body === 'next') done.resolve();
      }),
      'seal-envelope': onQueue((body) => sealed.push(body)),
    };
    await enqueue('webhook', 'hang');
    await enqueue('seal', 'one');
    await enqueue('webhook', 'next');
    await done.promise;
    expect(delivered).toEqual(['next']);
    release();
    await platform.settle();
    expect(delivered).toEqual(['next', 'hang']);
    expect(sealed).toEqual(['one']);
  });
});

describe('the clock', () => {
  test('moves forward by a duration, runs the schedule then, and keeps its place over a restart', async () => {
    const times: string[] = [];
    workers = { 'run-schedule': (event: { time: string }) => times.push(event.time) };
    const before = (await (await call('/local/clock')).json()) as { now: string; offset_ms: number };
    const after = (await (await call('/local/clock', { advance: 'P3D' })).json()) as typeof before;
    expect(after.offset_ms - before.offset_ms).toBe(3 * 24 * 3600 * 1000);
    expect(times.at(-1)?.slice(0, 10)).toBe(after.now.slice(0, 10));
    await restart({});
    expect(await (await call('/local/clock')).json()).toMatchObject({ offset_ms: after.offset_ms });
  });

  test('runs the schedule for what is due, and for nothing else until it is moved', async () => {
    let runs = 0;
    workers = { 'run-schedule': async () => ++runs };
    const due = async (pk: string, at: string) =>
      put(pk, { gsi1pk: { S: String(DUE_PARTITIONS[0]) }, gsi1sk: { S: at } });
    await due('later', timestampIn(365 * DAY));
    await platform.settle();
    // An engine elsewhere would have to be asked.
    if (elsewhere === undefined) expect(runs).toBe(0);
    await due('now', timestamp());
    await platform.settle();
    expect(runs).toBeGreaterThan(0);
  });

  test('stops while frozen, moves only by a duration, and runs again afterwards', async () => {
    const clock = async (body?: object) => (await (await call('/local/clock', body)).json()) as { now: string };
    const since = async (from: { now: string }) => Date.parse((await clock()).now) - Date.parse(from.now);
    const frozen = await clock({ frozen: true });
    expect(frozen).toMatchObject({ frozen: true });
    const behind = Date.now() + 50;
    while (Date.now() < behind) await clock();
    expect(await since(frozen)).toBe(0);
    expect((await call('/local/clock', { frozen: false, advance: 'soon' })).status).toBe(406);
    expect((await call('/local/clock', { frozen: 1, advance: 'PT1H' })).status).toBe(406);
    expect(await since(frozen)).toBe(0);
    await clock({ advance: 'PT1H' });
    expect(await since(frozen)).toBe(3_600_000);
    expect(await clock({ frozen: false })).toMatchObject({ frozen: false });
    expect(await since(frozen)).toBeGreaterThanOrEqual(3_600_050);
  });

  test.each([{}, { advance: 5 }, { advance: 'soon' }, { advance: '-P1D' }, { advance: 'PT0S' }, { advance: 'P900Y' }])(
    '%j is refused with 406',
    async (body) => {
      const response = await call('/local/clock', body);
      expect(response.status).toBe(406);
      expect(await response.json()).toEqual({ status: 'ERROR', error: expect.stringContaining('advance') });
    },
  );
});

describe('files', () => {
  const s3 = () => new S3Client({ forcePathStyle: true });
  const link = async (Key: string) =>
    getSignedUrl(
      s3(),
      new GetObjectCommand({ Bucket: config.bucket(), Key, ResponseContentDisposition: 'attachment' }),
    );

  test('a pre-signed link opens for browsers of any origin; nothing else does', async () => {
    const Key = 'org/an ümlaut & more.txt';
    await s3().send(new PutObjectCommand({ Bucket: config.bucket(), Key, Body: 'hello' }));
    const url = await link(Key);
    const opened = await fetch(url, { headers: { origin: 'https://app.example' } });
    expect(await opened.text()).toBe('hello');
    expect(opened.headers.get('content-disposition')).toBe('attachment');
    expect(opened.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(url.split('?', 1)[0] ?? '')).status).toBe(403);
    expect((await fetch(url.replace('hello', ''), { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(url.replace(/X-Amz-Signature=../, 'X-Amz-Signature=zz'))).status).toBe(403);
  });

  test('an upload that breaks off keeps the earlier file', async () => {
    const Key = 'org/broken';
    await s3().send(new PutObjectCommand({ Bucket: config.bucket(), Key, Body: 'whole' }));
    const url = await getSignedUrl(s3(), new PutObjectCommand({ Bucket: config.bucket(), Key }));
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.alloc(100_000)),
      pull: () => Promise.reject(new Error('gone')),
    });
    await expect(fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit)).rejects.toThrow();
    expect(await (await fetch(await link(Key))).text()).toBe('whole');
  });
});

describe('a restart', () => {
  test('repeats nothing that was done, and loses nothing that was still to do', async () => {
    const first: string[] = [];
    let failing = true;
    workers = {
      'dispatch-events': onStream((pk) => {
        if (failing && pk === 'undone') throw new Error('not now');
        first.push(pk);
      }),
      'send-message': onQueue(() => {
        throw new Error('not now');
      }),
      'seal-envelope': onQueue((body) => first.push(body)),
    };
    await put('done');
    await enqueue('seal', 'sealed');
    await enqueue('message', 'unsent');
    await platform.settle();
    await put('undone');
    const second: string[] = [];
    await restart({
      'dispatch-events': onStream((pk) => second.push(pk)),
      'send-message': onQueue((body) => second.push(body)),
      'seal-envelope': onQueue((body) => second.push(body)),
    });
    failing = false;
    await platform.settle();
    expect(first.toSorted()).toEqual(['done', 'sealed']);
    expect(second.toSorted()).toEqual(['undone', 'unsent']);
  });

  test('keeps the keys, for their owner alone, and hands out the public halves only', async () => {
    const kinds = ['user', 'signer'] as const;
    const files = kinds.map((kind) => config.tokenKey(kind).replace('file:', ''));
    const pems = () => Promise.all(files.map((file) => readFile(file, 'utf8')));
    const published = () =>
      kinds.map((kind) => JSON.parse(config.tokenJwks(kind)) as { keys: Record<string, string>[] });
    const [before, sets] = [await pems(), published()];
    expect(new Set(before).size).toBe(2);
    for (const { keys } of sets) {
      expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256' }]);
      expect(keys[0]).not.toHaveProperty('d');
    }
    for (const file of files) expect((await stat(file)).mode & 0o077).toBe(0);
    await restart({});
    expect(await pems()).toEqual(before);
    expect(published()).toEqual(sets);
  });

  test('adds a second key to a folder that has one key for all tokens, and keeps the first for users', async () => {
    const [users, signers] = [config.tokenKey('user'), config.tokenKey('signer')].map((key) =>
      key.replace('file:', ''),
    );
    const pem = await readFile(users ?? '', 'utf8');
    const published = config.tokenJwks('user');
    await platform.stop();
    await rm(signers ?? '');
    await start();
    expect(await readFile(users ?? '', 'utf8')).toBe(pem);
    expect(config.tokenJwks('user')).toBe(published);
    expect(await readFile(signers ?? '', 'utf8')).toContain('PRIVATE KEY');
    expect(config.tokenJwks('signer')).not.toBe(published);
  });

  test('writes the functions’ environment into its folder, without credentials that were given', async () => {
    const environment = async () => JSON.parse(await readFile(join(dataDir, 'environment.json'), 'utf8'));
    await platform.stop();
    const undo = setEnvironment({ AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined });
    await start();
    expect(await environment()).toMatchObject({
      TABLE_NAME: config.table(),
      QUEUE_SEAL_URL: config.queue('seal'),
      AWS_ENDPOINT_URL_DYNAMODB: process.env.AWS_ENDPOINT_URL_DYNAMODB,
      AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY,
    });
    expect((await stat(join(dataDir, 'environment.json'))).mode & 0o077).toBe(0);
    await platform.stop();

    setEnvironment({ AWS_ACCESS_KEY_ID: 'countersign', AWS_SECRET_ACCESS_KEY: 'a secret of somebody' });
    await start();
    expect(process.env.AWS_SECRET_ACCESS_KEY).toBe('a secret of somebody');
    expect(JSON.stringify(await environment())).not.toContain('a secret of somebody');
    await platform.stop();
    undo();
    await start();
  });

  test('between runs the process has its own environment and time, and another platform can’t join', async () => {
    expect(clockOffset()).not.toBe(0);
    expect(process.env.AWS_ENDPOINT_URL_DYNAMODB).toMatch(/^http/);
    await expect(startPlatform({ port: 0, quiet: true })).rejects.toThrow(/already/);
    await platform.stop();
    expect(clockOffset()).toBe(0);
    expect(process.env.TABLE_NAME).toBeUndefined();
    expect(process.env.AWS_ENDPOINT_URL_DYNAMODB).toBe(elsewhere);
    await start();
  });

  test('a temporary folder is gone after the stop', async () => {
    await platform.stop();
    const temporary = await startPlatform({ port: 0, quiet: true, operations, workers: indirect });
    expect((await fetch(`${temporary.url}/health`)).status).toBe(200);
    await temporary.stop();
    await expect(stat(temporary.dataDir)).rejects.toThrow();
    await start();
  });
});
