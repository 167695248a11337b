import type { IEnvelope, ISignerTokenResponse, TCreateEnvelopeRequest, VerdocsEndpoint } from '@verdocs/js-sdk';
import { unzipSync } from 'fflate';
import { expect } from 'vitest';
import { linkTo, openLink } from '../../../infra/local/story/signing.ts';
import {
  base64,
  clientCaller,
  endpointOf,
  follow,
  forFiles,
  isPdf,
  pdf,
  picture,
  pngSize,
  refusal,
} from '../client.ts';
import { field, type Recipient, recipient } from '../sending.ts';
import { join, type Member, type Stage } from './stage.ts';

/** Envelopes and all that their senders and recipients do with them. */
export const envelopes = async (stage: Stage): Promise<void> => {
  const sender = await join(stage);
  await lists(stage, sender);
  await signing(stage, sender);
  await otherEnds(stage, sender);
  await verification(stage, sender);
  await olderVerification(stage, sender);
};

const send = ({ sdk }: Stage, { endpoint }: Member, recipients: Recipient[], more: Record<string, unknown> = {}) =>
  sdk.createEnvelope(endpoint, {
    name: 'Bill of sale',
    documents: [{ name: 'bill.pdf', data: base64(pdf(2)) }],
    recipients,
    fields: recipients.map(({ role_name }) => field(`text of ${role_name}`, role_name, 'textbox', { required: true })),
    ...more,
  } as unknown as TCreateEnvelopeRequest);

/** Follows the mailed link. */
const open = async ({ api, sdk }: Stage, email: string) => {
  const endpoint = endpointOf(api);
  const started = await openLink(clientCaller(api, endpoint, sdk), await linkTo(api, email));
  return { endpoint, role_name: started.role_name, started: started as unknown as ISignerTokenResponse };
};

const eventsOf = ({ history_entries = [] }: IEnvelope) =>
  history_entries.map(({ event, role_name }) => `${event} ${role_name}`.trim());

const lists = async (stage: Stage, sender: Member) => {
  const { sdk } = stage;
  const { endpoint } = sender;
  const { id, recipients } = await send(stage, sender, [recipient('Buyer'), recipient('Seller', 2)]);
  expect(recipients.map(({ role_name, status }) => [role_name, status])).toEqual([
    ['Buyer', 'invited'],
    ['Seller', 'pending'],
  ]);
  expect(await sdk.getEnvelope(endpoint, id)).toMatchObject({ id, status: 'pending', name: 'Bill of sale' });
  const changes = { name: 'Bill', initial_reminder: 14_400_000, data: { order: 42 } };
  expect(await sdk.updateEnvelope(endpoint, id, changes)).toMatchObject({ id, ...changes });
  await stage.api.settle();
  const found = await sdk.getEnvelopes(endpoint, { q: 'bill', view: 'waiting', status: ['pending', 'in progress'] });
  expect(found).toMatchObject({ count: 1, page: 0, envelopes: [{ id }] });
  expect((await sdk.getEnvelopes(endpoint, { status: ['complete'] })).envelopes).toEqual([]);

  expect(await sdk.cancelEnvelope(endpoint, id)).toMatchObject({ id, status: 'canceled' });
  const canceled = await sdk.getEnvelope(endpoint, id);
  expect(canceled.canceled_at).not.toBeNull();
  expect(new Set(canceled.recipients.map(({ status }) => status))).toEqual(new Set(['canceled']));
  expect((await refusal(sdk.resetRecipient(endpoint, id, 'Buyer'))).status).toBe(400);
};

const signing = async (stage: Stage, sender: Member) => {
  const { api, sdk } = stage;
  const buyer = recipient('Buyer one');
  const { id, documents = [] } = await send(stage, sender, [buyer], {
    fields: [
      field('name', 'Buyer one', 'textbox', { required: true, y: 700 }),
      field('signed', 'Buyer one', 'signature', { required: true, y: 600 }),
      field('initialed', 'Buyer one', 'initial', { required: true, y: 500 }),
      field('passport', 'Buyer one', 'attachment', { y: 400 }),
    ],
  });
  const document = documents?.[0]?.id ?? '';
  const { endpoint, role_name, started } = await open(stage, buyer.email);
  expect(started).toMatchObject({ envelope: { id }, recipient: { role_name, status: 'opened', auth_step: null } });
  const place = { locale: 'de-AT', timezone: 'Europe/Vienna' };
  const agreed = await sdk.envelopeRecipientAgree(endpoint, id, role_name, 'I agree.', place);
  expect(agreed).toMatchObject({ agreed: true, disclosures: 'I agree.', ...place });

  const asked = await sdk.askQuestion(endpoint, id, role_name, { question: 'Is it blue?' });
  expect(asked).toMatchObject({ role_name, email: buyer.email });
  await api.settle();
  expect((await api.messages(sender.email))[0]?.text).toContain('Is it blue?');

  for (const variant of ['original', 'filled'] as const) {
    const shown = await sdk.getEnvelopeDocumentPageDisplayUri(endpoint, document, 2, variant);
    expect((await pngSize(shown)).width).toBeGreaterThan(100);
  }
  expect((await refusal(sdk.envelopeRecipientSubmit(endpoint, id, role_name))).status).toBe(400);
  const set = (name: string, value: string) => sdk.updateEnvelopeField(endpoint, id, role_name, name, value, false);
  expect(await set('name', 'Ada')).toMatchObject({ name: 'name', value: 'Ada', role_name, is_valid: true });
  const signature = await sdk.createSignature(endpoint, 'signature.png', picture());
  expect(await set('signed', signature.id)).toMatchObject({ value: 'signed' });
  const initials = await sdk.createInitials(endpoint, 'initials.png', picture());
  expect(await set('initialed', initials.id ?? '')).toMatchObject({ value: 'initialed' });
  const { started: again } = await open(stage, buyer.email);
  expect(again.signatures?.map(({ id: one }) => one)).toEqual([signature.id]);
  expect(again.initials?.map(({ id: one }) => one)).toEqual([initials.id]);

  const passport = new File(['%PDF-1.7 a passport'], 'passport.pdf', { type: 'application/pdf' });
  const progress: number[] = [];
  await sdk.uploadEnvelopeFieldAttachment(endpoint, id, role_name, 'passport', passport, (percent) =>
    progress.push(percent),
  );
  expect(progress.at(-1)).toBe(100);
  const attached = async () =>
    (await sdk.getEnvelope(endpoint, id)).fields?.find(({ name }) => name === 'passport')?.value;
  expect(await attached()).toBe('attached');
  await sdk.deleteEnvelopeFieldAttachment(endpoint, id, role_name, 'passport');
  expect(await attached()).toBeNull();

  const submitted = await sdk.envelopeRecipientSubmit(endpoint, id, role_name, place);
  expect(submitted).toMatchObject({ status: 'submitted', ...place });
  await api.settle();
  expect((await sdk.getNotifications(sender.endpoint)).length).toBeGreaterThan(0);
  await documentsOf(stage, sender, id);
};

const documentsOf = async (stage: Stage, { endpoint }: Member, id: string) => {
  const { api, sdk } = stage;
  const files = forFiles(api, endpoint);
  const done = await sdk.getEnvelope(endpoint, id);
  expect(done).toMatchObject({ status: 'complete', signed: true });
  const [document, certificate] = done.documents ?? [];
  const document_id = document?.id ?? '';
  expect(await sdk.getEnvelopeDocument(endpoint, document_id)).toEqual(document);
  for (const blob of [
    await sdk.downloadEnvelopeDocument(files, document_id),
    await sdk.getEnvelopeFile(files, document_id),
  ]) {
    expect(blob).toMatchObject({ type: 'application/pdf', size: document?.size });
    expect(isPdf(new Uint8Array(await blob.arrayBuffer()))).toBe(true);
  }
  const download = await follow(await sdk.getEnvelopeDocumentDownloadLink(endpoint, document_id));
  expect(download.disposition).toMatch(/^attachment/);
  const combined = await follow(await sdk.getCombinedEnvelopeDocumentDownloadLink(endpoint, document_id));
  expect(combined.disposition).toMatch(/^attachment/);
  expect(isPdf(combined.bytes)).toBe(true);
  const preview = await follow(await sdk.getEnvelopeDocumentPreviewLink(endpoint, document_id));
  expect(preview).toMatchObject({ type: 'application/pdf', disposition: expect.stringMatching(/^inline/) });
  const page = await sdk.getEnvelopeDocumentPageDisplayUri(endpoint, certificate?.id ?? '', 1, 'certificate');
  expect((await pngSize(page)).width).toBeGreaterThan(100);
  const { data: zip } = await sdk.getEnvelopesZip(files, [id]);
  expect(Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))).toHaveLength(2);
};

const otherEnds = async (stage: Stage, sender: Member) => {
  const { api, sdk } = stage;
  const { endpoint } = sender;
  const [one, two] = [recipient('One', 1, { delegator: true }), recipient('Two')];
  const { id } = await send(stage, sender, [one, two]);
  expect(await sdk.updateRecipient(endpoint, id, 'Two', { first_name: 'Terence' })).toMatchObject({
    role_name: 'Two',
    first_name: 'Terence',
  });
  await api.settle();
  const before = (await api.messages(two.email)).length;
  await sdk.remindRecipient(endpoint, id, 'Two');
  await api.settle();
  expect(await api.messages(two.email)).toHaveLength(before + 1);

  const delegator = await open(stage, one.email);
  const to = { first_name: 'Grace', last_name: 'Hopper', email: `grace-${one.email}`, message: 'Please do' };
  expect(await sdk.delegateRecipient(delegator.endpoint, id, 'One', to)).toEqual({ status: 'OK' });
  const delegated = await sdk.getEnvelope(endpoint, id);
  expect(delegated.recipients.find(({ role_name }) => role_name === 'One')).toMatchObject({
    email: to.email,
    sequence: 1,
    order: 1,
  });
  expect(delegated.recipients.some(({ role_name }) => role_name.startsWith('delegated_to_'))).toBe(true);
  expect((await open(stage, to.email)).started.recipient).toMatchObject({ email: to.email, status: 'opened' });

  const hosted = await sdk.getInPersonLink(endpoint, id, 'Two');
  expect(hosted.access_key).toMatchObject({ type: 'in_person_link', role_name: 'Two' });
  const here: VerdocsEndpoint = endpointOf(api);
  await sdk.startSigningSession(here, id, 'Two', hosted.access_key.key);
  const direct = endpointOf(api).setToken(hosted.access_token, 'signing');
  expect(await sdk.envelopeRecipientDecline(direct, id, 'Two')).toMatchObject({ status: 'declined' });
  expect(await sdk.getEnvelope(endpoint, id)).toMatchObject({ status: 'declined' });
  await sdk.resetRecipient(endpoint, id, 'Two');
  const reset = await sdk.getEnvelope(endpoint, id);
  expect(reset.status).not.toBe('declined');
  expect(eventsOf(reset)).toEqual(
    expect.arrayContaining(['recipient:declined Two', 'recipient:reminder Two', 'owner:get_in_person_link Two']),
  );
  expect((await refusal(sdk.getInPersonLink(delegator.endpoint, id, 'Two'))).status).toBe(401);
};

const verification = async (stage: Stage, sender: Member) => {
  const { api, sdk } = stage;
  const phone = '+15550100777';
  const one = recipient('Careful', 1, {
    auth_methods: ['passcode', 'email', 'sms', 'kba'],
    passcode: 'Lemon',
    phone_auth: phone,
  });
  const { id, documents } = await send(stage, sender, [one]);
  const { endpoint, role_name, started } = await open(stage, one.email);
  expect(started.recipient.auth_step).toBe('passcode');
  await sdk.envelopeRecipientAgree(endpoint, id, role_name);
  const shown = () => sdk.getEnvelopeDocumentPageDisplayUri(endpoint, documents?.[0]?.id ?? '', 1);
  expect((await refusal(shown())).status).toBe(401);

  expect((await refusal(sdk.verifySigner(endpoint, { auth_method: 'passcode', code: 'Lime' }))).status).toBe(400);
  let answer = await sdk.verifySigner(endpoint, { auth_method: 'passcode', code: 'Lemon' });
  for (const [auth_method, address] of [
    ['email', one.email],
    ['sms', phone],
  ] as const) {
    expect(answer.recipient.auth_step).toBe(auth_method);
    await sdk.verifySigner(endpoint, { auth_method, code: '', resend: true });
    await api.settle();
    const code = (await api.messages(address)).find((message) => message.code)?.code ?? '';
    answer = await sdk.verifySigner(endpoint, { auth_method, code });
  }
  const { first_name, last_name } = one;
  answer = await sdk.verifySigner(endpoint, { auth_method: 'kba', first_name, last_name, address: '1 Main Street' });
  expect(answer.recipient.auth_method_states).toMatchObject({ passcode: 'complete', kba: 'questions' });
  const responses = (answer.recipient.kba_questions ?? []).map(({ type, answer: [first = ''] }) => ({
    type,
    answer: first,
  }));
  answer = await sdk.verifySigner(endpoint, { auth_method: 'kba', responses });
  expect(answer.recipient).toMatchObject({ auth_step: null, auth_method_states: { kba: 'complete' } });
  expect((await follow(await shown())).type).toBe('image/png');
};

/** The functions by which clients passed KBA before there were other methods. */
const olderVerification = async (stage: Stage, sender: Member) => {
  const { sdk } = stage;
  const [plain, careful] = [
    recipient('Plain'),
    recipient('Careful', 1, { auth_methods: ['passcode', 'kba'], passcode: '1234' }),
  ];
  const { id } = await send(stage, sender, [plain, careful]);
  const free = await open(stage, plain.email);
  expect(await sdk.getKbaStep(free.endpoint, id, 'Plain')).toEqual({
    envelope_id: id,
    role_name: 'Plain',
    kba_step: 'none',
  });

  const { endpoint } = await open(stage, careful.email);
  await sdk.envelopeRecipientAgree(endpoint, id, 'Careful');
  expect((await sdk.getKbaStep(endpoint, id, 'Careful')).kba_step).toBe('pin');
  expect((await sdk.submitKbaPin(endpoint, id, 'Careful', '1234')).kba_step).toBe('identity');
  const identity = { firstName: 'Paige', lastName: 'Turner', address: '1 Main Street', city: 'Springfield' };
  const asked = await sdk.submitKbaIdentity(endpoint, id, 'Careful', identity);
  if (asked.kba_step !== 'challenge') throw new Error(`It went on to ${asked.kba_step}`);
  const responses = asked.questions.map(({ type, options: [first = ''] }) => ({ type, answer: first }));
  expect(await sdk.submitKbaChallengeResponse(endpoint, id, 'Careful', responses)).toEqual({
    envelope_id: id,
    role_name: 'Careful',
    kba_step: 'complete',
  });
  expect((await sdk.getKbaStep(endpoint, id, 'Careful')).kba_step).toBe('complete');
};
