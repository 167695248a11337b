import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree, type Link, linkIn, linkTo, openLink, type Signer } from '../../infra/local/story/signing.ts';
import { readTrail, signings } from '../../lib/verifier/trail.ts';
import { type Answered, type Api, type Person, startApi } from '../api.ts';
import { signIn } from '../members/member.ts';
import { signaturePicture } from '../pictures.ts';
import { createSignature, type Envelope, ok, recipient, sendEnvelope, setField, submit } from '../stories/envelope.ts';
import { codeOf, receiveCode, verify } from './ceremony.ts';

/** A session may do what this very session proved: all methods, and all ways to a session. */

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const NEEDED = [401, 'verification_needed'];
const picture = (width: number) => signaturePicture(width, 80).toString('base64');

/** The right answers to the sandbox's questions. */
const RESPONSES = [
  { type: 'former-street', answer: 'Orchard Lane' },
  { type: 'vehicle', answer: 'A blue estate car' },
  { type: 'lender', answer: 'First Sandbox Bank' },
];

interface Role extends Record<string, unknown> {
  role_name: string;
  email: string;
}

const send = async (details: Record<string, unknown>, from = sender): Promise<{ envelope: Envelope; role: Role }> => {
  const role = recipient('Signer', 1, { last_name: 'Pass', address: '1 Mill Road', ...details }) as unknown as Role;
  return { envelope: await sendEnvelope(api, from, [role] as never), role };
};

const PHONE = '+15550100142';

/** Settings of the sender for a method, and the way in which the person passes it. */
const METHODS = {
  passcode: {
    given: { passcode: '4711' },
    pass: (session: Signer) => verify(api, session, { auth_method: 'passcode', code: '4711' }),
  },
  email: {
    given: {},
    pass: async (session: Signer, { email }: Role) =>
      verify(api, session, { auth_method: 'email', code: await receiveCode(api, session, 'email', email) }),
  },
  sms: {
    given: { phone_auth: PHONE },
    pass: async (session: Signer) =>
      verify(api, session, { auth_method: 'sms', code: await receiveCode(api, session, 'sms', PHONE) }),
  },
  kba: { given: {}, pass: (session: Signer) => verify(api, session, { auth_method: 'kba' }) },
} as const;
type Method = keyof typeof METHODS;

const pass = async (session: Signer, role: Role, ...methods: Method[]): Promise<void> => {
  for (const method of methods) ok(await METHODS[method].pass(session, role));
};

/** Another session of the same role, which somebody else may have. */
const WAYS: Record<string, (envelope: Envelope, link: Link, role: Role) => Promise<Signer>> = {
  'the same link on another device': (_, link) => openLink(api, link),
  'a fresh link': async (_, path, { email }) => {
    ok(await api.anyone.requestFreshLink({ path }));
    await api.settle();
    const fresh = linkIn(await api.messages(email), path.envelope_id);
    if (!fresh || fresh.key === path.key) throw new Error('No fresh link came');
    return openLink(api, fresh);
  },
  'the in-app link': (envelope, link) => openLink(api, { ...link, key: envelope.recipients[0]?.in_app_key ?? '' }),
  'the token of a host': async (envelope, link) => {
    const { access_token } = await hosted(envelope.id, sender);
    return { ...link, signer: access_token };
  },
  'the link of a host': async (envelope, link) => {
    const { access_key } = await hosted(envelope.id, sender);
    return openLink(api, { ...link, key: access_key.key });
  },
};

const hosted = async (envelope_id: string, host: Person) =>
  ok(await api.as(host).createInPersonLink({ path: { envelope_id, role_name: 'Signer' } }));

const auditOf = async (envelope_id: string, by = sender) =>
  ok(await api.as(by).getEnvelopeAudit({ path: { envelope_id } }));

const stateOf = async (envelope_id: string) => ok(await api.as(sender).getEnvelope({ path: { envelope_id } }));

/** Everything that a session which has not proved itself must not do. */
const refusals = async (session: Signer, envelope: Envelope): Promise<Answered[]> => {
  const as = api.as({ signer: session.signer });
  const path = { envelope_id: envelope.id, role_name: session.role_name };
  const document_id = envelope.documents[0]?.id ?? '';
  const id = await createSignature(api, session);
  const other = { first_name: 'Eve', last_name: 'Other', email: 'eve@example.com', phone: PHONE };
  return [
    await as.getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } }),
    await as.getEnvelopeDocumentPage({ path: { document_id, variant: 'filled', page: '1' } }),
    await as.getEnvelopeAudit({ path: { envelope_id: envelope.id } }),
    await as.startDrawing(),
    await setField(api, session, 'signature-Signer', id),
    await submit(api, session),
    await as.delegateRecipient({ path, body: other }),
  ];
};

describe('what a person proved in one session', () => {
  it('gives the host of a session in person nothing: neither remembered signatures, nor fields, nor the certificate', async () => {
    const elsewhere = await api.signUp();
    const { envelope: theirs, role } = await send({ auth_methods: ['email'] }, elsewhere);
    const before = await openLink(api, await linkTo(api, role.email, theirs.id));
    await agree(api, before);
    await pass(before, role, 'email');
    ok(await api.as(before).createSignatureBlock({ body: { signature: picture(120), remember: true } }));

    const { envelope } = await send({ auth_methods: ['email'], email: role.email });
    const person = await openLink(api, await linkTo(api, role.email, envelope.id));
    await agree(api, person);
    await pass(person, role, 'email');
    const mine = await createSignature(api, person);

    const { access_token } = await hosted(envelope.id, sender);
    const host = { ...person, signer: access_token };
    expect(ok(await api.as(host).getRememberedMarks())).toEqual({ signature: null, initial: null });
    expect(codeOf(await api.as(host).forgetRememberedMarks())).toEqual([400, 'address_unproven']);
    expect(ok(await api.as(host).getSignatures())).toEqual([]);
    for (const answer of await refusals(host, envelope)) expect(codeOf(answer)).toEqual(NEEDED);
    expect(codeOf(await setField(api, host, 'signature-Signer', mine))).toEqual(NEEDED);

    // The person passes a code on the host's device: that session may sign, with a picture drawn there, and reaches no
    // more.
    await pass(host, role, 'email');
    expect(codeOf(await setField(api, host, 'signature-Signer', mine))[0]).toBe(406);
    expect((await api.as(host).deleteSignature({ path: { id: mine } })).status).toBe(404);
    expect(ok(await api.as(host).getRememberedMarks())).toEqual({ signature: null, initial: null });
    expect(codeOf(await api.as(host).forgetRememberedMarks())).toEqual([400, 'address_unproven']);
    const saved = await api.as(host).createSignatureBlock({ body: { signature: picture(90), remember: true } });
    expect(codeOf(saved)).toEqual([400, 'address_unproven']);
    ok(await setField(api, host, 'signature-Signer', await createSignature(api, host)));
    ok(await submit(api, host));
    expect(ok(await api.as(before).getRememberedMarks()).signature).toMatchObject({ width: 120 });
  });

  it('is not on the record of what another session signed', async () => {
    const { envelope, role } = await send({ auth_methods: ['passcode', 'email'], ...METHODS.passcode.given });
    const link = await linkTo(api, role.email, envelope.id);
    const first = await openLink(api, link);
    await agree(api, first);
    await pass(first, role, 'passcode', 'email');
    const second = await openLink(api, link);
    await pass(second, role, 'passcode', 'email');
    ok(await setField(api, second, 'signature-Signer', await createSignature(api, second)));
    ok(await submit(api, second));
    const { events, recipients } = await auditOf(envelope.id);
    const sessionsOf = (name: string) =>
      events.filter(({ event }: { event: string }) => event === name).map((one) => one.actor.session);
    const [a, , b] = sessionsOf('recipient:pin_verified');
    expect(sessionsOf('recipient:pin_verified')).toEqual([a, a, b, b]);
    expect(a).not.toBe(b);
    expect(sessionsOf('recipient:signed')).toEqual([b]);
    const [{ authentication, verifications }] = recipients;
    expect(authentication).toEqual(['Passcode', 'One-time code by e-mail']);
    const passedBy = (session: string | undefined) =>
      events
        .filter((one) => one.event === 'recipient:pin_verified' && one.actor.session === session)
        .map(({ data }) => data.verified);
    expect(verifications).toEqual(passedBy(b));
    expect(verifications).not.toEqual(passedBy(a));
    // The verifier, which shares no code with the platform, counts the same.
    const [{ verified = [] } = {}] = await signings(readTrail(await auditOf(envelope.id)));
    expect(verified.map(({ session }) => session)).toEqual([b, b]);
  });

  it('does not count for a decline or a delegation by another', async () => {
    const details = { auth_methods: ['passcode'], ...METHODS.passcode.given };
    const { envelope, role } = await send(details);
    const link = await linkTo(api, role.email, envelope.id);
    const first = await openLink(api, link);
    await agree(api, first);
    await pass(first, role, 'passcode');
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    ok(await api.as(await openLink(api, link)).declineRecipient({ path, body: {} }));
    expect((await auditOf(envelope.id)).recipients).toMatchObject([{ status: 'declined', authentication: [] }]);
    expect((await stateOf(envelope.id)).recipients[0].auth_method_states.passcode).toBeNull();
  });

  it('shows no user of the recipient’s address what the recipient alone could open', async () => {
    const account = await api.signUp();
    const { envelope, role } = await send({
      auth_methods: ['passcode'],
      ...METHODS.passcode.given,
      email: account.email,
    });
    const session = await openLink(api, await linkTo(api, role.email, envelope.id));
    await agree(api, session);
    await pass(session, role, 'passcode');
    const document_id = envelope.documents[0]?.id ?? '';
    expect(codeOf(await api.as(account).getEnvelopeDocument({ path: { document_id } }))).toEqual(NEEDED);
  });
});

describe.each(Object.keys(METHODS) as Method[])('after %s was passed in one session', (method) => {
  it.each(Object.keys(WAYS))('%s opens a session that may do nothing before it has passed it, too', async (way) => {
    const { envelope, role } = await send({ auth_methods: [method], delegator: true, ...METHODS[method].given });
    const link = await linkTo(api, role.email, envelope.id);
    const first = await openLink(api, link);
    await agree(api, first);
    await pass(first, role, method);
    const other = await (WAYS[way] as (typeof WAYS)[string])(envelope, link, role);
    const shown = ok(await api.as({ signer: other.signer }).getEnvelope({ path: { envelope_id: envelope.id } }));
    expect(shown.fields).toEqual([]);
    expect(shown.recipients[0]).toMatchObject({ auth_step: method, auth_method_states: { [method]: null } });
    for (const answer of await refusals(other, envelope)) expect(codeOf(answer)).toEqual(NEEDED);
    // The first session's proofs still count for the first one, and the other one proves it by itself.
    expect((await stateOf(envelope.id)).recipients[0].auth_method_states[method]).toBe('complete');
    await pass(other, role, method);
    for (const session of [first, other]) {
      expect(codeOf(await setField(api, session, 'no-such-field', 'x'))).toEqual([404, 'field_not_found']);
    }
  });
});

describe('a device on which the link was opened', () => {
  const cookieOf = ({ headers }: Answered) => headers.get('set-cookie')?.split(';')[0] ?? '';
  const openOn = async (path: Link, cookie = '') => {
    const answer = await api.anyone.startSigningSession({ path: { ...path }, headers: cookie ? { cookie } : {} });
    const signer: Signer = { ...path, signer: ok(answer).access_token };
    return { signer, cookie: cookieOf(answer), step: answer.body.recipient.auth_step };
  };
  const details = { auth_methods: ['passcode'], ...METHODS.passcode.given };

  it('is known there: the same link and later ones go on with its session, and give no other device anything', async () => {
    const { envelope, role } = await send(details);
    const link = await linkTo(api, role.email, envelope.id);
    const first = await openOn(link);
    expect(first.cookie).toMatch(/^signing-device=[\w-]{43}$/);
    await agree(api, first.signer);
    await pass(first.signer, role, 'passcode');
    const again = await openOn(link, first.cookie);
    expect([again.step, again.cookie]).toEqual([null, first.cookie]);
    expect((await openOn(link)).step).toBe('passcode');
    expect((await openOn(link, 'signing-device=short')).step).toBe('passcode');
    ok(await api.anyone.requestFreshLink({ path: { ...link } }));
    expect((await openOn(await linkTo(api, role.email, envelope.id), first.cookie)).step).toBeNull();
    // Another person's envelope knows nothing of it.
    const other = await send(details);
    expect((await openOn(await linkTo(api, other.role.email, other.envelope.id), first.cookie)).step).toBe('passcode');
  });

  it('is neither known nor marked where the sender’s own links are opened on it', async () => {
    const { envelope, role } = await send(details);
    const first = await openOn(await linkTo(api, role.email, envelope.id));
    await agree(api, first.signer);
    await pass(first.signer, role, 'passcode');
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    const inApp = { ...path, key: envelope.recipients[0]?.in_app_key ?? '' };
    const inPerson = { ...path, key: (await hosted(envelope.id, sender)).access_key.key };
    for (const link of [inApp, inPerson]) {
      const opened = await openOn(link, first.cookie);
      expect([opened.step, opened.cookie]).toEqual(['passcode', '']);
      await pass(opened.signer, role, 'passcode');
      expect((await openOn(link, first.cookie)).step).toBe('passcode');
      // The page opens its link again with the token that it has: the session goes on.
      const headers = { signer: `Bearer ${opened.signer.signer}` };
      const continued = ok(await api.anyone.startSigningSession({ path: { ...link }, headers }));
      expect(continued.recipient.auth_step).toBeNull();
      const elsewhere = link === inApp ? inPerson : inApp;
      const refused = ok(await api.anyone.startSigningSession({ path: { ...elsewhere }, headers }));
      expect(refused.recipient.auth_step).toBe('passcode');
    }
  });

  it('gets no mark for a recipient who has nothing to prove, and its events name no session', async () => {
    const { envelope, role } = await send({});
    const opened = await openOn(await linkTo(api, role.email, envelope.id));
    expect(opened.cookie).toBe('');
    await agree(api, opened.signer);
    for (const { actor } of (await auditOf(envelope.id)).events) expect(actor).not.toHaveProperty('session');
  });
});

describe('somebody who has signed', () => {
  const signed = async (method: Method) => {
    const { envelope, role } = await send({ auth_methods: [method], ...METHODS[method].given });
    const link = await linkTo(api, role.email, envelope.id);
    const session = await openLink(api, link);
    await agree(api, session);
    await pass(session, role, method);
    ok(await setField(api, session, 'signature-Signer', await createSignature(api, session)));
    ok(await submit(api, session));
    await api.settle();
    return { envelope, role, link, session };
  };
  const read = (session: Signer, envelope: Envelope) =>
    api
      .as({ signer: session.signer })
      .getEnvelopeDocument({ path: { document_id: envelope.documents[0]?.id ?? '' }, query: { type: 'file' } });

  it.each(Object.keys(METHODS) as Method[])(
    'reads what was signed in another session once it has passed %s',
    async (method) => {
      const { envelope, role, link, session } = await signed(method);
      const before = (await auditOf(envelope.id)).recipients;
      const later = await openLink(api, link);
      expect(codeOf(await read(later, envelope))).toEqual(NEEDED);
      await pass(later, role, method);
      expect((await read(later, envelope)).status).toBe(200);
      expect((await read(session, envelope)).status).toBe(200);
      // The record of the signing is as it was.
      expect((await auditOf(envelope.id)).recipients).toEqual(before);
      expect((await auditOf(envelope.id)).intact).toBe(true);
    },
  );

  it('stays signed whatever is guessed afterwards, and guesses are slowed down', async () => {
    const { envelope, role, link } = await signed('passcode');
    const later = await openLink(api, link);
    const answers: string[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const answer = await verify(api, later, { auth_method: 'passcode', code: `guess ${guess}` });
      answers.push(codeOf(answer)[1] ?? '');
    }
    expect(new Set(answers)).toEqual(new Set(['passcode_wrong', 'too_many_requests']));
    expect((await stateOf(envelope.id)).recipients[0]).toMatchObject({ status: 'submitted', auth_step: null });
    await api.advance('PT2H');
    await pass(await openLink(api, link), role, 'passcode');
    sender = { ...sender, token: (await signIn(api, sender)).token };
  });
});

describe('wrong attempts', () => {
  it('are counted for the recipient, whatever session makes them, and passing another method forgets none', async () => {
    const { envelope, role } = await send({ auth_methods: ['passcode', 'email'], ...METHODS.passcode.given });
    const link = await linkTo(api, role.email, envelope.id);
    const wrong = async (session: Signer) => codeOf(await verify(api, session, { auth_method: 'email', code: 'x' }))[1];
    const first = await openLink(api, link);
    await agree(api, first);
    const results: (string | null | undefined)[] = [];
    for (let number = 0; number < 5; number += 1) {
      const session = await openLink(api, link);
      await pass(session, role, 'passcode');
      results.push(await wrong(session));
    }
    expect(results).toEqual([...Array(4).fill('code_wrong'), 'verification_failed']);
    expect((await stateOf(envelope.id)).recipients[0]).toMatchObject({ status: 'failed' });
  });

  it('with five sessions that were begun, a sixth puts out the oldest, and one that proved nothing puts out none', async () => {
    const { envelope, role } = await send({
      auth_methods: ['kba', 'passcode'],
      ...METHODS.passcode.given,
      last_name: 'Doe',
    });
    const link = await linkTo(api, role.email, envelope.id);
    const first = await openLink(api, link);
    await agree(api, first);
    ok(await verify(api, first, { auth_method: 'kba' }));
    ok(await verify(api, first, { auth_method: 'kba', responses: RESPONSES }));
    await pass(first, role, 'passcode');
    for (let number = 0; number < 4; number += 1) {
      const session = await openLink(api, link);
      ok(await verify(api, session, { auth_method: 'kba' }));
    }
    const last = await openLink(api, link);
    expect(codeOf(await verify(api, last, { auth_method: 'kba' }))[0]).toBe(200);
    expect(codeOf(await setField(api, first, 'no-such-field', 'x'))).toEqual([404, 'field_not_found']);
  });

  it('passes each method anew in another session that reads what was signed, by each operation', async () => {
    const { passcode } = METHODS.passcode.given as { passcode: string };
    const { envelope, role } = await send({ auth_methods: ['passcode', 'kba'], passcode, last_name: 'Doe' });
    const link = await linkTo(api, role.email, envelope.id);
    const first = await openLink(api, link);
    await agree(api, first);
    await pass(first, role, 'passcode');
    ok(await verify(api, first, { auth_method: 'kba' }));
    ok(await verify(api, first, { auth_method: 'kba', responses: RESPONSES }));
    ok(await setField(api, first, 'signature-Signer', await createSignature(api, first)));
    ok(await submit(api, first));
    const other = api.as({ signer: (await openLink(api, link)).signer });
    const path = { envelope_id: envelope.id, role_name: role.role_name };
    const identity = { firstName: 'Signer', lastName: 'Doe', address: '1 Mill Road', city: 'York', state: 'NY' };
    expect((await other.submitKbaPin({ body: { ...path, pin: 'wrong' } })).status).toBe(400);
    ok(await other.submitKbaPin({ body: { ...path, pin: passcode } }));
    expect(ok(await other.submitKbaIdentity({ body: { ...path, identity } }))).toMatchObject({ kba_step: 'challenge' });
    const passed = ok(await other.submitKbaChallengeResponse({ body: { ...path, responses: RESPONSES } }));
    expect(passed).toMatchObject({ kba_step: 'complete' });
    // Few attempts an hour, of all sessions and operations together.
    await api.advance('PT2H');
    const begun = async (steps: number) => {
      const { signer } = await openLink(api, link);
      ok(await api.as({ signer }).submitKbaPin({ body: { ...path, pin: passcode } }));
      if (steps > 1) ok(await api.as({ signer }).submitKbaIdentity({ body: { ...path, identity } }));
      return { signer };
    };
    const [atIdentity, atQuestions] = [await begun(1), await begun(2)];
    const guesser = api.as({ signer: (await openLink(api, link)).signer });
    const guess = () => guesser.submitKbaPin({ body: { ...path, pin: 'wrong' } });
    const guesses = [await guess(), await guess(), await guess(), await guess()].map(({ status }) => status);
    expect(guesses.at(-1)).toBe(429);
    expect((await api.as(atIdentity).submitKbaIdentity({ body: { ...path, identity } })).status).toBe(429);
    const tried = await api.as(atQuestions).submitKbaChallengeResponse({ body: { ...path, responses: RESPONSES } });
    expect(tried.status).toBe(429);
  });
});
