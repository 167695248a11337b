import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { parkedRecords } from '../../infra/local/pump/parked-records.ts';
import { startStreamPump } from '../../infra/local/pump/stream.ts';
import type { Batch } from '../../infra/local/pump/stream-reader.ts';

test('a stop waits for the records that the worker is processing, and nothing runs afterwards', async () => {
  const batches: Batch[] = [];
  const dealtWith: string[] = [];
  const give = (sequenceNumber: string) =>
    batches.push({
      records: [{ dynamodb: { SequenceNumber: sequenceNumber } }],
      done: (number) => dealtWith.push(number),
    });
  const begun = Promise.withResolvers<void>();
  const pump = startStreamPump({
    next: async () => batches.shift(),
    streamArn: 'stream',
    worker: async () => {
      begun.resolve();
      await sleep(50);
    },
    activity: { count: 0 },
    parked: parkedRecords(),
  });
  // The first poll found nothing: the worker is started by a poke.
  await pump.drain();
  give('1');
  give('2');
  pump.poke();
  await begun.promise;

  await pump.stop();
  expect(dealtWith).toEqual(['1']);
  await sleep(100);
  expect(dealtWith).toEqual(['1']);
});

/** A pump over a list of records, each of a collection; `handles` says if the worker handles one now. */
const pumpOf = (handles: (name: string) => boolean, file?: string) => {
  const stream: { name: string; collection: string }[] = [];
  const handled: string[] = [];
  let at = 0;
  const numbered = () =>
    stream.map(({ name, collection }) => ({ dynamodb: { SequenceNumber: name, Keys: { pk: { S: collection } } } }));
  const pump = startStreamPump({
    next: async () => {
      const records = numbered().slice(at);
      if (records.length === 0) return undefined;
      const done = (number: string) => {
        at = stream.findIndex(({ name }) => name === number) + 1;
      };
      return { records, done };
    },
    streamArn: 'stream',
    worker: async (event: never) => {
      for (const { dynamodb } of (event as DynamoDBStreamEvent).Records as DynamoDBRecord[]) {
        const name = dynamodb?.SequenceNumber ?? '';
        if (!handles(name)) throw new Error(`${name} is not handled`);
        handled.push(name);
      }
    },
    activity: { count: 0 },
    parked: parkedRecords(file),
    patience: 1,
  });
  return { pump, handled, add: (name: string, collection: string) => stream.push({ name, collection }) };
};

test('an outage passes over no record: all are handled in their order once it has ended', async () => {
  let calls = 0;
  const { pump, handled, add } = pumpOf(() => ++calls > 12);
  for (const [index, collection] of ['a', 'a', 'b', 'a'].entries()) add(String(index), collection);
  await pump.drain();
  const first = handled.filter((name, index) => handled.indexOf(name) === index);
  expect(first.toSorted()).toEqual(['0', '1', '2', '3']);
  expect(first.filter((name) => name !== '2')).toEqual(['0', '1', '3']);
  await pump.stop();
});

test('a record that alone fails waits with those of its collection, over a restart too, and lets the others go on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-parked-'));
  const file = join(folder, 'parked.json');
  const broken = pumpOf((name) => name !== '1' && name !== 'too', file);
  broken.add('1', 'a');
  broken.add('too', 'c');
  broken.add('2', 'b');
  broken.add('3', 'a');
  await broken.pump.drain();
  expect(new Set(broken.handled)).toEqual(new Set(['2']));
  await broken.pump.stop();

  const mended = pumpOf(() => true, file);
  await mended.pump.drain();
  expect(mended.handled).toEqual(['1', 'too', '3']);
  await mended.pump.stop();
  expect(await readFile(file, 'utf8')).toBe('[]');
  await rm(folder, { recursive: true });
});
