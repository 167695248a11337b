import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, type Api, type Person, startApi } from '../api.ts';
import { createSignature, type Envelope, ok, openSession, setField, submit } from '../stories/envelope.ts';
import { agreed, codeOf, SECRETS, sendProtected, verify } from './ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const NEEDED = [401, 'verification_needed'];

/** Everything that a session can read of an envelope, and what it would change. */
const reads = (session: { token?: string; signer?: string }, envelope: Envelope) => {
  const as = api.as(session);
  const document_id = envelope.documents[0]?.id ?? '';
  const page = (variant: string) => as.getEnvelopeDocumentPage({ path: { document_id, variant, page: '1' } });
  const document = (query: object) => as.getEnvelopeDocument({ path: { document_id }, query });
  return Promise.all([
    page('original'),
    page('filled'),
    as.getEnvelopeDocumentPages({ path: { document_id, variant: 'filled' }, query: {} }),
    document({}),
    document({ type: 'file' }),
    document({ type: 'download' }),
    document({ type: 'preview' }),
    document({ type: 'file', combined: true }),
    as.getEnvelopeAudit({ path: { envelope_id: envelope.id } }),
  ]) as Promise<Answered[]>;
};

const expectNothingIn = (answers: unknown) => {
  const text = JSON.stringify(answers);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
};

describe('before a recipient is verified', () => {
  it('no operation of a signing session shows or changes anything of the documents', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode', 'email'], passcode: '1' });
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    const session = await openSession(api, envelope, 'Signer');
    const { signer, first_page } = session;
    expect(first_page).toBeNull();
    const id = await createSignature(api, session);
    const withheld = async () => {
      const answers = await reads({ signer }, envelope);
      for (const answer of answers) expect(codeOf(answer)).toEqual(NEEDED);
      const shown = ok(await api.as({ signer }).getEnvelope({ path: { envelope_id: envelope.id } }));
      expect(shown).toMatchObject({ name: 'An envelope', fields: [], description: null, data: null });
      expect(shown.documents).toMatchObject([{ id: envelope.documents[0]?.id, name: '', pages: 0, page_sizes: {} }]);
      const kba = await api.as({ signer }).getKbaStep({ path });
      expectNothingIn([session, answers, shown, kba]);
    };
    await withheld();
    expect(codeOf(await setField(api, session, 'text', 'x'))).toEqual([400, 'not_agreed']);
    ok(await api.as({ signer }).agreeRecipient({ path, body: { disclosures: 'I agree.' } }));
    await withheld();
    // One of two methods is not enough.
    expectNothingIn(ok(await verify(api, session, { auth_method: 'passcode', code: '1' })));
    await withheld();
    const refused = [
      await setField(api, session, 'text', 'x'),
      await setField(api, session, 'there-is-no-such-field', 'x'),
      await api.as({ signer }).updateEnvelopeField({
        path: { envelope_id: envelope.id, field_name: 'signature-Signer' },
        body: { value: id },
      }),
      await submit(api, session),
    ];
    for (const answer of refused) {
      expect(codeOf(answer)).toEqual(NEEDED);
      expectNothingIn(answer.body);
    }
  });

  it('a user’s session with the same address shows no more', async () => {
    const ada = await api.signUp();
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: '1', email: ada.email });
    const shown = ok(await api.as(ada).getEnvelope({ path: { envelope_id: envelope.id } }));
    const listed = ok(await api.as(ada).getEnvelopes());
    expect(listed.envelopes).toHaveLength(1);
    const answers = await reads(ada, envelope);
    expectNothingIn([shown, listed, answers]);
    for (const answer of answers) expect(codeOf(answer)).toEqual(NEEDED);
    expect((await api.as(ada).getEnvelopesZip({ path: { ids: envelope.id } })).status).toBe(401);

    const session = await agreed(api, envelope);
    ok(await verify(api, session, { auth_method: 'passcode', code: '1' }));
    // Nor afterwards: the passcode was entered in the signing session, and not in this one.
    for (const answer of await reads(ada, envelope)) expect(codeOf(answer)).toEqual(NEEDED);
    expectNothingIn(ok(await api.as(ada).getEnvelopes()));
  });

  it('the sender sees everything, and so does a recipient who needs no verification', async () => {
    const envelope = await sendProtected(
      api,
      sender,
      { auth_methods: ['passcode'], passcode: '1' },
      {
        recipients: [
          { role_name: 'Signer', first_name: 'A', last_name: 'B', email: 'a@example.com', auth_methods: ['email'] },
          {
            role_name: 'Other',
            type: 'approver',
            first_name: 'C',
            last_name: 'D',
            email: 'c@example.com',
            sequence: 1,
          },
        ],
      },
    );
    const other = await openSession(api, envelope, 'Other');
    for (const session of [sender, { signer: other.signer }]) {
      for (const { status } of await reads(session, envelope)) expect(status).toBe(200);
    }
    expect(other.envelope.fields).toHaveLength(2);
  });
});

describe('afterwards', () => {
  it('the answer of the last step has the withheld data, and everything can be read', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: '1' });
    const session = await agreed(api, envelope);
    const verified = ok(await verify(api, session, { auth_method: 'passcode', code: '1' }));
    for (const secret of SECRETS) expect(JSON.stringify(verified)).toContain(secret);
    for (const { status } of await reads({ signer: session.signer }, envelope)) expect(status).toBe(200);
    for (const { status } of await reads({ signer: verified.access_token }, envelope)) expect(status).toBe(200);
  });

  it('another session of the same recipient is verified anew', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: '1' });
    ok(await verify(api, await agreed(api, envelope), { auth_method: 'passcode', code: '1' }));
    const second = await openSession(api, envelope, 'Signer', 'mail');
    expect(second.recipient.auth_step).toBe('passcode');
    expect(second.envelope.fields).toEqual([]);
  });
});
