import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../infra/migrate/migrate.ts';
import { getItem, type Item, putRecord } from '../../lib/storage/engine/client.ts';
import { envelopeKey, isEnvelopeHeader } from '../../lib/storage/engine/keys.ts';
import { type Migration, migrateItem } from '../../lib/storage/migrate.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
let client: DynamoDBDocumentClient;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB as string }),
  );
});
afterAll(async () => {
  client?.destroy();
  await api?.stop();
});

/** An example of a step: it writes headers in form 2 and puts a note into them, if they are as they were read. */
const toSecondForm: Migration = (item) =>
  isEnvelopeHeader(item) && item.record_version === 1
    ? [{ put: { ...item, record_version: 2, note: 'new' }, where: { version: Number(item.version) } }]
    : [];

const send = () => sendEnvelope(api, sender, [recipient('Tenant', 1)]);
const header = async (id: string): Promise<Item> => (await getItem<Item>(envelopeKey(id))) ?? expect.fail();
const migrateTable = () => migrate(client, process.env.TABLE_NAME as string, [toSecondForm]);

test('all records take the next form while the platform runs, and a second run finds nothing to do', async () => {
  const signed = await send();
  const others = [await send(), await send()];
  const [migrated] = await Promise.all([migrateTable(), sign(api, signed, 'Tenant')]);
  expect(migrated.migrated).toBeGreaterThanOrEqual(others.length);
  await api.settle();
  await migrateTable();
  for (const { id } of [signed, ...others]) expect(await header(id)).toMatchObject({ record_version: 2, note: 'new' });
  expect(ok(await api.as(sender).getEnvelope({ path: { envelope_id: signed.id } }))).toMatchObject({
    status: 'complete',
    signed: true,
  });
  expect((await migrateTable()).migrated).toBe(0);
});

test('a record that has changed since it was read keeps its change', async () => {
  const { id } = await send();
  const read = await header(id);
  await putRecord({ ...read, version: Number(read.version) + 1 });
  expect(await migrateItem(read, [toSecondForm])).toBe(false);
  expect(await header(id)).not.toHaveProperty('note');
  expect(await migrateItem(await header(id), [toSecondForm])).toBe(true);
});

test('version 1 is the first form: there is nothing to migrate to it', async () => {
  expect((await migrate(client, process.env.TABLE_NAME as string)).migrated).toBe(0);
});
