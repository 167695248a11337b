import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTable } from '../../infra/local/engines/resources.ts';
import { StreamClient } from '../../infra/local/shared/stream-client.ts';
import { newId } from '../../lib/base/ids.ts';
import { writeItems } from '../../lib/storage/engine/client.ts';
import { startTable } from '../storage/engine.ts';

let stop: () => Promise<void>;
let client: StreamClient;
/** The SDK's own reader, to compare with. */
let ofSdk: DynamoDBStreamsClient;
let ShardIterator: string | undefined;

beforeAll(async () => {
  ({ stop } = await startTable({ embedded: true }));
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB as string;
  client = new StreamClient({ endpoint });
  ofSdk = new DynamoDBStreamsClient({ endpoint });
  const StreamArn = await makeTable(endpoint, process.env.TABLE_NAME as string);
  await writeItems(
    ['one', 'two'].map((name) => ({
      pk: newId(),
      sk: 'A',
      name,
      bytes: new TextEncoder().encode(name),
      parts: { list: [1, true, null, new Uint8Array([1, 2])] },
    })),
  );
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
  const place = { StreamArn, ShardId: StreamDescription?.Shards?.[0]?.ShardId, ShardIteratorType: 'TRIM_HORIZON' };
  ({ ShardIterator } = await client.send(new GetShardIteratorCommand(place as never)));
});
afterAll(async () => {
  client?.destroy();
  ofSdk?.destroy();
  await stop?.();
});

test('records have the form that Lambda gives functions: bytes as base64, times in seconds, all else as the SDK reads it', async () => {
  const { records } = await client.records({ ShardIterator });
  expect(records).toHaveLength(2);
  const images = records.map(({ dynamodb }) => dynamodb?.NewImage);
  expect(images.map((image) => image?.bytes?.B).toSorted()).toEqual(['b25l', 'dHdv']);
  expect(images[0]?.parts?.M?.list?.L).toEqual([{ N: '1' }, { BOOL: true }, { NULL: true }, { B: 'AQI=' }]);

  const { Records = [] } = await ofSdk.send(new GetRecordsCommand({ ShardIterator }));
  for (const [index, { dynamodb, ...rest }] of Records.entries()) {
    const { dynamodb: change, ...others } = records[index] ?? {};
    expect(others).toEqual(rest);
    expect(change?.ApproximateCreationDateTime).toBe(Number(dynamodb?.ApproximateCreationDateTime) / 1000);
    expect(change?.SequenceNumber).toBe(dynamodb?.SequenceNumber);
    expect(change?.Keys).toEqual(dynamodb?.Keys);
    expect(change?.NewImage?.name).toEqual(dynamodb?.NewImage?.name);
    expect(Buffer.from(change?.NewImage?.bytes?.B ?? '', 'base64')).toEqual(
      Buffer.from(dynamodb?.NewImage?.bytes?.B ?? []),
    );
  }
});

test('the iterator of an answer continues after its records', async () => {
  const first = await client.records({ ShardIterator, Limit: 1 });
  const second = await client.records({ ShardIterator: first.next, Limit: 1 });
  const { records } = await client.records({ ShardIterator });
  expect([...first.records, ...second.records]).toEqual(records);
});

test('an error of the stream is the same as the SDK makes of it', async () => {
  const broken = { ShardIterator: `${ShardIterator}x` };
  const expected = (await ofSdk.send(new GetRecordsCommand(broken)).catch((error) => error)) as Error;
  const error = (await client.records(broken).catch((thrown) => thrown)) as Error;
  expect(error).toBeInstanceOf(Error);
  expect([error.constructor, error.name, error.message]).toEqual([
    expected.constructor,
    expected.name,
    expected.message,
  ]);
});
