import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Api, Person } from '../api.ts';
import {
  type Envelope,
  ok,
  prepareToSubmit,
  recipient,
  refusalOf,
  sendEnvelope,
  sign,
  submit,
} from '../stories/envelope.ts';
import { agreed } from '../verification/ceremony.ts';
import { type DummyService, type Mischief, OTP, PIN, WRONG } from './dummy-service.ts';
import {
  beginSigning,
  comeBack,
  follow,
  goOn,
  type Step,
  sendForCertificate,
  signWithCertificate,
  startSigning,
  withCertificate,
} from './signing.ts';
import { beginsWithAll, startWithTrust } from './trust-world.ts';

let world: Awaited<ReturnType<typeof startWithTrust>>;
let api: Api;
let dummy: DummyService;
let sender: Person;
let service: string;
beforeAll(async () => {
  world = await startWithTrust();
  ({ api, dummy, sender, service } = world);
  await dummy.add({ user: 'alan', name: 'Alan Turing', mode: 'explicit' });
  await dummy.add({ user: 'two', name: 'First', mode: 'implicit' });
  await dummy.add({ user: 'two', name: 'Second', mode: 'implicit' });
});
afterEach(() => {
  dummy.misbehave({});
  dummy.signIn('ada');
});
afterAll(() => world.stop());

const envelopeOf = (envelope: Pick<Envelope, 'id'>) => world.envelopeOf(envelope);
const eventsOf = async (envelope: Pick<Envelope, 'id'>) => (await world.trailOf(envelope)).events;
const evidenceOf = (envelope: Envelope) => world.evidenceOf(envelope);
const sealedFile = async (envelope: Envelope) => (await world.sealedFiles(envelope))[0] as Uint8Array;
const verifiedOf = (envelope: Envelope, file: Uint8Array) => world.verifiedOf(envelope, file);
const signAs = (...given: Parameters<typeof world.signAs>) => world.signAs(...given);

const isUnsigned = async (envelope: Envelope): Promise<void> => {
  const { status, recipients } = await envelopeOf(envelope);
  expect([status, recipients[0]?.status]).toEqual(['in progress', 'opened']);
  expect(await world.revisionsOf(envelope)).toEqual([]);
};

describe('a recipient who signs with a certificate', () => {
  test.each([
    ['ada', 'Ada Lovelace', {}],
    ['kurt', 'Kurt Goedel', {}],
    ['emmy', 'Emmy Noether', { pin: PIN }],
  ])('has signed each document after the way to the service and back: %s', async (user, name, typed) => {
    const envelope = await sendForCertificate(api, sender, service);
    const done = ok(await signAs(envelope, 'Signer', user, typed));
    expect(done).toMatchObject({ step: 'done', service: 'Dummy Trust', recipient: { status: 'submitted' } });
    const file = await sealedFile(envelope);
    const [signed] = await evidenceOf(envelope);
    const said = { service: { id: service, name: 'Dummy Trust' }, subject: name, level: 'SES' };
    expect(signed).toMatchObject({ ...said, level_because: 'issuer_unknown', documents: [{ pades: 'B-T' }] });
    expect(signed && beginsWithAll(file, [signed])).toBe(true);
    const [shown] = (await envelopeOf(envelope)).recipients;
    expect(shown).toMatchObject({ certificate_signature: { subject: name, level: 'SES' } });
    expect(shown?.auth_method_states).toMatchObject({ csc: 'complete' });
  });

  test('types a code that the service sends, and chooses among several certificates', async () => {
    const envelope = await sendForCertificate(api, sender, service);
    const begun = await beginSigning(api, envelope);
    dummy.signIn('two');
    const choice = ok(await follow(api, service, begun));
    expect(choice).toMatchObject({ step: 'choose', credentials: [{ subject: 'First' }, { subject: 'Second' }] });
    const credential_id = choice.credentials?.[1]?.id;
    const done = ok(await goOn(api, begun, { credential_id }));
    expect(done).toMatchObject({ step: 'done', certificate: { subject: 'Second' } });

    const other = await sendForCertificate(api, sender, service);
    const typing = await beginSigning(api, other);
    dummy.signIn('alan');
    expect(ok(await follow(api, service, typing))).toMatchObject({ step: 'authorize', otp: { online: true } });
    expect(refusalOf(await goOn(api, typing, { pin: PIN, otp: OTP }))).toEqual([400, 'trust_service_refused']);
    ok(await goOn(api, typing, { send_otp: true }));
    expect(ok(await goOn(api, typing, { pin: PIN, otp: OTP }))).toMatchObject({ step: 'done' });
    // A wrong PIN is nobody else's business.
    expect((await eventsOf(other)).some(({ event }) => event === 'recipient:certificate_failed')).toBe(false);
  });

  test('is not signed by a submit alone', async () => {
    const envelope = await sendForCertificate(api, sender, service);
    const signer = await prepareToSubmit(api, envelope, 'Signer');
    expect(refusalOf(await submit(api, signer))).toEqual([400, 'certificate_needed']);
  });

  test('gets the last answer again, once it is signed', async () => {
    const envelope = await sendForCertificate(api, sender, service);
    const begun = await beginSigning(api, envelope);
    dummy.signIn('kurt');
    ok(await signWithCertificate(api, service, begun));
    const { signer, step } = begun;
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    const again = api
      .as({ signer: signer.signer })
      .continueCertificateSignature({ path, body: { signing: step.signing } });
    expect(ok(await again)).toMatchObject({ step: 'done', service: 'Dummy Trust' });
    expect(await evidenceOf(envelope)).toHaveLength(1);
  });
});

describe('two who sign with certificates, and one who does not', () => {
  const peopleOf = (sequences: [number, number, number]) => [
    withCertificate('One', sequences[0], service),
    recipient('Plain', sequences[1]),
    withCertificate('Two', sequences[2], service),
  ];

  test('sign in turn: the sealed file begins with each one’s', async () => {
    const envelope = await sendEnvelope(api, sender, peopleOf([1, 2, 3]));
    ok(await signAs(envelope, 'One', 'ada'));
    await sign(api, envelope, 'Plain');
    ok(await signAs(envelope, 'Two', 'kurt'));
    const file = await sealedFile(envelope);
    const signatures = await evidenceOf(envelope);
    expect(signatures.map(({ role_name }) => role_name)).toEqual(['One', 'Two']);
    expect(beginsWithAll(file, signatures)).toBe(true);
  });

  test('sign at once: one waits for the other, and none is asked twice', async () => {
    const envelope = await sendEnvelope(api, sender, peopleOf([1, 1, 1]));
    const one = await beginSigning(api, envelope, 'One');
    const two = await beginSigning(api, envelope, 'Two');
    const approval = ok(await follow(api, service, one));
    dummy.signIn('kurt');
    expect(ok(await follow(api, service, two))).toMatchObject({ step: 'wait' });
    await sign(api, envelope, 'Plain');
    dummy.signIn('ada');
    expect(ok(await follow(api, service, { ...one, step: approval }))).toMatchObject({ step: 'done' });
    dummy.signIn('kurt');
    expect(ok(await goOn(api, two))).toMatchObject({ step: 'done' });
    const file = await sealedFile(envelope);
    expect(beginsWithAll(file, await evidenceOf(envelope))).toBe(true);
    expect(await verifiedOf(envelope, file)).toEqual(['CN=Ada Lovelace', 'CN=Kurt Goedel']);
  });

  test('sign at once: whoever signs by hand meanwhile does not make the other be asked again', async () => {
    const envelope = await sendEnvelope(api, sender, [withCertificate('One', 1, service), recipient('Plain', 1)]);
    const begun = await beginSigning(api, envelope, 'One');
    dummy.signIn('ada');
    const approval = ok(await follow(api, service, begun));
    expect(approval.step).toBe('redirect');
    await sign(api, envelope, 'Plain');
    expect(ok(await follow(api, service, { ...begun, step: approval }))).toMatchObject({ step: 'done' });
    expect(beginsWithAll(await sealedFile(envelope), await evidenceOf(envelope))).toBe(true);
  });

  test('lose the turn to another after five minutes, and begin again', async () => {
    const envelope = await sendEnvelope(api, sender, peopleOf([1, 1, 1]));
    const one = await beginSigning(api, envelope, 'One');
    const approval = ok(await follow(api, service, one));
    await api.advance('PT6M');
    ok(await signAs(envelope, 'Two', 'kurt'));
    dummy.signIn('ada');
    expect(refusalOf(await follow(api, service, { ...one, step: approval }))).toEqual([400, 'signature_overtaken']);
    const next = ok(await goOn(api, one)) as Step;
    expect(ok(await follow(api, service, { ...one, step: next }))).toMatchObject({ step: 'done' });
    expect((await evidenceOf(envelope)).map(({ role_name }) => role_name)).toEqual(['Two', 'One']);
  });
});

describe('a signature with a certificate that fails', () => {
  const FAULTS: [string, string, Mischief][] = [
    ['an altered hash', 'signature_altered', { altersHash: true }],
    ['an authorization that has expired', 'trust_service_refused', { sadExpires: true }],
    ['too few signatures', 'trust_service_refused', { signatures: 0 }],
    ['a service that vanishes', 'trust_service_unreachable', { answers: { 'signatures/signHash': WRONG.vanishes } }],
    ['a service that is down', 'trust_service_unreachable', { answers: { 'signatures/signHash': WRONG.isDown } }],
    ['a huge answer', 'trust_service_unreachable', { answers: { 'credentials/list': WRONG.huge } }],
  ];

  test.each(FAULTS)(
    '%s leaves nothing half-signed, the sender is told, and the signer tries again',
    async (_, code, mischief) => {
      const envelope = await sendForCertificate(api, sender, service, { sender_email: sender.email });
      const begun = await beginSigning(api, envelope);
      dummy.signIn('kurt');
      dummy.misbehave(mischief);
      expect(refusalOf(await signWithCertificate(api, service, begun))).toEqual([400, code]);
      await isUnsigned(envelope);
      expect((await eventsOf(envelope)).at(-1)).toMatchObject({
        event: 'recipient:certificate_failed',
        data: { reason: code },
      });
      await api.settle();
      const mails = (await api.messages(sender.email)).filter(({ subject }) =>
        subject?.includes('at the trust service'),
      );
      expect(mails.length).toBeGreaterThan(0);
      dummy.misbehave({});
      expect(ok(await goOn(api, begun))).toMatchObject({ step: 'done' });
    },
  );

  test('one on the service’s page leaves nothing either', async () => {
    const envelope = await sendForCertificate(api, sender, service);
    const begun = await beginSigning(api, envelope);
    const approval = ok(await follow(api, service, begun));
    dummy.misbehave({ altersHash: true });
    expect(refusalOf(await follow(api, service, { ...begun, step: approval }))).toEqual([400, 'signature_altered']);
    await isUnsigned(envelope);
    dummy.misbehave({});
    const again = ok(await goOn(api, begun)) as Step;
    expect(ok(await follow(api, service, { ...begun, step: again }))).toMatchObject({ step: 'done' });
  });

  test('one by whoever cancels there is not told, and lets others sign', async () => {
    const people = [withCertificate('One', 1, service), withCertificate('Two', 1, service)];
    const envelope = await sendEnvelope(api, sender, people);
    const begun = await beginSigning(api, envelope, 'One');
    const approval = ok(await follow(api, service, begun));
    dummy.misbehave({ cancels: true });
    expect(refusalOf(await follow(api, service, { ...begun, step: approval }))).toEqual([400, 'trust_service_refused']);
    dummy.misbehave({});
    expect((await eventsOf(envelope)).some(({ event }) => event === 'recipient:certificate_failed')).toBe(false);
    expect(ok(await signAs(envelope, 'Two', 'kurt'))).toMatchObject({ step: 'done' });
  });

  test('a certificate that its issuer has revoked signs nothing', async () => {
    dummy.revoke(await dummy.add({ user: 'revoked', mode: 'implicit' }));
    const envelope = await sendForCertificate(api, sender, service);
    expect(refusalOf(await signAs(envelope, 'Signer', 'revoked'))).toEqual([400, 'certificate_revoked']);
    await isUnsigned(envelope);
  });

  test('is kept ten times of each recipient', async () => {
    const envelope = await sendForCertificate(api, sender, service);
    const begun = await beginSigning(api, envelope);
    dummy.signIn('kurt');
    dummy.misbehave({ altersHash: true });
    await signWithCertificate(api, service, begun);
    for (let again = 0; again < 11; again += 1)
      expect(refusalOf(await goOn(api, begun))).toEqual([400, 'signature_altered']);
    const failed = (await eventsOf(envelope)).filter(({ event }) => event === 'recipient:certificate_failed');
    expect(failed).toHaveLength(10);
  });
});

describe('a signature with a certificate is only of', () => {
  const OVER = [400, 'trust_service_over'];

  test('the browser, the session, the signing and the service in which it began', async () => {
    const envelope = await sendForCertificate(api, sender, service);
    const begun = await beginSigning(api, envelope);
    const back = await comeBack(service, begun.step.redirect_to);
    expect(refusalOf(await goOn(api, { ...begun, cookie: '' }, back))).toEqual(OVER);
    const other = await beginSigning(api, await sendForCertificate(api, sender, service));
    expect(refusalOf(await goOn(api, { ...other, step: begun.step }, back))).toEqual(OVER);
    expect(refusalOf(await goOn(api, other, back))).toEqual(OVER);
    const theirs = await comeBack(envelope.id, other.step.redirect_to);
    expect(refusalOf(await goOn(api, other, theirs))).toEqual(OVER);
  });

  test('the envelope and the role of the session', async () => {
    const people = [withCertificate('Signer', 1, service), withCertificate('Other', 1, service)];
    const envelope = await sendEnvelope(api, sender, people);
    const { signer } = await beginSigning(api, envelope);
    const asked = (path: object) =>
      api
        .as({ signer: signer.signer })
        .startCertificateSignature({ path: { ...signerPath(signer), ...path }, body: {} });
    expect(refusalOf(await asked({ role_name: 'Other' }))).toEqual([404, 'recipient_not_found']);
    const stranger = await sendForCertificate(api, sender, service);
    expect(refusalOf(await asked({ envelope_id: stranger.id }))).toEqual([404, 'envelope_not_found']);
  });

  test('a service of the sender’s organization', async () => {
    const stranger = await api.signUp();
    const body = { trust_service: service };
    await expect(sendEnvelope(api, stranger, [withCertificate('Signer', 1, service)])).rejects.toThrow(
      /406.*recipients\.0\.trust_service/,
    );
    const envelope = await sendEnvelope(api, stranger, [recipient('Signer', 1)]);
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    const change = { ...body, auth_methods: ['csc' as const] };
    expect(refusalOf(await api.as(stranger).updateRecipient({ path, body: change }))).toEqual([406, 'invalid']);
  });

  const signerPath = ({ envelope_id, role_name }: { envelope_id: string; role_name: string }) => ({
    envelope_id,
    role_name,
  });
});

test('what changes while the signer is at the service is signed by nobody', async () => {
  const envelope = await sendForCertificate(api, sender, service, {
    fields: [
      { name: 'signature-Signer', role_name: 'Signer', type: 'signature', document_id: 0, page: 1, x: 72, y: 72 },
      { name: 'note', role_name: 'Signer', type: 'textbox', document_id: 0, page: 1, x: 72, y: 200, required: false },
    ],
  });
  const begun = await beginSigning(api, envelope);
  const approval = ok(await follow(api, service, begun));
  const path = { envelope_id: envelope.id, role_name: 'Signer', field_name: 'note' };
  const body = { value: 'Only until May', prepared: false };
  ok(await api.as({ signer: begun.signer.signer }).updateRecipientField({ path, body }));
  expect(refusalOf(await follow(api, service, { ...begun, step: approval }))).toEqual([400, 'signature_overtaken']);
});

test('a reviewer who sends back, and a reset, take the signatures that follow away', async () => {
  const people = [
    withCertificate('One', 1, service),
    withCertificate('Two', 2, service),
    recipient('Reviewer', 3, { may_send_back: true }),
  ];
  const envelope = await sendEnvelope(api, sender, people);
  ok(await signAs(envelope, 'One', 'ada'));
  ok(await signAs(envelope, 'Two', 'kurt'));
  const reviewer = await agreed(api, envelope, 'Reviewer');
  const path = { envelope_id: envelope.id, role_name: 'Reviewer' };
  ok(await api.as(reviewer).sendBackRecipient({ path, body: { back_to: ['Two'], reason: 'Look again.' } }));
  const signed = (await envelopeOf(envelope)).recipients.map((one) => one.certificate_signature?.subject ?? null);
  expect(signed).toEqual(['Ada Lovelace', null, null]);
  dummy.signIn('kurt');
  ok(await signAs(envelope, 'Two', 'kurt'));
  await sign(api, envelope, 'Reviewer');
  const file = await sealedFile(envelope);
  const [first, , last] = await evidenceOf(envelope);
  expect(first && last && beginsWithAll(file, [first, last])).toBe(true);
});

test('beginning is limited', async () => {
  const envelope = await sendForCertificate(api, sender, service);
  const signer = await prepareToSubmit(api, envelope, 'Signer');
  for (let begun = 0; begun < 20; begun += 1) ok(await startSigning(api, signer));
  expect(refusalOf(await startSigning(api, signer))).toEqual([429, 'too_many_requests']);
});
