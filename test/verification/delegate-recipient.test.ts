import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree, linkTo, type Signer } from '../../infra/local/story/signing.ts';
import { getItem, putRecord } from '../../lib/storage/engine/client.ts';
import { recipientCodeKey } from '../../lib/storage/engine/keys.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import {
  createSignature,
  type Envelope,
  ok,
  openSession,
  prepareToSubmit,
  recipient,
  sendEnvelope,
  setField,
  sign,
  submit,
} from '../stories/envelope.ts';
import { type Receiver, startReceiver } from '../webhooks-api/receiver.ts';
import { agreed, codeOf, eventsOf, receiveCode, verify } from './ceremony.ts';

let api: Api;
let sender: Person;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  receiver = await startReceiver();
  const events = { recipient_delegated: true };
  ok(await api.as(sender).setWebhooks({ body: { url: receiver.url, active: true, events } }));
});
afterAll(async () => {
  await receiver.stop();
  await api.stop();
});

let people = 0;
const grace = (more: Record<string, unknown> = {}) => {
  people += 1;
  const email = `grace-${process.pid}-${people}@example.com`;
  return { first_name: 'Grace', last_name: 'Hopper', email, message: 'Please take over.', ...more };
};

const delegate = ({ signer, envelope_id, role_name }: Signer, body: unknown) =>
  api.as({ signer }).delegateRecipient({ path: { envelope_id, role_name }, body });

const current = async (envelope_id: string): Promise<Envelope> =>
  ok(await api.as(sender).getEnvelope({ path: { envelope_id } }));

describe('a recipient who delegates', () => {
  it('is replaced by a delegate who begins from the start, and the envelope ends signed by the delegate', async () => {
    const ada = recipient('Buyer', 1, { delegator: true, first_name: 'Ada', order: 3 });
    const envelope = await sendEnvelope(api, sender, [ada, recipient('Seller', 2)]);
    const session = await prepareToSubmit(api, envelope, 'Buyer', 'mail');
    const oldLink = await linkTo(api, ada.email);
    const to = grace();
    expect(ok(await delegate(session, to))).toEqual({ status: 'OK' });

    const after = await current(envelope.id);
    const [buyer, delegator] = ['Buyer', 'delegated_to_Grace_Hopper'].map((role) =>
      after.recipients.find(({ role_name }) => role_name === role),
    );
    expect(buyer).toMatchObject({ first_name: 'Grace', email: to.email, status: 'invited', agreed: false });
    expect(buyer).toMatchObject({ sequence: 1, order: 3, delegated_to: null, delegator: false });
    expect(delegator).toMatchObject({ first_name: 'Ada', email: ada.email, status: 'canceled' });
    expect(delegator).toMatchObject({ delegated_to: 'Grace Hopper' });
    expect(after.recipients).toHaveLength(3);
    const fields = after.fields as { role_name: string; value: string | null }[];
    expect(fields.find(({ role_name }) => role_name === 'Buyer')).toMatchObject({ value: null });
    expect(await eventsOf(api, sender, envelope.id)).toContain(
      'recipient:delegated “Ada Person” delegated to “Grace Hopper”.',
    );
    const entries = after.history_entries as { event: string; role_name: string; name: string }[];
    const namesOf = (event: string) => entries.flatMap((one) => (one.event === event ? [one.name] : []));
    expect([namesOf('recipient:opened'), namesOf('recipient:delegated')]).toEqual([['Ada Person'], ['Ada Person']]);
    const acts = entries.map(({ event, role_name }) => `${event} ${role_name}`);
    expect(acts).toContain('recipient:opened delegated_to_Grace_Hopper');
    expect(acts).toContain('recipient:delegated delegated_to_Grace_Hopper');
    expect(acts).not.toContain('recipient:opened Buyer');

    await api.settle();
    const [mail] = await api.messages(to.email);
    expect(mail?.subject).toContain('Ada');
    expect(mail?.text).toContain('Please take over.');
    expect(receiver.received.at(-1)?.body).toMatchObject({
      type: 'recipient_delegated',
      data: { role_name: 'Buyer', recipient: { email: to.email } },
    });

    // The person who delegated can do nothing more, and sees this.
    expect((await submit(api, session)).status).toBe(404);
    expect((await setField(api, session, 'signature-Buyer', null)).status).toBe(404);
    const old = ok(await api.anyone.startSigningSession({ path: oldLink }));
    expect(old.recipient).toMatchObject({ delegated_to: 'Grace Hopper', email: ada.email });
    expect(old.envelope.fields).toEqual([]);
    const document_id = after.documents[0]?.id ?? '';
    const read = await api.as({ signer: old.access_token }).getEnvelopeDocument({ path: { document_id } });
    expect(read.status).toBe(401);
    const shown = ok(
      await api.anyone.startSigningSession({ path: { ...oldLink, key: envelope.recipients[0]?.in_app_key ?? '' } }),
    );
    expect(shown.recipient.delegated_to).toBe('Grace Hopper');

    await sign(api, after, 'Buyer', 'mail');
    await sign(api, after, 'Seller');
    await api.settle();
    const done = await current(envelope.id);
    expect(done).toMatchObject({ status: 'complete', signed: true });
    for (const { id } of done.documents) {
      const { bytes } = await api
        .as(sender)
        .getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
      expectSealed(bytes);
    }
    const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    expect(audit.intact).toBe(true);
    const completions = async (address: string) =>
      (await api.messages(address)).filter(({ subject }) => /Completed/.test(subject));
    expect(await completions(to.email)).toHaveLength(1);
    expect(await completions(ada.email)).toEqual([]);
  });

  it('requires the same verification of the delegate, at the new address', async () => {
    const auth_methods = ['passcode', 'email', 'sms'];
    const ada = recipient('Buyer', 1, { delegator: true, auth_methods, passcode: '1', phone_auth: '+15550100001' });
    const envelope = await sendEnvelope(api, sender, [ada]);
    const session = await agreed(api, envelope, 'Buyer');
    const to = grace({ phone: '+1 555 010 0002' });
    expect(codeOf(await delegate(session, to))).toEqual([401, 'verification_needed']);
    ok(await verify(api, session, { auth_method: 'passcode', code: '1' }));
    ok(await verify(api, session, { auth_method: 'email', code: await receiveCode(api, session, 'email', ada.email) }));
    ok(
      await verify(api, session, { auth_method: 'sms', code: await receiveCode(api, session, 'sms', '+15550100001') }),
    );
    expect(codeOf(await delegate(session, { ...to, phone: '' }))).toEqual([406, 'invalid']);
    // A message may be sent so late that its code is stored when the address is verified already.
    const late = { ...recipientCodeKey(envelope.id, 'Buyer', 'email'), role_name: 'Buyer', method: 'email', codes: [] };
    await putRecord(late);
    ok(await delegate(session, to));
    expect(await getItem(late)).toBeUndefined();

    const link = await linkTo(api, to.email);
    const opened = ok(await api.anyone.startSigningSession({ path: link }));
    expect(opened.recipient).toMatchObject({ auth_step: 'passcode', auth_methods });
    expect(opened.envelope.fields).toEqual([]);
    const theirs = { signer: opened.access_token, envelope_id: envelope.id, role_name: 'Buyer' };
    await agree(api, theirs);
    ok(await verify(api, theirs, { auth_method: 'passcode', code: '1' }));
    ok(await verify(api, theirs, { auth_method: 'email', code: await receiveCode(api, theirs, 'email', to.email) }));
    ok(await verify(api, theirs, { auth_method: 'sms', code: await receiveCode(api, theirs, 'sms', '+15550100002') }));
    ok(await setField(api, theirs, 'signature-Buyer', await createSignature(api, theirs)));
    ok(await submit(api, theirs));
  });

  it('loses the envelope in lists, and the delegate gets it', async () => {
    const [ada, other] = [await api.signUp(), await api.signUp()];
    const envelope = await sendEnvelope(api, sender, [recipient('Buyer', 1, { delegator: true, email: ada.email })]);
    const inbox = async (person: Person) => {
      await api.settle();
      return ok(await api.as(person).getEnvelopes({ query: { view: 'inbox' } })).count;
    };
    expect([await inbox(ada), await inbox(other)]).toEqual([1, 0]);
    ok(await delegate(await openSession(api, envelope, 'Buyer'), grace({ email: other.email })));
    expect([await inbox(ada), await inbox(other)]).toEqual([0, 1]);
    expect(ok(await api.as(ada).getEnvelopes()).count).toBe(0);
  });

  it('is distinct from others who delegate to a person of the same name, and from any role’s name', async () => {
    const people = ['A & B', 'Ü 2', 'delegated_to_Grace_Hopper'].map((role) => recipient(role, 1, { delegator: true }));
    const envelope = await sendEnvelope(api, sender, people);
    for (const { role_name } of people) ok(await delegate(await openSession(api, envelope, role_name), grace()));
    const roles = (await current(envelope.id)).recipients.map(({ role_name }) => role_name);
    expect(new Set(roles).size).toBe(6);
    expect(roles.filter((role) => role.startsWith('delegated_to_'))).toHaveLength(4);
    for (const { role_name } of people) await sign(api, await current(envelope.id), role_name);
    await api.settle();
    expect(await current(envelope.id)).toMatchObject({ status: 'complete', signed: true });
  });

  it('causes no message with no_contact', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('Buyer', 1, { delegator: true })], {
      no_contact: true,
    });
    const to = grace();
    ok(await delegate(await openSession(api, envelope, 'Buyer'), to));
    await api.settle();
    expect(await api.messages(to.email)).toEqual([]);
    const session = await openSession(api, await current(envelope.id), 'Buyer');
    expect(session.recipient.email).toBe(to.email);
  });

  it('delegates once, even if it is requested several times at the same moment', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('Buyer', 1, { delegator: true })]);
    const session = await openSession(api, envelope, 'Buyer');
    const statuses = (await Promise.all([1, 2, 3].map(() => delegate(session, grace())))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404, 404]);
    expect((await current(envelope.id)).recipients).toHaveLength(2);
  });
});

describe('delegating is refused', () => {
  it('if the sender doesn’t allow it, to oneself, and without a name or an address', async () => {
    const [plain, free] = [recipient('Plain', 1), recipient('Free', 1, { delegator: true })];
    const envelope = await sendEnvelope(api, sender, [plain, free]);
    expect(codeOf(await delegate(await openSession(api, envelope, 'Plain'), grace()))).toEqual([
      400,
      'not_a_delegator',
    ]);
    const session = await openSession(api, envelope, 'Free');
    for (const body of [
      {},
      grace({ email: 'x' }),
      grace({ first_name: '' }),
      grace({ email: free.email.toUpperCase() }),
    ]) {
      expect(codeOf(await delegate(session, body))).toEqual([406, 'invalid']);
    }
    const wrong = { ...session, role_name: 'Plain' };
    expect(codeOf(await delegate(wrong, grace()))).toEqual([404, 'recipient_not_found']);
    const elsewhere = await sendEnvelope(api, sender, [recipient('Free', 1, { delegator: true })]);
    expect(codeOf(await delegate({ ...session, envelope_id: elsewhere.id }, grace()))).toEqual([
      404,
      'envelope_not_found',
    ]);
  });

  it('once the recipient is done', async () => {
    const people = [recipient('Buyer', 1, { delegator: true }), recipient('Seller', 2)];
    const envelope = await sendEnvelope(api, sender, people);
    const session = await sign(api, envelope, 'Buyer');
    expect(codeOf(await delegate(session, grace()))).toEqual([400, 'recipient_not_acting']);
  });
});
