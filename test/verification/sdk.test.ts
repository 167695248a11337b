import {
  askQuestion,
  createEnvelope,
  createSignature,
  delegateRecipient,
  envelopeRecipientAgree,
  envelopeRecipientSubmit,
  getEnvelope,
  getEnvelopeDocumentPageDisplayUri,
  getInPersonLink,
  getKbaStep,
  type ICreateEnvelopeDirectlyRequest,
  resetRecipient,
  startSigningSession,
  submitKbaIdentity,
  submitKbaPin,
  updateEnvelopeField,
  updateRecipient,
  VerdocsEndpoint,
  verifySigner,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkTo } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { signaturePicture } from '../pictures.ts';
import { pdf, recipient, signatureField } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
let owner: VerdocsEndpoint;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  owner = new VerdocsEndpoint({ baseURL: api.url, persist: false });
  owner.setToken(sender.token);
});
afterAll(() => api.stop());

const send = (...recipients: ReturnType<typeof recipient>[]) =>
  createEnvelope(owner, {
    name: 'By the client',
    initial_reminder: 0,
    followup_reminders: 0,
    documents: [{ name: 'a.pdf', data: pdf() }],
    recipients,
    fields: recipients.map(({ role_name }) => signatureField(role_name)),
  } as unknown as ICreateEnvelopeDirectlyRequest);

const open = async (envelope_id: string, role: string, key: string) => {
  const signer = new VerdocsEndpoint({ baseURL: api.url, sessionType: 'signing', persist: false });
  return { signer, session: await startSigningSession(signer, envelope_id, role, key) };
};

test('the published client completes a signing with all methods in a row', async () => {
  const person = recipient('Buyer 1', 1, {
    auth_methods: ['passcode', 'email', 'sms', 'kba'],
    passcode: 'Lemon',
    phone_auth: '+15550100444',
  });
  const envelope = await send(person);
  const { key } = await linkTo(api, person.email);
  const { signer, session } = await open(envelope.id, 'Buyer 1', key);
  expect(session.recipient.auth_step).toBe('passcode');
  await envelopeRecipientAgree(signer, envelope.id, 'Buyer 1', 'I agree.');

  await expect(verifySigner(signer, { auth_method: 'passcode', code: 'Lime' })).rejects.toMatchObject({
    response: { status: 400, data: { status: 'ERROR' } },
  });
  let answer = await verifySigner(signer, { auth_method: 'passcode', code: 'Lemon' });
  for (const [auth_method, address] of [
    ['email', person.email],
    ['sms', '+15550100444'],
  ] as const) {
    expect(answer.recipient.auth_step).toBe(auth_method);
    await verifySigner(signer, { auth_method, code: '', resend: true });
    await api.settle();
    const code = (await api.messages(address)).find((message) => message.code)?.code ?? '';
    answer = await verifySigner(signer, { auth_method, code });
  }
  expect(answer.recipient.auth_step).toBe('kba');
  const document_id = envelope.documents?.[0]?.id ?? '';
  await expect(getEnvelopeDocumentPageDisplayUri(signer, document_id, 1, 'original')).rejects.toMatchObject({
    response: { status: 401 },
  });
  answer = await verifySigner(signer, {
    auth_method: 'kba',
    first_name: person.first_name,
    last_name: person.last_name,
    address: '12 Orchard Lane',
  });
  expect(answer.recipient.auth_method_states?.kba).toBe('questions');
  const responses = (answer.recipient.kba_questions ?? []).map((question) => ({
    type: question.type,
    answer: question.answer[0] ?? '',
  }));
  answer = await verifySigner(signer, { auth_method: 'kba', responses });
  expect(answer.recipient.auth_step).toBeNull();
  expect(answer.envelope.documents?.[0]?.name).toBe('a.pdf');

  expect(await getEnvelopeDocumentPageDisplayUri(signer, document_id, 1, 'original')).toMatch(/^http/);
  const image = new Blob([new Uint8Array(signaturePicture())], { type: 'image/png' });
  const { id } = await createSignature(signer, 'signature', image);
  await updateEnvelopeField(signer, envelope.id, 'Buyer 1', 'signature-Buyer 1', id, false);
  expect((await envelopeRecipientSubmit(signer, envelope.id, 'Buyer 1')).status).toBe('submitted');
  await api.settle();
  expect(await getEnvelope(owner, envelope.id)).toMatchObject({ status: 'complete', signed: true });
});

test('the published client uses the older interface, fails, and resets the recipient', async () => {
  const person = recipient('Buyer', 1, { auth_methods: ['passcode', 'kba'], passcode: '1234' });
  const envelope = await send(person);
  const key = envelope.recipients?.[0]?.in_app_key ?? '';
  const { signer } = await open(envelope.id, 'Buyer', key);
  await envelopeRecipientAgree(signer, envelope.id, 'Buyer', 'I agree.');
  expect(await getKbaStep(signer, envelope.id, 'Buyer')).toMatchObject({ kba_step: 'pin' });
  expect(await submitKbaPin(signer, envelope.id, 'Buyer', '1234')).toMatchObject({ kba_step: 'identity' });
  const identity = { firstName: 'Al', lastName: 'Fail', address: 'Nowhere 1' };
  const failed = await submitKbaIdentity(signer, envelope.id, 'Buyer', identity);
  expect(failed).toMatchObject({ kba_step: 'failed', message: expect.stringContaining('failed') });
  await expect(verifySigner(signer, { auth_method: 'kba', last_name: 'Fail' })).rejects.toMatchObject({
    response: { data: { error: expect.stringContaining('failed') } },
  });
  await updateRecipient(owner, envelope.id, 'Buyer', { passcode: '5678', address: 'Somewhere 2' }).then(
    () => expect.fail('what was passed may not be changed'),
    (error) => expect(error.response.status).toBe(400),
  );
  await resetRecipient(owner, envelope.id, 'Buyer');
  expect(await updateRecipient(owner, envelope.id, 'Buyer', { passcode: '5678' })).toMatchObject({
    status: 'invited',
    passcode: '5678',
  });
});

test('the published client delegates, asks, and signs in person', async () => {
  const person = recipient('Buyer', 1, { delegator: true });
  const envelope = await send(person);
  const { signer } = await open(envelope.id, 'Buyer', envelope.recipients?.[0]?.in_app_key ?? '');
  expect(await askQuestion(signer, envelope.id, 'Buyer', { question: 'Why me?' })).toMatchObject({
    role_name: 'Buyer',
  });
  const to = { first_name: 'Grace', last_name: 'Hopper', email: `grace-sdk-${Date.now()}@example.com` };
  expect(await delegateRecipient(signer, envelope.id, 'Buyer', to)).toEqual({ status: 'OK' });
  const hosted = await getInPersonLink(owner, envelope.id, 'Buyer');
  expect(hosted.recipient.email).toBe(to.email);
  const { history_entries } = await getEnvelope(owner, envelope.id);
  const events = (history_entries ?? []).map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(['recipient:delegated', 'owner:get_in_person_link']));
});
