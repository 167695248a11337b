import { afterAll, beforeAll, expect, test } from 'vitest';
import { findWholeEnvelope } from '../../lib/signing/envelopes/reading/read-envelope.ts';
import { changeRecord, collection, type Item } from '../../lib/storage/engine/client.ts';
import { envelopeKey, recipientKey } from '../../lib/storage/engine/keys.ts';
import { unpacked } from '../../lib/storage/engine/packed.ts';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, openSession } from '../stories/envelope.ts';
import { agreed, codeOf, recipientOf, sendProtected, verify } from '../verification/ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const WORD = 'the word that only the sender knows';
const send = (more = {}) => sendProtected(api, sender, { auth_methods: ['passcode'], passcode: WORD, ...more });

const stored = async (envelope_id: string) =>
  JSON.stringify((await collection<Item>(envelopeKey(envelope_id).pk)).map(unpacked), (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );

test('passcodes and in-app keys are stored encrypted, and their creator alone reads them again', async () => {
  const envelope = await send();
  const in_app_key = envelope.recipients[0]?.in_app_key ?? '';
  expect(await recipientOf(api, sender, envelope.id)).toMatchObject({ passcode: WORD, in_app_key });
  const kept = await stored(envelope.id);
  expect(kept).not.toContain(WORD);
  expect(kept).not.toContain(in_app_key);
  const session = await agreed(api, envelope);
  expect(codeOf(await verify(api, session, { auth_method: 'passcode', code: 'another' }))).toEqual([
    400,
    'passcode_wrong',
  ]);
  const signer = ok(await verify(api, session, { auth_method: 'passcode', code: WORD }));
  expect(JSON.stringify(signer)).not.toMatch(/the word that only|in_app_key|sealed:/);
});

test('secrets that a correction, a reset and a delegation make are encrypted too', async () => {
  const envelope = await send({ delegator: true });
  const path = { envelope_id: envelope.id, role_name: 'Signer' };
  const change = async (body: object) =>
    ok(await api.as(sender).updateRecipient({ path, body })) as Read<'getEnvelope'>['recipients'][0];
  const renamed = await change({ last_name: 'King' });
  expect(renamed.passcode).toBe(WORD);
  const other = await change({ passcode: 'another word than that' });
  expect(other.passcode).toBe('another word than that');
  await change({ action: 'reset' });
  const session = await openSession(api, { ...envelope, recipients: [other] }, 'Signer');
  ok(await api.as(session).agreeRecipient({ path, body: {} }));
  ok(await verify(api, session, { auth_method: 'passcode', code: 'another word than that' }));
  const to = { first_name: 'Grace', last_name: 'Hopper', email: 'grace-of-secrets@example.com' };
  ok(await api.as(session).delegateRecipient({ path, body: to }));
  const successor = await recipientOf(api, sender, envelope.id);
  expect(successor).toMatchObject({ last_name: 'Hopper', passcode: 'another word than that' });
  const next = await agreed(api, { ...envelope, recipients: [successor] });
  ok(await verify(api, next, { auth_method: 'passcode', code: 'another word than that' }));
  const kept = await stored(envelope.id);
  for (const one of [renamed, other, successor]) {
    expect(kept).not.toContain(one.passcode);
    expect(kept).not.toContain(one.in_app_key);
  }
});

test('secrets of different lengths look alike', async () => {
  const lengths = await Promise.all(
    ['1', 'x'.repeat(60)].map(async (passcode) => {
      const state = await findWholeEnvelope((await send({ passcode })).id);
      return state?.recipients[0]?.passcode?.length;
    }),
  );
  expect(new Set(lengths).size).toBe(1);
});

test('a secret that is moved to another recipient or envelope can’t be decrypted', async () => {
  const [one, two] = [await send(), await send()];
  const state = await findWholeEnvelope(one.id);
  const { passcode } = state?.recipients[0] ?? {};
  await changeRecord(recipientKey(two.id, 'Signer'), { set: { passcode } });
  expect((await api.as(sender).getEnvelope({ path: { envelope_id: two.id } })).status).toBe(500);
});
