import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE, timestampIn } from '../../lib/base/clock.ts';
import type { Api, Person } from '../api.ts';
import {
  type Envelope,
  ok,
  pdf,
  prepareToSubmit,
  recipient,
  refusalOf,
  sendEnvelope,
  setField,
  signatureField,
  submit,
} from '../stories/envelope.ts';
import { type DummyService, PIN } from './dummy-service.ts';
import {
  type Begun,
  beginSigning,
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
});
afterEach(() => {
  dummy.misbehave({});
  dummy.signIn('ada');
});
afterAll(() => world.stop());

const as = () => api.as(sender);
const rolesOf = async (envelope: Envelope) => (await world.evidenceOf(envelope)).map(({ role_name }) => role_name);
const subjectsIn = async (envelope: Envelope) =>
  (await world.envelopeOf(envelope)).recipients.map((one) => one.certificate_signature?.subject ?? null);
const reset = ({ id }: Envelope, role_name: string) =>
  as().updateRecipient({ path: { envelope_id: id, role_name }, body: { action: 'reset' } });

/** The signer goes to the service's page that approves, and is there. */
const goThere = async (envelope: Envelope, role_name = 'Signer', at = service): Promise<Begun> => {
  const begun = await beginSigning(api, envelope, role_name);
  dummy.signIn('ada');
  return { ...begun, step: await approvalOf(begun, at) };
};
const approvalOf = async (begun: Begun, at = service): Promise<Step> => {
  const step = ok(await follow(api, at, begun));
  expect(step).toMatchObject({ step: 'redirect', certificate: { subject: 'Ada Lovelace' } });
  return step;
};
const comeBackTo = (begun: Begun) => follow(api, service, begun);

describe('a step of which two of three are enough', () => {
  const sendStep = (...others: ReturnType<typeof recipient>[]) =>
    sendEnvelope(api, sender, [
      withCertificate('One', 1, service, { step_needs: 2 }),
      withCertificate('Two', 1, service, { step_needs: 2 }),
      ...others,
    ]);

  test('releases whoever stays at the service’s page: the sealed file has the signatures of the others alone', async () => {
    const envelope = await sendStep(withCertificate('Three', 1, service, { step_needs: 2 }));
    const one = await goThere(envelope, 'One');
    const two = await beginSigning(api, envelope, 'Two');
    dummy.signIn('kurt');
    expect(ok(await signWithCertificate(api, service, two))).toMatchObject({ step: 'wait' });
    await api.advance('PT6M');
    expect(ok(await goOn(api, two))).toMatchObject({ step: 'done' });
    expect(ok(await world.signAs(envelope, 'Three', 'emmy', { pin: PIN }))).toMatchObject({ step: 'done' });
    dummy.signIn('ada');
    expect(refusalOf(await comeBackTo(one))).toEqual([400, 'envelope_ended']);
    const [file] = (await world.sealedFiles(envelope)) as [Uint8Array];
    expect(await rolesOf(envelope)).toEqual(['Two', 'Three']);
    expect(await world.verifiedOf(envelope, file)).toEqual(['CN=Kurt Goedel', 'CN=Emmy Noether']);
    const checked = ok(await api.anyone.verifyDocument({ body: { data: Buffer.from(file).toString('base64') } }));
    expect(checked.signatures.map(({ field, intact }: { field: string; intact: boolean }) => [field, intact])).toEqual([
      ['Signature of Two', true],
      ['Signature of Three', true],
      ['Countersign seal', true],
    ]);
    expect(await world.revisionsOf(envelope)).toEqual([]);
  });

  test('releases whoever is overtaken while the service signs, and no revision of it stays', async () => {
    const envelope = await sendStep(recipient('Plain', 1, { step_needs: 2 }));
    ok(await world.signAs(envelope, 'Two', 'kurt'));
    const plain = await prepareToSubmit(api, envelope, 'Plain');
    dummy.misbehave({
      meanwhile: async (path) => {
        if (path.endsWith('signatures/signHash')) ok(await submit(api, plain));
      },
    });
    expect(refusalOf(await world.signAs(envelope, 'One', 'kurt'))).toEqual([400, 'envelope_ended']);
    const [file] = (await world.sealedFiles(envelope)) as [Uint8Array];
    expect(await world.verifiedOf(envelope, file)).toEqual(['CN=Kurt Goedel']);
    expect(await rolesOf(envelope)).toEqual(['Two']);
    expect(await world.revisionsOf(envelope)).toEqual([]);
  });
});

test('an envelope of several documents has both signatures in each of them', async () => {
  const at = (document_id: number, role: string) => ({
    ...signatureField(role, `${role}-${document_id}`),
    document_id,
  });
  const envelope = await sendEnvelope(
    api,
    sender,
    [withCertificate('One', 1, service), withCertificate('Two', 2, service)],
    {
      documents: ['first', 'second', 'third'].map((name, more) => ({ name: `${name}.pdf`, data: pdf(1 + more) })),
      // The third one is signed, too: nothing of it is filled in.
      fields: ['One', 'Two'].flatMap((role) => [
        { ...at(0, role), name: `signature-${role}` },
        { ...at(1, role), required: false },
      ]),
    },
  );
  expect(ok(await comeBackTo(await goThere(envelope, 'One')))).toMatchObject({ step: 'done' });
  ok(await world.signAs(envelope, 'Two', 'emmy', { pin: PIN }));
  const files = await world.sealedFiles(envelope);
  const signatures = await world.evidenceOf(envelope);
  expect(signatures.map(({ documents }) => documents.length)).toEqual([3, 3]);
  for (const [place, file] of files.entries()) {
    expect(beginsWithAll(file, signatures, place)).toBe(true);
  }
  expect(await world.verifiedOf(envelope, ...files)).toEqual(['CN=Ada Lovelace', 'CN=Emmy Noether']);
});

test('a reset takes a signature away: whoever has prepared upon it is asked again, and the next one counts', async () => {
  const envelope = await sendEnvelope(api, sender, [
    withCertificate('One', 1, service),
    withCertificate('Two', 1, service),
  ]);
  ok(await world.signAs(envelope, 'One', 'kurt'));
  const two = await goThere(envelope, 'Two');
  ok(await reset(envelope, 'One'));
  expect(await subjectsIn(envelope)).toEqual([null, null]);
  expect(refusalOf(await comeBackTo(two))).toEqual([400, 'signature_overtaken']);
  const again = { ...two, step: ok(await goOn(api, two)) as Step };
  expect(ok(await comeBackTo(again))).toMatchObject({ step: 'done' });
  ok(await world.signAs(envelope, 'One', 'emmy', { pin: PIN }));
  const [file] = (await world.sealedFiles(envelope)) as [Uint8Array];
  expect(await subjectsIn(envelope)).toEqual(['Emmy Noether', 'Ada Lovelace']);
  expect(beginsWithAll(file, (await world.evidenceOf(envelope)).slice(1))).toBe(true);
});

test('a reset of whoever is at the service’s page makes that signing void, and the next one needn’t wait', async () => {
  const envelope = await sendForCertificate(api, sender, service);
  const before = await goThere(envelope);
  ok(await reset(envelope, 'Signer'));
  const refused = await comeBackTo(before);
  expect(refused.status).toBe(400);
  expect(ok(await world.signAs(envelope, 'Signer', 'kurt'))).toMatchObject({ step: 'done' });
});

test('of two with conditions the one whose condition holds signs, upon what the first has signed', async () => {
  const amount = {
    name: 'amount',
    role_name: 'Buyer',
    type: 'textbox',
    page: 1,
    x: 72,
    y: 500,
    settings: { number: {} },
  };
  const people = [
    withCertificate('Buyer', 1, service),
    withCertificate('Director', 2, service, { only_if: { field: 'amount', is: 'above', value: '10000' } }),
    withCertificate('Clerk', 2, service, { only_if: { field: 'amount', is: 'below', value: '10000' } }),
  ];
  const fields = [{ ...amount, required: true }, ...people.map(({ role_name }) => signatureField(role_name))];
  const envelope = await sendEnvelope(api, sender, people, { fields });
  const signer = await prepareToSubmit(api, envelope, 'Buyer');
  ok(await setField(api, signer, 'amount', '12000'));
  dummy.signIn('kurt');
  const started = await startSigning(api, signer);
  const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? '';
  ok(await signWithCertificate(api, service, { signer, step: ok(started) as Step, cookie }));
  const { recipients } = await world.envelopeOf(envelope);
  expect(recipients.map(({ status, skipped }) => [status, skipped ?? false])).toEqual([
    ['submitted', false],
    ['invited', false],
    ['canceled', true],
  ]);
  ok(await comeBackTo(await goThere(envelope, 'Director')));
  const [file] = (await world.sealedFiles(envelope)) as [Uint8Array];
  expect(await world.verifiedOf(envelope, file)).toEqual(['CN=Kurt Goedel', 'CN=Ada Lovelace']);
});

describe('whoever goes away at the service’s page', () => {
  test('signs in another tab without waiting for the own turn there, and the first tab is told so', async () => {
    const envelope = await sendForCertificate(api, sender, service);
    const first = await goThere(envelope);
    const { signer, cookie } = first;
    const other = { signer, cookie, step: ok(await startSigning(api, signer, {}, cookie)) as Step };
    const second = { ...other, step: await approvalOf(other) };
    expect(refusalOf(await comeBackTo(first))).toEqual([400, 'trust_service_over']);
    expect(ok(await comeBackTo(second))).toMatchObject({ step: 'done' });
    // The first tab, loaded again, shows the end.
    expect(ok(await goOn(api, first))).toMatchObject({ step: 'done' });
    await world.sealedFiles(envelope);
    expect(await world.revisionsOf(envelope)).toEqual([]);
  });

  test('signs, too, where the page has asked for the way there twice in the same moment', async () => {
    await using _clock = await api.freezeClock();
    const begun = await goThere(await sendForCertificate(api, sender, service));
    const again = { ...begun, step: ok(await goOn(api, begun)) as Step };
    expect(ok(await comeBackTo(again))).toMatchObject({ step: 'done' });
  });

  test('begins again after a quarter of an hour, and others have gone on', async () => {
    const people = [withCertificate('One', 1, service), withCertificate('Two', 1, service)];
    const envelope = await sendEnvelope(api, sender, people);
    const one = await goThere(envelope, 'One');
    await api.advance('PT16M');
    expect(ok(await world.signAs(envelope, 'Two', 'kurt'))).toMatchObject({ step: 'done' });
    dummy.signIn('ada');
    expect(refusalOf(await comeBackTo(one))).toEqual([400, 'trust_service_over']);
    const again = { ...one, step: ok(await startSigning(api, one.signer, {}, one.cookie)) as Step };
    expect(ok(await signWithCertificate(api, service, again))).toMatchObject({ step: 'done' });
    const [file] = (await world.sealedFiles(envelope)) as [Uint8Array];
    expect(await world.verifiedOf(envelope, file)).toEqual(['CN=Kurt Goedel', 'CN=Ada Lovelace']);
  });

  test('is refused where the sender has deleted the service, or made it another one, and signs once it is right', async () => {
    const path = { organization_id: sender.organization_id };
    const settings = dummy.settings({ name: 'Second' });
    const { id: second } = ok(await as().createTrustService({ path, body: settings }));
    const envelope = await sendEnvelope(api, sender, [
      withCertificate('One', 1, second),
      withCertificate('Two', 1, second),
    ]);
    const begun = await goThere(envelope, 'One', second);
    const at = { ...path, service_id: second };
    ok(await as().updateTrustService({ path: at, body: { ...settings, name: 'Renamed' } }));
    const other = { ...settings, base_url: dummy.at('v1') };
    ok(await as().updateTrustService({ path: at, body: other }));
    expect(refusalOf(await follow(api, second, begun))).toEqual([400, 'trust_service_over']);
    const { signer, cookie } = begun;
    const again = { signer, cookie, step: ok(await startSigning(api, signer, {}, cookie)) as Step };
    expect(ok(await signWithCertificate(api, second, again))).toMatchObject({ step: 'done' });

    const two = await goThere(envelope, 'Two', second);
    ok(await as().deleteTrustService({ path: at }));
    expect(refusalOf(await follow(api, second, two))).toEqual([404, 'trust_service_not_found']);
    expect(refusalOf(await startSigning(api, two.signer))).toEqual([404, 'trust_service_not_found']);
    const own = { envelope_id: envelope.id, role_name: 'Two' };
    ok(await as().updateRecipient({ path: own, body: { trust_service: service } }));
    const changed = (await world.envelopeOf(envelope)) as Envelope;
    expect(ok(await world.signAs(changed, 'Two', 'kurt'))).toMatchObject({ step: 'done' });
    const [file] = (await world.sealedFiles(envelope)) as [Uint8Array];
    expect(await world.verifiedOf(envelope, file)).toEqual(['CN=Ada Lovelace', 'CN=Kurt Goedel']);
    expect(await world.revisionsOf(envelope)).toEqual([]);
  });

  const asked = () => dummy.calls.filter(({ path }) => path.endsWith('signatures/signHash')).length;

  test('has signed nothing of an envelope that was canceled or has expired meanwhile, and no file stays', async () => {
    const before = asked();
    const canceled = await sendForCertificate(api, sender, service);
    const one = await goThere(canceled);
    ok(await as().cancelEnvelope({ path: { envelope_id: canceled.id }, body: { action: 'cancel' } }));
    const expiring = await sendForCertificate(api, sender, service, { expires_at: timestampIn(DAY + 4 * MINUTE) });
    expect(refusalOf(await comeBackTo(one))).toEqual([400, 'envelope_ended']);
    await api.advance('P1D');
    const two = await goThere(expiring);
    await api.advance('PT5M');
    expect(refusalOf(await comeBackTo(two))).toEqual([400, 'envelope_ended']);
    expect(asked()).toBe(before);
    for (const envelope of [canceled, expiring]) expect(await world.revisionsOf(envelope)).toEqual([]);
  });
});
