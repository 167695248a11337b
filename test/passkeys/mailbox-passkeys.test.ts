import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Signer } from '../../infra/local/story/signing.ts';
import type { Api, Person } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { ok, refusalOf } from '../stories/envelope.ts';
import {
  openMailed,
  readyToSign,
  sendForPasskey,
  signedBy,
  signWithKey,
  startSignature,
  startWithPasskeys,
  submitWith,
} from './signing.ts';

let api: Api;
let sender: Person;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ api, sender, stop } = await startWithPasskeys());
});
afterAll(() => stop());

const pathOf = ({ envelope_id, role_name }: Signer) => ({ envelope_id, role_name });
const list = (signer: Signer) => api.as(signer).getMailboxPasskeys({ path: pathOf(signer) });
const remove = (signer: Signer, passkey_id: string) =>
  api.as(signer).deleteMailboxPasskey({ path: { ...pathOf(signer), passkey_id } });

test('whoever reads a mailbox sees its passkeys, after the signature, too, and removes one, which signs nothing more', async () => {
  const envelope = await sendForPasskey(api, sender);
  const key = await signWithKey(api, envelope);
  const email = envelope.recipients[0]?.email ?? '';
  const signer = await openMailed(api, envelope);
  const [passkey, ...others] = ok(await list(signer));
  expect(others).toEqual([]);
  expect(passkey).toEqual({ id: expect.any(String), synced: false, created_at: expect.any(String) });
  expect(callsOf('getMailboxPasskeys').map(({ command }) => command)).toEqual(['Query', 'Query']);

  const next = await readyToSign(api, await sendForPasskey(api, sender, { email }));
  const statement = ok(await startSignature(api, next));
  ok(await remove(signer, passkey?.id ?? ''));
  expect(callsOf('deleteMailboxPasskey').map(({ command }) => command)).toEqual(['Query', 'Query', 'Delete']);
  expect(ok(await list(signer))).toEqual([]);
  expect(refusalOf(await submitWith(api, next, signedBy(api, key, statement)))).toEqual([
    400,
    'signing_passkey_refused',
  ]);
  expect(ok(await startSignature(api, next)).request).toBeNull();
  expect(refusalOf(await remove(signer, passkey?.id ?? ''))).toEqual([404, 'not_found']);

  const { events } = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
  expect(events.find(({ event }) => event === 'recipient:signed')?.data.passkey).toMatchObject({
    public_key: expect.any(String),
  });
});

test('nobody else sees or removes them: no other mailbox, no link that the sender has, too, and no other role', async () => {
  const envelope = await sendForPasskey(api, sender);
  await signWithKey(api, envelope);
  const signer = await openMailed(api, envelope);
  const [{ id = '' } = {}] = ok(await list(signer));
  const stranger = await openMailed(api, await sendForPasskey(api, sender));
  expect(ok(await list(stranger))).toEqual([]);
  expect(refusalOf(await remove(stranger, id))).toEqual([404, 'not_found']);
  const elsewhere = { ...stranger, envelope_id: envelope.id };
  expect(refusalOf(await list(elsewhere))).toEqual([404, 'envelope_not_found']);
  const other = await sendForPasskey(api, sender, { email: envelope.recipients[0]?.email });
  const inApp = await readyToSign(api, other, { by: 'in_app' });
  expect(refusalOf(await list(inApp))[1]).toBe('mailbox_unverified');
  expect(refusalOf(await remove(inApp, id))[1]).toBe('mailbox_unverified');
  expect(ok(await list(signer))).toHaveLength(1);
});
