import { afterAll, beforeAll, expect, test } from 'vitest';
import { getItem, type Item } from '../../lib/storage/engine/client.ts';
import { envelopeKey } from '../../lib/storage/engine/keys.ts';
import { unpacked } from '../../lib/storage/engine/packed.ts';
import type { Party } from '../../lib/storage/records/envelope.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { storeInEarlierForm } from '../stories/earlier-form.ts';
import { ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { agreed, sendProtected } from '../verification/ceremony.ts';

let api: Api;
let sender: Person;
let receiver: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  receiver = await api.signUp();
});
afterAll(() => api.stop());

const headerOf = async (id: string) =>
  unpacked<Item & { parties: Party[] }>((await getItem<Item>(envelopeKey(id))) ?? expect.fail());

const listed = async (person: Person, id: string) =>
  ok(await api.as(person).getEnvelopes({ query: {} })).envelopes.find((one: { id: string }) => one.id === id);

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

test('an envelope that an earlier version stored is shown, withheld and signed like any other', async () => {
  const to = { email: receiver.email };
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1, to), recipient('Two', 2)]);
  await api.settle();
  const before = [await listed(sender, envelope.id), await listed(receiver, envelope.id)];
  await storeInEarlierForm(envelope.id);
  expect([await listed(sender, envelope.id), await listed(receiver, envelope.id)]).toEqual(before);
  expect((await api.as(await api.signUp()).getEnvelope({ path: { envelope_id: envelope.id } })).status).toBe(404);
  await sign(api, envelope, 'One');
  await sign(api, envelope, 'Two');
  await api.settle();
  const row = await listed(receiver, envelope.id);
  expect(row).toMatchObject({ status: 'complete', signed: true });
  // A change has stored what lists show of documents: no further read is needed.
  const { documents: whole } = ok(await api.as(receiver).getEnvelope({ path: { envelope_id: envelope.id } }));
  expect(row.documents).toEqual(whole);
  expect((await headerOf(envelope.id)).documents).toMatchObject([{ signed: true }, { signed: true }]);
});
