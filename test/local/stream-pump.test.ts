import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
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
