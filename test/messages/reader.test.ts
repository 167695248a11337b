import { afterAll, beforeAll, expect, test } from 'vitest';
import { envelopeMessages } from '../../lib/notify/messages/envelope-messages.ts';
import { findEnvelopeProgress } from '../../lib/signing/envelopes/reading/read-envelope.ts';
import type { EnvelopeProgress } from '../../lib/storage/records/envelope.ts';
import { type Api, startApi } from '../api.ts';
import { ok, openSession, recipient, sendEnvelope } from '../stories/envelope.ts';

// The reader of a message: its language, its words and its reply address.

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const newest = async (email: string) => {
  await api.settle();
  const [mail] = await api.messages(email);
  if (!mail) throw new Error(`No message was sent to ${email}`);
  return mail;
};

test('mails about accounts are in the organization’s language until the user has an own one', async () => {
  const ada = await api.signUp();
  const own = api.as(ada);
  const profiles = ok(await own.getProfiles());
  const organization_id = profiles[0].organization_id;
  ok(await own.updateOrganization({ path: { organization_id }, body: { locale: 'de-AT' } }));
  ok(await api.anyone.resetPassword({ body: { email: ada.email } }));
  expect((await newest(ada.email)).subject).toBe('Setzen Sie Ihr Passwort zurück');
  ok(await own.createApiKey({ body: { name: 'Nightly export' } }));
  const received = await newest(ada.email);
  expect(received.subject).toContain('API-Schlüssel');
  expect(received.html).toContain('<html lang="de" dir="ltr">');
  ok(await own.updateProfile({ path: { profile_id: profiles[0].id }, body: { locale: 'ar' } }));
  ok(await own.createApiKey({ body: { name: 'Second export' } }));
  expect((await newest(ada.email)).html).toContain('<html lang="ar" dir="rtl">');
});

test('an approver is asked to approve, replies reach the sender, and a decline is mailed to all who were invited', async () => {
  const sender = await api.signUp();
  const [chief, one, later] = [recipient('Chief', 1, { type: 'approver' }), recipient('One', 1), recipient('Later', 2)];
  const envelope = await sendEnvelope(api, sender, [chief, one, later], {
    sender_email: 'contracts@example.com',
    locale: 'fr',
  });
  const asked = await newest(chief.email);
  expect(asked.subject).toContain('vous demande d’approuver');
  expect((await newest(one.email)).subject).toContain('vous demande de signer');
  const state = await findEnvelopeProgress(envelope.id);
  const [invitation] = envelopeMessages(state as EnvelopeProgress, { event: 'recipient:invited', role_name: 'One' });
  const [message] = (await invitation?.make()) ?? [];
  expect(message?.from?.reply_to).toBe('contracts@example.com');
  const { signer } = await openSession(api, envelope, 'One');
  const path = { envelope_id: envelope.id, role_name: 'One' };
  ok(await api.as({ signer }).declineRecipient({ path, body: { reason: 'Too late' } }));
  const received = await newest(chief.email);
  expect(received.subject).toBe('«\u00a0One Person\u00a0» a refusé «\u00a0An envelope\u00a0»');
  expect(received.text).not.toContain('Too late');
  expect((await newest('contracts@example.com')).text).toContain('Too late');
  expect(await api.messages(later.email)).toEqual([]);
});
