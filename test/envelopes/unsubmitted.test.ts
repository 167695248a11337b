import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import {
  createSignature,
  type Envelope,
  ok,
  openSession,
  recipient,
  sendEnvelope,
  setField,
  submit,
} from '../stories/envelope.ts';
import { agreed, codeOf, verify } from '../verification/ceremony.ts';

let api: Api;
let sender: Person;
let colleague: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  colleague = await api.signUp();
});
afterAll(() => api.stop());

const text = (role_name: string, name: string, more: Record<string, unknown> = {}) => ({
  name,
  role_name,
  type: 'textbox',
  document_id: 0,
  page: 1,
  x: 72,
  y: 300,
  ...more,
});

/** Ada's values. Nobody else may see them before she submits. */
const TYPED = ['ada-typed', 'ada-changed', 'ada-passport.pdf', 'base64', 'signature_id', '02/28/2026'];

/** Ada and Ben sign in parallel; Ben has an account and is verified by a passcode. */
const filledByAda = async () => {
  const ben = recipient('Ben', 1, { email: colleague.email, auth_methods: ['passcode'], passcode: '1' });
  const envelope = await sendEnvelope(api, sender, [recipient('Ada', 1), ben, recipient('Later', 2)], {
    fields: [
      text('Ada', 'typed'),
      text('Ada', 'proposal', { default: 'by-default' }),
      text('Ada', 'prepared', { required: false }),
      text('Ada', 'day', { type: 'date' }),
      text('Ada', 'box', { type: 'checkbox' }),
      text('Ada', 'radio', { type: 'radio', group: 'g' }),
      text('Ada', 'choice', { type: 'dropdown', options: [{ id: 'a', label: 'A' }] }),
      text('Ada', 'sign', { type: 'signature' }),
      text('Ada', 'paper', { type: 'attachment' }),
      text('Ben', 'own'),
    ],
  });
  const path = { envelope_id: envelope.id, role_name: 'Ada' };
  ok(
    await api.as(sender).updateRecipientField({
      path: { ...path, field_name: 'prepared' },
      body: { value: 'by-sender', prepared: true },
    }),
  );
  const ada = await agreed(api, envelope, 'Ada');
  for (const [name, value] of [
    ['typed', 'ada-typed'],
    ['proposal', 'ada-changed'],
    ['prepared', 'ada-changed'],
    ['day', '2026-02-28'],
    ['box', true],
    ['radio', true],
    ['choice', 'a'],
    ['sign', await createSignature(api, ada)],
  ] as const) {
    ok(await setField(api, ada, name, value));
  }
  const form = new FormData();
  form.append('document', new File(['%PDF-1.7 ada-bytes'], 'ada-passport.pdf'));
  ok(await api.as(ada).updateRecipientField({ path: { ...path, field_name: 'paper' }, form }));
  return { envelope, ada };
};

const AS_SENT = {
  typed: null,
  proposal: 'by-default',
  prepared: 'by-sender',
  day: null,
  box: null,
  radio: null,
  choice: '',
  sign: null,
  paper: null,
  own: null,
};

type Shown = { fields: { name: string; value: string | null }[] };
const valuesIn = ({ fields }: Shown) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));

const expectAsSent = (shown: Shown) => {
  expect(valuesIn(shown)).toEqual(AS_SENT);
  for (const typed of TYPED) expect(JSON.stringify(shown)).not.toContain(typed);
};

const read = async ({ id }: Pick<Envelope, 'id'>, as: object) =>
  ok(await api.as(as).getEnvelope({ path: { envelope_id: id } }));

const filledPage = async (envelope: Envelope, as: object) => {
  const document_id = envelope.documents[0]?.id ?? '';
  const answer = await api.as(as).getEnvelopeDocumentPage({ path: { document_id, variant: 'filled', page: '1' } });
  return String(ok(answer)).split('?')[0];
};

describe('a value that a recipient has not submitted', () => {
  it('is shown to no other recipient by any operation: they see the sender’s value', async () => {
    const { envelope } = await filledByAda();
    const blank = await filledPage(envelope, sender);
    const ben = await openSession(api, envelope, 'Ben');
    const path = { envelope_id: envelope.id, role_name: 'Ben' };
    ok(await api.as(ben).agreeRecipient({ path, body: { disclosures: 'I agree.' } }));
    const verified = ok(await verify(api, ben, { auth_method: 'passcode', code: '1' }));
    expectAsSent(verified.envelope);
    // Another session has proved nothing, and neither has an account of the same address.
    expect(valuesIn((await openSession(api, envelope, 'Ben')).envelope)).toEqual({});
    expect(valuesIn(await read(envelope, colleague))).toEqual({});
    expectAsSent(await read(envelope, ben));
    expect(await filledPage(envelope, ben)).toBe(blank);
    for (const as of [ben, colleague]) {
      const { body } = await api.as(as).getEnvelopeAudit({ path: { envelope_id: envelope.id } });
      for (const typed of TYPED) expect(JSON.stringify(body)).not.toContain(typed);
    }
    const own = ok(await setField(api, ben, 'own', 'x'));
    for (const typed of TYPED) expect(JSON.stringify(own)).not.toContain(typed);
    expect(codeOf(await setField(api, ben, 'typed', 'x'))).toEqual([404, 'field_not_found']);
    expect((await api.as(colleague).getEnvelopesZip({ path: { ids: envelope.id } })).status).toBe(401);
  });

  it('is shown to the recipient and to the sender', async () => {
    const { envelope, ada } = await filledByAda();
    for (const as of [ada, sender]) {
      const shown = await read(envelope, as);
      expect(valuesIn(shown)).toMatchObject({
        typed: 'ada-typed',
        prepared: 'ada-changed',
        sign: 'signed',
        box: 'true',
      });
      expect(JSON.stringify(shown)).toContain('base64');
    }
  });

  it('is shown to all once it is submitted, and no longer when the sender resets the recipient', async () => {
    const { envelope, ada } = await filledByAda();
    ok(await submit(api, ada));
    const shown = await read(envelope, colleague);
    // A recipient who isn't verified yet sees none.
    expect(shown.fields).toEqual([]);
    const ben = await openSession(api, envelope, 'Ben');
    ok(await api.as(ben).agreeRecipient({ path: { envelope_id: envelope.id, role_name: 'Ben' }, body: {} }));
    ok(await verify(api, ben, { auth_method: 'passcode', code: '1' }));
    expect(valuesIn(await read(envelope, ben))).toMatchObject({
      typed: 'ada-typed',
      sign: 'signed',
      paper: 'attached',
    });
    expect(JSON.stringify(await read(envelope, ben))).toContain('base64');
    const path = { envelope_id: envelope.id, role_name: 'Ada' };
    ok(await api.as(sender).updateRecipient({ path, body: { action: 'reset' } }));
    expectAsSent(await read(envelope, ben));
  });

  it('is shown to nobody after the recipient has declined', async () => {
    const { envelope, ada } = await filledByAda();
    const ben = await openSession(api, envelope, 'Ben');
    ok(await api.as(ben).agreeRecipient({ path: { envelope_id: envelope.id, role_name: 'Ben' }, body: {} }));
    ok(await verify(api, ben, { auth_method: 'passcode', code: '1' }));
    ok(await api.as(ada).declineRecipient({ path: { envelope_id: envelope.id, role_name: 'Ada' }, body: {} }));
    expectAsSent(await read(envelope, ben));
  });

  it('a file that the sender prepared is shown again if the recipient replaced it', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('Ada', 1), recipient('Ben', 1)], {
      fields: [text('Ada', 'paper', { type: 'attachment' })],
    });
    const path = { envelope_id: envelope.id, role_name: 'Ada', field_name: 'paper' };
    const attach = async (as: object, name: string) => {
      const form = new FormData();
      form.append('document', new File([`%PDF-1.7 ${name}`], name));
      form.append('prepared', 'true');
      ok(await api.as(as).updateRecipientField({ path, form }));
    };
    const nameShown = async (as: object) => (await read(envelope, as)).fields[0].settings.name;
    await attach(sender, 'from-sender.pdf');
    const ada = await agreed(api, envelope, 'Ada');
    await attach(ada, 'from-ada.pdf');
    const ben = await openSession(api, envelope, 'Ben');
    expect([await nameShown(ada), await nameShown(ben)]).toEqual(['from-ada.pdf', 'from-sender.pdf']);
    const recipientPath = { envelope_id: envelope.id, role_name: 'Ada' };
    ok(await api.as(sender).updateRecipient({ path: recipientPath, body: { action: 'reset' } }));
    expect([await nameShown(sender), await nameShown(ben)]).toEqual(['from-sender.pdf', 'from-sender.pdf']);
  });
});
