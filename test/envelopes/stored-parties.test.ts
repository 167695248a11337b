import { afterAll, beforeAll, expect, test } from 'vitest';
import { getItem, type Item } from '../../lib/storage/engine/client.ts';
import { envelopeKey } from '../../lib/storage/engine/keys.ts';
import { unpacked } from '../../lib/storage/engine/packed.ts';
import type { Party } from '../../lib/storage/records/envelope.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { agreed, sendProtected } from '../verification/ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const headerOf = async (id: string) =>
  unpacked<Item & { parties: Party[] }>((await getItem<Item>(envelopeKey(id))) ?? expect.fail());

test('the header stores nothing that only a recipient reads: no disclosures, no message, no answer', async () => {
  const message = 'between us alone';
  const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: 'open sesame', message });
  await agreed(api, envelope);
  const { parties } = await headerOf(envelope.id);
  expect(parties[0]).toMatchObject({ agreed: true, auth_methods: ['passcode'] });
  expect(parties[0]).not.toHaveProperty('disclosures');
  expect(parties[0]).not.toHaveProperty('auth_step');
  expect(JSON.stringify(parties)).not.toContain(message);
});
