import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { loadWorkers, type Worker } from '../../infra/local/shared/workers.ts';
import { WORKERS } from '../../infra/workers.ts';
import { newId } from '../../lib/base/ids.ts';
import { log } from '../../lib/base/log.ts';
import { operation } from '../../lib/http/operation.ts';
import { pack } from '../../lib/storage/engine/packed.ts';
import { invoke } from './invoke.ts';
import { capturePrinted } from './printed.ts';

// The local platform runs them all in one process, at once.
let printed: ReturnType<typeof capturePrinted>;
beforeAll(() => {
  printed = capturePrinted();
  process.env.TABLE_NAME = 'none';
  process.env.AWS_REGION = 'us-east-1';
});
afterAll(() => printed.stop());

/** Log lines with this text. */
const lines = (text: string): Record<string, unknown>[] =>
  printed.lines.filter((line) => line.startsWith('{') && line.includes(text)).map((line) => JSON.parse(line));

const runOf = new AsyncLocalStorage<string>();

/** Resolves for all when so many runs have come to it; one that ends without counts, too. */
const barrier = (count: number): (() => Promise<void>) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = new Set<unknown>();
  return () => {
    waiting.add(runOf.getStore());
    if (waiting.size === count) resolve();
    return promise;
  };
};

const id = newId();
const message = (body: object) => ({ Records: [{ messageId: `message-${newId()}`, body: JSON.stringify(body) }] });
const bounce = {
  eventType: 'Bounce',
  bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'theo@example.com' }] },
  mail: { tags: { envelope_id: [id] }, destination: ['theo@example.com'] },
};
const outbox = {
  pk: { S: 'ENVELOPE#e' },
  sk: { S: 'ENVELOPE' },
  id: { S: 'e' },
  packed: { B: pack({ name: 'Lease', parties: [], documents: [] }) },
};
const sealed = {
  pk: { S: 'ENVELOPE#e' },
  sk: { S: 'EVENT#000001' },
  event: { S: 'envelope:sealed' },
  previous_hash: { B: new Uint8Array(32) },
  hash: { B: new Uint8Array(32) },
  packed: {
    B: pack({ events: [{ sequence: 1, event: 'envelope:sealed', data_parts: 1, subject: { envelope: {} } }] }),
  },
};
/** An event for each worker, on which it asks the table. */
const EVENTS: Record<(typeof WORKERS)[number], { event: object; about?: object }> = {
  'dispatch-events': {
    event: { Records: [{ eventName: 'REMOVE', dynamodb: { OldImage: outbox } }] },
  },
  'write-log': { event: { Records: [{ eventName: 'INSERT', dynamodb: { Keys: sealed, NewImage: sealed } }] } },
  'seal-envelope': { event: message({ envelope_id: id }), about: { envelope_id: id } },
  'send-message': {
    event: message({ source: 'envelope', id, envelope_id: id, event: 'envelope:completed', role_name: '' }),
    about: { envelope_id: id, event_id: id },
  },
  'deliver-webhook': {
    event: message({ organization_id: id, webhook_id: id, event_id: id, attempt: true }),
    about: { event_id: id },
  },
  'run-job': { event: message({ job_id: id }), about: { job_id: id } },
  'run-schedule': { event: { shard: 0 } },
  'run-retries': { event: {} },
  'run-turns': { event: {} },
  'record-bounces': { event: { Records: [{ Sns: { Message: JSON.stringify(bounce) } }] }, about: { envelope_id: id } },
};

test('each worker’s log lines have the ids of its own run and of what it is about, while all others run in the same process', async () => {
  const workers = (await loadWorkers()) as unknown as Record<string, Worker>;
  const all = barrier(WORKERS.length);
  // Every worker asks the table. None goes on before all have asked; then each logs.
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async () => {
    await all();
    log().warn('Asked the table');
    throw new Error('refused by the test');
  });
  const runs = WORKERS.map(async (name) => {
    const context = { functionName: name, awsRequestId: `run-of-${name}`, getRemainingTimeInMillis: () => 60_000 };
    const worker = async () => workers[name]?.(EVENTS[name].event as never, context as Context);
    await runOf.run(name, worker).catch(() => {});
    runOf.run(name, all);
  });
  await Promise.all(runs);
  spy.mockRestore();
  const asked = lines('Asked the table');
  expect(new Set(asked.map(({ function_name }) => function_name))).toEqual(new Set(WORKERS));
  for (const line of asked) {
    const name = line.function_name as (typeof WORKERS)[number];
    expect(line).toMatchObject({ request_id: `run-of-${name}`, ...EVENTS[name].about });
    expect(line).not.toHaveProperty('operation');
  }
  for (const line of lines('A message failed')) {
    expect(line.request_id).toBe(`run-of-${line.function_name}`);
    expect(line.message_id).toMatch(/^message-/);
  }
});

test('each request’s log lines have its own id and operation, whichever others run at the same moment', async () => {
  const all = barrier(2);
  const failing = (name: string) =>
    operation(
      {
        id: name,
        tag: 'Verification',
        summary: 'Fail',
        route: `POST /v2/${name}` as const,
        unrecorded: 'none',
        session: 'none',
        returns: z.null(),
        access: {},
      },
      async () => {
        await all();
        throw new Error(`refused by the test of ${name}`);
      },
    );
  const call = (name: string) => runOf.run(name, () => invoke(failing(name)));
  const [one, other] = await Promise.all([call('failOne'), call('failOther')]);
  for (const [name, answer] of [
    ['failOne', one],
    ['failOther', other],
  ] as const) {
    const [line, ...more] = lines(`${name} failed`);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ operation: name, request_id: answer?.headers['X-Request-Id'] });
  }
});
