import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { ok, openSession, recipient, sendEnvelope } from '../stories/envelope.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let api: Api;
let sender: Person;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
  sender = await api.signUp();
});
afterAll(async () => {
  await receiver.stop();
  await api.stop();
});

const calls = async () => {
  await api.settle();
  return receiver.received.splice(0).map(({ body }) => body);
};

test('each use of a feature, and each download by a recipient, is sent as the webhook event of that name', async () => {
  const passcode = { auth_methods: ['passcode'], passcode: 'open sesame' };
  const early = await sendEnvelope(api, sender, [recipient('Early', 1)]);
  const document_id = early.documents[0]?.id ?? '';
  const unreported = await openSession(api, early, 'Early');
  const download = (who: { signer: string } | { token: string }, query: Record<string, string>, id = document_id) =>
    api.as(who).getEnvelopeDocument({ path: { document_id: id }, query });
  ok(await download(unreported, { type: 'download' }));
  expect(callsOf('getEnvelopeDocument').map(({ command }) => command)).not.toContain('Put');
  expect(await calls()).toEqual([]);

  const events = { entitlement_used: true, recipient_docs_downloaded: true };
  ok(await api.as(sender).setWebhooks({ body: { url: receiver.url, active: true, events } }));
  const envelope = await sendEnvelope(api, sender, [recipient('Signer', 1, passcode)], { name: 'Lease' });
  const [used] = await calls();
  expect(used).toMatchObject({
    type: 'entitlement_used',
    data: { event: 'entitlement:used', feature: 'envelope', envelope_id: envelope.id },
  });

  const signer = await openSession(api, envelope, 'Signer');
  const path = { envelope_id: envelope.id, role_name: 'Signer' };
  ok(await api.as(signer).agreeRecipient({ path, body: { disclosures: 'I agree' } }));
  ok(await api.as(signer).verifySigner({ body: { auth_method: 'passcode', code: 'open sesame' } }));
  expect((await calls()).map(({ type, data }) => [type, data.feature])).toEqual([
    ['entitlement_used', 'passcode_auth'],
  ]);

  const id = envelope.documents[0]?.id ?? '';
  ok(await download(signer, {}, id));
  ok(await download(signer, { type: 'preview' }, id));
  ok(await download(sender, { type: 'file' }, id));
  expect(await calls()).toEqual([]);
  ok(await download(signer, { type: 'download' }, id));
  ok(await download(signer, { type: 'file', combined: 'true' }, id));
  const downloads = await calls();
  expect(downloads).toHaveLength(2);
  expect(downloads.map(({ data }) => data.document_id).sort()).toEqual([id, null].sort());
  for (const { type, data } of downloads) {
    expect(type).toBe('recipient_docs_downloaded');
    expect(data).toMatchObject({
      event: 'recipient:docs_downloaded',
      envelope_id: envelope.id,
      role_name: 'Signer',
      envelope: { id: envelope.id, status: 'in progress' },
      recipient: { role_name: 'Signer', email: envelope.recipients[0]?.email },
    });
  }

  const ada = await api.signUp();
  const open = await sendEnvelope(api, sender, [recipient('One', 1, { email: ada.email })], { name: 'Open' });
  await calls();
  ok(await api.as(sender).getEnvelopesZip({ path: { ids: open.id } }));
  ok(await api.as(ada).getEnvelopesZip({ path: { ids: open.id } }));
  expect((await calls()).map(({ type, data }) => [type, data.envelope_id, data.document_id])).toEqual([
    ['recipient_docs_downloaded', open.id, null],
  ]);
});
