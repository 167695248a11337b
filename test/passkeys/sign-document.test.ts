import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import type { Signer } from '../../infra/local/story/signing.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import type { Api, Person } from '../api.ts';
import { callsOf, onRun } from '../aws-calls.ts';
import { recompute } from '../envelopes/auditor.ts';
import {
  ok,
  openSession,
  prepareToSubmit,
  recipient,
  refusalOf,
  sendEnvelope,
  setField,
  signatureField,
  submit,
} from '../stories/envelope.ts';
import { type Mischief, originOf } from './authenticator.ts';
import {
  openMailed,
  PLACE,
  readyToSign,
  sendForPasskey,
  signedBy,
  signedByNew,
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

const audit = async (envelope_id: string) => ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id } }));
const signedEvent = async (envelope_id: string, role?: string) =>
  (await audit(envelope_id)).events.find(
    ({ event, role_name }) => event === 'recipient:signed' && (!role || role_name === role),
  );

const keyIn = async (envelope_id: string) =>
  (await signedEvent(envelope_id))?.data.passkey as { public_key: string } | undefined;

describe('signing with a passkey', () => {
  test('makes one at the submit, binds its signature into the trail, and knows it the next time', async () => {
    const envelope = await sendForPasskey(api, sender);
    expect(envelope.recipients[0]).toMatchObject({ auth_methods: ['passkey'], auth_step: null });
    const signer = await readyToSign(api, envelope);
    const statement = ok(await startSignature(api, signer));
    expect(statement).toMatchObject({ meaning: 'I sign', request: null, creation: { rp: { id: 'localhost' } } });
    const { key, passkey } = signedByNew(api, statement);
    const submitted = ok(await submitWith(api, signer, passkey));
    expect(submitted).toMatchObject({ status: 'submitted', auth_method_states: { passkey: 'complete' } });
    const event = await signedEvent(envelope.id);
    expect(event?.data).toMatchObject({
      declaration: { name: 'Signer Person', meaning: 'I sign', time: statement.time },
      passkey: { rp_id: 'localhost', origin: originOf(api) },
    });
    const { passkey: _, ...signed } = event?.data ?? {};
    expect(statement.statement).toMatchObject({ chain_head: event?.previous_hash, signed });
    await api.settle();
    expect(ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } })).signed).toBe(true);

    const [mailbox] = envelope.recipients.map(({ email }) => email);
    const next = await sendForPasskey(api, sender, { email: mailbox });
    const again = await readyToSign(api, next);
    const known = ok(await startSignature(api, again));
    expect(known.request?.allowCredentials).toMatchObject([{ id: key.id }]);
    ok(await submitWith(api, again, signedBy(api, key, known)));
    const { public_key = '' } = (await keyIn(next.id)) ?? {};
    expect(await keyIn(envelope.id)).toMatchObject({ public_key });
  });

  test('signs the moment that its fields show, which is the time of its statement', async () => {
    const fields = [
      signatureField('Signer'),
      { ...signatureField('Signer'), name: 'moment', type: 'timestamp', required: false },
    ];
    const envelope = await sendForPasskey(api, sender, {}, { fields });
    const signer = await readyToSign(api, envelope);
    const statement = ok(await startSignature(api, signer));
    const { passkey } = signedByNew(api, statement);
    ok(await submitWith(api, signer, passkey));
    const { events } = await audit(envelope.id);
    const [signed] = recompute(events);
    expect(signed?.shown.get('Signer')?.get('moment')?.sha256).toBe(sha256(statement.time));
  });

  test('signs that its page had shown what the rules gave, and not after another’s submit has changed that', async () => {
    const show = { rules: { show: { field: 'ada', is: 'filled' } } };
    const text = { ...signatureField('Ada'), type: 'textbox', required: false, y: 600 };
    const fields = [
      { ...text, name: 'ada', default: 'x' },
      { ...text, name: 'of-ada', role_name: 'Signer', settings: show },
      signatureField('Ada'),
      signatureField('Signer'),
    ];
    const people = [recipient('Signer', 1, { auth_methods: ['passkey'] }), recipient('Ada', 1)];
    const envelope = await sendEnvelope(api, sender, people, { fields });
    const signer = await readyToSign(api, envelope);
    const seen = (hidden: string[]) => ({
      ...PLACE,
      rules_seen: { hidden, required: ['signature-Signer'], computed: [] },
    });
    const ask = (hidden: string[]) => startSignature(api, signer, { ...seen(hidden), origin: originOf(api) });
    const before = ok(await ask(['of-ada']));
    expect(before.statement).toMatchObject({ signed: { rules_seen: 'stated' } });
    const { key, passkey } = signedByNew(api, before);
    // The passkey has signed that this was stated.
    expect(refusalOf(await submitWith(api, signer, passkey))).toEqual([400, 'statement_stale']);
    ok(await submit(api, await prepareToSubmit(api, envelope, 'Ada')));
    expect(refusalOf(await submitWith(api, signer, passkey, seen(['of-ada'])))).toEqual([400, 'rules_changed']);
    expect(refusalOf(await ask(['of-ada']))).toEqual([400, 'rules_changed']);
    const now = ok(await ask([]));
    ok(await submitWith(api, signer, signedByNew(api, now).passkey, seen([])));
    const event = await signedEvent(envelope.id, 'Signer');
    const { passkey: signature, ...signed } = event?.data ?? {};
    expect([signature, key]).not.toContain(undefined);
    expect(now.statement).toMatchObject({ signed: { ...signed, rules: [{ field: 'of-ada', shown: true }] } });
    const bytes = new TextEncoder().encode(JSON.stringify(await audit(envelope.id)));
    const { files } = await verifyFiles([{ name: 'audit.json', bytes }], await trustInText(''));
    const checks = files[0]?.findings
      .map(({ check }) => check)
      .filter((check) => /^rules|^chain|^signedByKey|^keyOther/.test(check));
    expect(checks).toEqual(['chainHolds', 'signedByKey', 'rulesHold', 'rulesHold', 'rulesSeen']);
  });

  test('is known to another tenant by the mailbox alone', async () => {
    const envelope = await sendForPasskey(api, sender);
    const key = await signWithKey(api, envelope);
    const other = await api.signUp();
    const [mailbox] = envelope.recipients.map(({ email }) => email);
    await signWithKey(api, await sendForPasskey(api, other, { email: mailbox }), key);
    const elsewhere = ok(await startSignature(api, await readyToSign(api, await sendForPasskey(api, other))));
    expect(elsewhere.request).toBeNull();
  });

  test('comes after the methods that are passed before anything is shown, and means what the role does', async () => {
    const envelope = await sendForPasskey(
      api,
      sender,
      { auth_methods: ['passkey', 'passcode'], passcode: '4711', type: 'approver' },
      { fields: [] },
    );
    const session = await openMailed(api, envelope);
    expect(session.recipient).toMatchObject({ auth_step: 'passcode' });
    ok(await api.as(session).agreeRecipient({ path: session as never, body: { disclosures: 'I agree.' } }));
    const verified = ok(await api.as(session).verifySigner({ body: { auth_method: 'passcode', code: '4711' } }));
    expect(verified.recipient).toMatchObject({ auth_step: null });
    const statement = ok(await startSignature(api, session));
    expect(statement.meaning).toBe('I approve');
    ok(await submitWith(api, session, signedByNew(api, statement).passkey));
    const { recipients } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    expect(recipients[0]?.auth_method_states).toMatchObject({ passcode: 'complete', passkey: 'complete' });
  });

  test('takes no write unit more of a browser’s submit, and one where the passkey counts its signatures', async () => {
    const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    const CHROME =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
    const EDGE =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0';
    const units: number[] = [];
    onRun(({ name, calls }) => {
      if (name !== 'submitRecipient') return;
      units.push(calls.filter(({ command }) => !/Get|Query/.test(command)).reduce((sum, call) => sum + call.units, 0));
    });
    const submitIn = async (signer: Signer, browser: string, passkey?: object) => {
      const headers = { 'user-agent': browser };
      const body = { ...PLACE, passkey };
      ok(await api.as(signer).submitRecipient({ path: signer as never, headers, body }));
    };
    await submitIn(await readyToSign(api, await sendForPasskey(api, sender, { auth_methods: [] })), FIREFOX);
    for (const [synced, first, second] of [
      [true, FIREFOX, EDGE],
      [false, CHROME, FIREFOX],
    ] as const) {
      const envelope = await sendForPasskey(api, sender);
      const signer = await readyToSign(api, envelope);
      const { key, passkey } = signedByNew(api, ok(await startSignature(api, signer)), {}, { synced });
      await submitIn(signer, first, passkey);
      const next = await sendForPasskey(api, sender, { email: envelope.recipients[0]?.email });
      const again = await readyToSign(api, next);
      await submitIn(again, second, signedBy(api, key, ok(await startSignature(api, again))));
      expect((await audit(next.id)).recipients[0]?.user_agent).toBe(second);
    }
    onRun(undefined);
    // Without a passkey; with a synced one, which is kept, and known the next time; the same where it counts.
    expect(units).toEqual([7, 8, 7, 8, 8]);
  });

  test('costs one read more and writes nothing more with a passkey that counts no signatures', async () => {
    const envelope = await sendForPasskey(api, sender);
    const signer = await readyToSign(api, envelope);
    const statement = ok(await startSignature(api, signer));
    expect(callsOf('startPasskeySignature').map(({ command }) => command)).toEqual(['Query', 'Query']);
    const { key, passkey } = signedByNew(api, statement, {}, { synced: true });
    ok(await submitWith(api, signer, passkey));
    const [mailbox] = envelope.recipients.map(({ email }) => email);
    await signWithKey(api, await sendForPasskey(api, sender, { email: mailbox }), key);
    expect(callsOf('submitRecipient').map(({ command }) => command)).toEqual(['Query', 'Get', 'TransactWrite']);
  });
});

describe('a submit that needs a passkey is refused', () => {
  test('without one, and a passkey where none was asked for', async () => {
    const signer = await readyToSign(api, await sendForPasskey(api, sender));
    const statement = ok(await startSignature(api, signer));
    expect(refusalOf(await submit(api, signer))).toEqual([400, 'passkey_needed']);
    const plain = await readyToSign(api, await sendForPasskey(api, sender, { auth_methods: [] }));
    expect(refusalOf(await startSignature(api, plain))).toEqual([400, 'passkey_not_asked']);
    const { passkey } = signedByNew(api, statement);
    expect(refusalOf(await submitWith(api, plain, passkey))).toEqual([400, 'passkey_not_asked']);
  });

  const REFUSED = [400, 'signing_passkey_refused'];
  const STALE = [400, 'statement_stale'];
  test.each<[string, Mischief, typeof REFUSED?]>([
    ['a page of another origin', { origin: 'https://localhost.example.com' }],
    ['a page at another port of the host', { origin: 'http://localhost:1' }],
    ['another relying party', { rpId: 'example.com' }],
    ['a frame of another site', { crossOrigin: true }],
    ['the making of a passkey', { type: 'webauthn.create' }],
    ['an authenticator that has not verified the person', { verified: false }],
    ['a signature of other bytes', { tampers: true }],
    ['another credential than the new one', { id: 'eA' }],
    ['a challenge that was never given', { challenge: 'x'.repeat(43) }, STALE],
  ])(
    'for %s; nothing is signed or remembered, and the right answer signs',
    async (_what, mischief, refusal = REFUSED) => {
      const envelope = await sendForPasskey(api, sender);
      const signer = await readyToSign(api, envelope);
      const statement = ok(await startSignature(api, signer));
      const before = await audit(envelope.id);
      expect(refusalOf(await submitWith(api, signer, signedByNew(api, statement, mischief).passkey))).toEqual(refusal);
      expect(await audit(envelope.id)).toEqual(before);
      expect(ok(await startSignature(api, signer)).request).toBeNull();
      ok(await submitWith(api, signer, signedByNew(api, statement).passkey));
    },
  );

  test('where making the passkey was for another page, host or challenge, or did not verify the person', async () => {
    const signer = await readyToSign(api, await sendForPasskey(api, sender));
    const statement = ok(await startSignature(api, signer));
    const making: Mischief[] = [
      { origin: 'https://localhost.example.com' },
      { rpId: 'example.com' },
      { challenge: 'x'.repeat(43) },
      { crossOrigin: true },
      { verified: false },
    ];
    for (const mischief of making) {
      const { passkey } = signedByNew(api, statement, {}, mischief);
      expect(refusalOf(await submitWith(api, signer, passkey))).toEqual(REFUSED);
    }
  });

  test('in a form that some libraries let pass and others cannot read, so that the signer could deny it', async () => {
    const signer = await readyToSign(api, await sendForPasskey(api, sender));
    const statement = ok(await startSignature(api, signer));
    for (const odd of ['text', 'signature'] as const) {
      expect([odd, refusalOf(await submitWith(api, signer, signedByNew(api, statement, { odd }).passkey))]).toEqual([
        odd,
        REFUSED,
      ]);
    }
    const { passkey } = signedByNew(api, statement, {}, { odd: 'key' });
    expect(refusalOf(await submitWith(api, signer, passkey))).toEqual(REFUSED);
    ok(await submitWith(api, signer, signedByNew(api, statement).passkey));
  });

  test('with the passkey of another mailbox', async () => {
    const key = await signWithKey(api, await sendForPasskey(api, sender));
    const signer = await readyToSign(api, await sendForPasskey(api, sender));
    const statement = ok(await startSignature(api, signer));
    expect(refusalOf(await submitWith(api, signer, signedBy(api, key, statement)))).toEqual(REFUSED);
  });

  test('with what was signed for another envelope, or for another recipient', async () => {
    const one = await readyToSign(api, await sendForPasskey(api, sender));
    const other = await readyToSign(api, await sendForPasskey(api, sender));
    const { passkey } = signedByNew(api, ok(await startSignature(api, one)));
    expect(refusalOf(await submitWith(api, other, passkey))).toEqual(STALE);
    ok(await submitWith(api, one, passkey));
  });

  test('once anything has changed since the statement was made, or after five minutes', async () => {
    const field = { name: 'text', role_name: 'Signer', type: 'textbox', document_id: 0, page: 1, x: 72, y: 300 };
    const envelope = await sendForPasskey(api, sender, {}, { fields: [field] });
    const signer = await openMailed(api, envelope);
    ok(await api.as(signer).agreeRecipient({ path: signer as never, body: { disclosures: 'I agree.' } }));
    ok(await setField(api, signer, 'text', 'ten'));
    const first = ok(await startSignature(api, signer));
    const { key, passkey } = signedByNew(api, first);
    ok(await setField(api, signer, 'text', 'eleven'));
    expect(refusalOf(await submitWith(api, signer, passkey))).toEqual(STALE);
    ok(await setField(api, signer, 'text', 'ten'));
    expect(refusalOf(await submitWith(api, signer, passkey, { locale: 'en-US', timezone: 'Asia/Tokyo' }))).toEqual(
      STALE,
    );
    const path = { envelope_id: envelope.id };
    ok(await api.as(sender).updateEnvelope({ path, body: { name: 'Another one' } }));
    expect(refusalOf(await submitWith(api, signer, passkey))).toEqual(STALE);
    const late = ok(await startSignature(api, signer));
    await api.advance('PT6M');
    expect(refusalOf(await submitWith(api, signer, signedBy(api, key, late)))).toEqual(STALE);
    const later = { ...late, time: new Date(Date.parse(late.time) + 3_600_000).toISOString() };
    expect(refusalOf(await submitWith(api, signer, signedByNew(api, later).passkey))).toEqual(STALE);
  });

  test('where its count has gone back, but for a synced passkey', async () => {
    const envelope = await sendForPasskey(api, sender);
    const [email] = envelope.recipients.map((one) => one.email);
    const key = await signWithKey(api, envelope);
    const signer = await readyToSign(api, await sendForPasskey(api, sender, { email }));
    const statement = ok(await startSignature(api, signer));
    expect(refusalOf(await submitWith(api, signer, signedBy(api, key, statement, { count: 1 })))).toEqual(REFUSED);
    ok(await submitWith(api, signer, signedBy(api, key, statement)));
  });
});

describe('the mailbox', () => {
  test('must have been verified in this session: by the mailed link, or by a mailed code', async () => {
    const envelope = await sendForPasskey(api, sender, { auth_methods: ['email', 'passkey'] });
    const [email = ''] = envelope.recipients.map((one) => one.email);
    const session = await openSession(api, envelope, 'Signer', 'in_app');
    ok(await api.as(session).agreeRecipient({ path: session as never, body: { disclosures: 'I agree.' } }));
    expect(refusalOf(await startSignature(api, session))).toEqual([401, 'verification_needed']);
    ok(await api.as(session).verifySigner({ body: { auth_method: 'email', code: '', resend: true } }));
    await api.settle();
    const code = (await api.messages(email)).find((one) => one.code)?.code ?? '';
    ok(await api.as(session).verifySigner({ body: { auth_method: 'email', code } }));
    expect(refusalOf(await startSignature(api, session))).toEqual([400, 'fields_missing']);
  });

  test('is not verified by a link that the sender has too, before or after a passkey is known', async () => {
    const envelope = await sendForPasskey(api, sender);
    const [email] = envelope.recipients.map((one) => one.email);
    const own = await readyToSign(api, envelope, { by: 'in_app' });
    expect(refusalOf(await startSignature(api, own))).toEqual([400, 'mailbox_unverified']);
    const key = await signWithKey(api, await sendForPasskey(api, sender, { email }));
    expect(refusalOf(await startSignature(api, own))).toEqual([400, 'mailbox_unverified']);
    const mailed = ok(await startSignature(api, await openMailed(api, envelope)));
    expect(refusalOf(await submitWith(api, own, signedBy(api, key, mailed)))).toEqual([400, 'mailbox_unverified']);
  });
});

describe('the sender', () => {
  test('is told where passkeys can be none: at an IP address, and for a recipient without an address', async () => {
    const elsewhere = setEnvironment({ APP_URL: 'http://127.0.0.1:4000' });
    const refused = await sendForPasskey(api, sender).catch(String);
    elsewhere();
    expect(refused).toContain('passkey needs signing pages at a name that https protects');
    const nowhere = await sendForPasskey(api, sender, { email: null, phone: '+15555550100' }).catch(String);
    expect(nowhere).toContain('is required by the method passkey');
  });
});
