import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../infra/migrate/migrate.ts';
import { getItem, type Item, putRecord } from '../../lib/storage/engine/client.ts';
import { envelopeKey, listEntryKey } from '../../lib/storage/engine/keys.ts';
import { unpacked } from '../../lib/storage/engine/packed.ts';
import { sentList } from '../../lib/storage/envelopes/entries.ts';
import { migrateItem } from '../../lib/storage/migrate.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { storeInEarlierForm } from '../stories/earlier-form.ts';
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

/** An envelope as a version stored it that knew neither details nor the index of buckets. */
const sendEarlier = async () => {
  const envelope = await sendEnvelope(api, sender, [recipient('Tenant', 1)]);
  await api.settle();
  await storeInEarlierForm(envelope.id);
  await api.settle();
  const key = listEntryKey(sentList(sender.profile_id), envelope.id);
  const { gsi5sk, ...entry } = (await getItem<Item>(key)) ?? expect.fail();
  expect(gsi5sk).toBeTruthy();
  await putRecord(entry);
  return envelope;
};

const header = async (id: string): Promise<Item> =>
  unpacked<Item>((await getItem<Item>(envelopeKey(id))) ?? expect.fail());
const pending = async (): Promise<string[]> =>
  ok(await api.as(sender).getEnvelopes({ query: { view: 'waiting' } })).envelopes.map(({ id }: { id: string }) => id);
const migrateTable = () => migrate(client, process.env.TABLE_NAME as string);

describe('records of an earlier version', () => {
  test('take the present form while the platform runs, and lists find them by new indexes', async () => {
    const envelopes = [await sendEarlier(), await sendEarlier(), await sendEarlier()];
    const [signed, ...others] = envelopes;
    if (!signed) return expect.fail();
    const [migrated] = await Promise.all([migrateTable(), sign(api, signed, 'Tenant')]);
    await api.settle();
    expect(migrated.migrated).toBeGreaterThanOrEqual(others.length);
    for (const { id } of envelopes) expect(await header(id)).toMatchObject({ record_version: 3 });
    for (const { id } of others) {
      const key = listEntryKey(sentList(sender.profile_id), id);
      expect(await getItem(key)).toMatchObject({ gsi5sk: expect.stringContaining(id) });
    }
    expect((await pending()).toSorted()).toEqual(others.map(({ id }) => id).toSorted());
    expect(ok(await api.as(sender).getEnvelope({ path: { envelope_id: signed.id } }))).toMatchObject({
      status: 'complete',
      signed: true,
    });
    expect((await migrateTable()).migrated).toBe(0);
  });

  test('keep what was changed since they were read, and their time of the next reminder', async () => {
    const envelope = await sendEarlier();
    const read: Item = { ...(await header(envelope.id)), gsi1pk: 'DUE#0', gsi1sk: 'later' };
    await putRecord(read);
    await putRecord({ ...read, version: Number(read.version) + 1, name: 'Changed' });
    expect(await migrateItem(read)).toBe(false);
    expect(await header(envelope.id)).toMatchObject({ name: 'Changed' });
    expect(await migrateItem(await header(envelope.id))).toBe(true);
    expect(await header(envelope.id)).toMatchObject({ name: 'Changed', gsi1pk: 'DUE#0', gsi1sk: 'later' });
  });

  test('of the second form, whose details have an item of their own, keep these', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('Tenant', 1)], { description: 'Of the garden flat' });
    const shown = () => api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } });
    const before = ok(await shown());
    await putRecord({ ...(await header(envelope.id)), record_version: 2 });
    expect(ok(await shown())).toEqual(before);
    expect(await migrateItem(await header(envelope.id))).toBe(true);
    expect(await getItem<Item>(envelopeKey(envelope.id))).toMatchObject({
      record_version: 3,
      packed: expect.any(Uint8Array),
    });
    expect(ok(await shown())).toEqual(before);
  });
});
