import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  signatureField,
  submit,
} from '../stories/envelope.ts';
import { agreed, codeOf, eventsOf, verify } from './ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const reset = ({ id }: Pick<Envelope, 'id'>, role_name: string, as: { token: string } = sender) =>
  api.as(as).updateRecipient({ path: { envelope_id: id, role_name }, body: { action: 'reset' } });

const current = async ({ id }: Pick<Envelope, 'id'>) =>
  ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));

const statuses = async (envelope: Pick<Envelope, 'id'>) =>
  Object.fromEntries(
    (await current(envelope)).recipients.map((one: { role_name: string; status: string }) => [
      one.role_name,
      one.status,
    ]),
  );

const text = (role_name: string, more: Record<string, unknown> = {}) => ({
  name: `text-${role_name}`,
  role_name,
  type: 'textbox',
  document_id: 0,
  page: 1,
  x: 72,
  y: 300,
  ...more,
});

const valuesOf = async (envelope: Pick<Envelope, 'id'>) =>
  Object.fromEntries(
    (await current(envelope)).fields.map((one: { name: string; value: string }) => [one.name, one.value]),
  );

describe('a reset recipient', () => {
  it('begins from the start: own values are removed, the sender’s are restored, and a new link is mailed', async () => {
    const one = recipient('One', 1);
    const envelope = await sendEnvelope(api, sender, [one], {
      fields: [
        signatureField('One'),
        text('One', { default: 'by default' }),
        text('One', { name: 'prepared', y: 330 }),
        text('One', { name: 'box', type: 'checkbox', y: 360 }),
        text('One', { name: 'file', type: 'attachment', y: 390 }),
      ],
    });
    const path = { envelope_id: envelope.id, role_name: 'One' };
    ok(
      await api.as(sender).updateRecipientField({
        path: { ...path, field_name: 'prepared' },
        body: { value: 'from the sender', prepared: true },
      }),
    );
    const session = await prepareToSubmit(api, envelope, 'One');
    ok(await setField(api, session, 'text-One', 'filled'));
    ok(await setField(api, session, 'prepared', 'changed'));
    ok(await setField(api, session, 'box', true));
    const form = new FormData();
    form.append('document', new File(['%PDF-1.7 bytes'], 'passport.pdf'));
    ok(await api.as(session).updateRecipientField({ path: { ...path, field_name: 'file' }, form }));
    await api.settle();
    const before = (await api.messages(one.email)).length;

    expect(ok(await reset(envelope, 'One'))).toEqual({ status: 'OK' });
    const [again] = (await current(envelope)).recipients;
    expect(again).toMatchObject({ status: 'invited', agreed: false, claimed: false });
    expect(await valuesOf(envelope)).toEqual({
      'signature-One': null,
      'text-One': 'by default',
      prepared: 'from the sender',
      box: null,
      file: null,
    });
    const { fields } = await current(envelope);
    expect(JSON.stringify(fields)).not.toMatch(/base64|signature_id|passport/);
    expect(codeOf(await setField(api, session, 'text-One', 'x'))).toEqual([400, 'not_agreed']);
    await api.settle();
    expect(await api.messages(one.email)).toHaveLength(before + 1);
    expect(await eventsOf(api, sender, envelope.id)).toContainEqual(
      expect.stringMatching(/^owner:updated_recipient_info .+ starts anew\.$/),
    );

    await sign(api, envelope, 'One', 'mail');
    await api.settle();
    expect(await current(envelope)).toMatchObject({ status: 'complete', signed: true });
  });

  it('a recipient who had submitted signs again, and later recipients wait again', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 2)]);
    await sign(api, envelope, 'One');
    const two = await agreed(api, envelope, 'Two');
    ok(await reset(envelope, 'One'));
    expect(await statuses(envelope)).toEqual({ One: 'invited', Two: 'pending' });
    expect(codeOf(await submit(api, two))).toEqual([400, 'not_your_turn']);
    await sign(api, envelope, 'One');
    expect(await statuses(envelope)).toEqual({ One: 'submitted', Two: 'invited' });
    await sign(api, envelope, 'Two');
    await api.settle();
    const done = await current(envelope);
    expect(done).toMatchObject({ status: 'complete', signed: true });
    const { bytes } = await api
      .as(sender)
      .getEnvelopeDocument({ path: { document_id: done.documents[0].id }, query: { type: 'file' } });
    expectSealed(bytes);
  });

  it('a recipient who had declined opens the envelope again for everybody', async () => {
    const people = [recipient('One', 1), recipient('Two', 1), recipient('Three', 2)];
    const envelope = await sendEnvelope(api, sender, people);
    const one = await agreed(api, envelope, 'One');
    ok(await api.as(one).declineRecipient({ path: { envelope_id: envelope.id, role_name: 'One' } }));
    expect(await statuses(envelope)).toEqual({ One: 'declined', Two: 'canceled', Three: 'canceled' });
    ok(await reset(envelope, 'One'));
    expect(await statuses(envelope)).toEqual({ One: 'invited', Two: 'invited', Three: 'pending' });
    for (const role of ['Two', 'One', 'Three']) await sign(api, envelope, role);
    await api.settle();
    expect(await current(envelope)).toMatchObject({ status: 'complete', signed: true });
  });

  it('keeps no value of a field that is filled at the same moment: it is either removed or refused', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], { fields: [text('One')] });
    for (let round = 0; round < 5; round++) {
      const session = await agreed(api, envelope, 'One');
      const [filled, done] = await Promise.all([setField(api, session, 'text-One', 'late'), reset(envelope, 'One')]);
      expect([200, 400]).toContain(filled.status);
      expect(done.status).toBe(200);
      expect(await valuesOf(envelope)).toEqual({ 'text-One': null });
    }
  });
});

describe('a reset is refused', () => {
  it('to everybody but the owner', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const stranger = await api.signUp();
    expect(codeOf(await reset(envelope, 'One', stranger))).toEqual([404, 'envelope_not_found']);
    const session = await openSession(api, envelope, 'One');
    const path = { envelope_id: envelope.id, role_name: 'One' };
    const asSigner = await api.as({ signer: session.signer }).updateRecipient({ path, body: { action: 'reset' } });
    expect(codeOf(asSigner)).toEqual([401, 'wrong_session']);
  });

  it('when others have signed after the recipient, for a recipient of a copy, and once the envelope has ended', async () => {
    const people = [
      recipient('One', 1),
      recipient('Two', 2),
      recipient('Three', 3),
      recipient('Copy', 1, { type: 'cc' }),
    ];
    const envelope = await sendEnvelope(api, sender, people);
    await sign(api, envelope, 'One');
    await sign(api, envelope, 'Two');
    expect(codeOf(await reset(envelope, 'One'))).toEqual([400, 'reset_impossible']);
    expect(codeOf(await reset(envelope, 'Copy'))).toEqual([400, 'reset_impossible']);
    ok(await api.as(sender).cancelEnvelope({ path: { envelope_id: envelope.id }, body: { action: 'cancel' } }));
    expect(codeOf(await reset(envelope, 'Two'))).toEqual([400, 'envelope_ended']);
  });
});

it('a verified recipient must be verified again after a reset', async () => {
  const one = recipient('One', 1, { auth_methods: ['passcode'], passcode: '7' });
  const envelope = await sendEnvelope(api, sender, [one]);
  const session = await agreed(api, envelope, 'One');
  ok(await verify(api, session, { auth_method: 'passcode', code: '7' }));
  const id = await createSignature(api, session);
  ok(await setField(api, session, 'signature-One', id));
  ok(await reset(envelope, 'One'));
  await agreed(api, envelope, 'One');
  expect(codeOf(await setField(api, session, 'signature-One', id))).toEqual([401, 'verification_needed']);
});
