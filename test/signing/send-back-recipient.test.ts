import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { recompute } from '../envelopes/auditor.ts';
import { rewritten } from '../envelopes/rewritten-trail.ts';
import { pdfiumText } from '../pdf/wasm-tools.ts';
import {
  createSignature,
  type Envelope,
  ok,
  openSession,
  pdf,
  prepareToSubmit,
  recipient,
  refusalOf,
  sendEnvelope,
  setField,
  sign,
  signatureField,
  submit,
} from '../stories/envelope.ts';

let api: Api;
let sender: Person;
let stranger: Person;
beforeAll(async () => {
  api = await startApi();
  [sender, stranger] = [await api.signUp(), await api.signUp()];
});
afterAll(() => api.stop());

const REASON = 'The rent is that of last year.\nPlease look at § 3.';
const rent = { name: 'rent', role_name: 'Tenant', type: 'textbox', page: 1, x: 72, y: 500, required: true };
const reviewer = (role_name: string, sequence: number, more: Record<string, unknown> = {}) =>
  recipient(role_name, sequence, { may_send_back: true, ...more });

type Session = Awaited<ReturnType<typeof openSession>>;
const pathOf = ({ envelope_id, role_name }: Pick<Session, 'envelope_id' | 'role_name'>) => ({ envelope_id, role_name });
const sendBack = (session: Pick<Session, 'signer' | 'envelope_id' | 'role_name'>, back_to: string[], reason = REASON) =>
  api.as({ signer: session.signer }).sendBackRecipient({ path: pathOf(session), body: { back_to, reason } });
const read = async ({ id }: Envelope) => ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));
const statuses = async (envelope: Envelope) =>
  Object.fromEntries((await read(envelope)).recipients.map(({ role_name, status }) => [role_name, status]));
const auditOf = async ({ id }: Envelope) => ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: id } }));
type Trail = Awaited<ReturnType<typeof auditOf>>;

const findings = async (trail: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(trail));
  const { files } = await verifyFiles([{ name: 'audit.json', bytes }], await trustInText(''));
  return files[0]?.findings ?? [];
};
const checks = async (trail: unknown) => (await findings(trail)).map(({ check }) => check);

const certificateOf = async ({ documents }: Awaited<ReturnType<typeof read>>) => {
  const { id: document_id = '' } = documents.find(({ type }) => type === 'certificate') ?? {};
  const answer = await api.as(sender).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
  return Uint8Array.from(answer.bytes);
};

/** A tenant and a neighbour who sign together, a landlord after them, then two who review at once. */
const sendLease = () =>
  sendEnvelope(
    api,
    sender,
    [
      recipient('Tenant', 1),
      recipient('Neighbour', 1),
      recipient('Landlord', 2),
      reviewer('Lawyer', 3),
      reviewer('Broker', 3),
    ],
    { fields: [rent, ...['Tenant', 'Neighbour', 'Landlord', 'Lawyer', 'Broker'].map((role) => signatureField(role))] },
  );

const fillAndSign = async (envelope: Envelope, role: string, value: string) => {
  const session = await prepareToSubmit(api, envelope, role);
  ok(await setField(api, session, 'rent', value));
  ok(await submit(api, session));
  return session;
};

test('a reviewer sends back with a comment: whoever signed after is asked again, values stay, signatures are given anew, and all of it can be checked', async () => {
  const envelope = await sendLease();
  await sign(api, envelope, 'Neighbour');
  const tenant = await fillAndSign(envelope, 'Tenant', '900');
  const landlord = await sign(api, envelope, 'Landlord');
  const lawyer = await prepareToSubmit(api, envelope, 'Lawyer');
  const broker = await sign(api, envelope, 'Broker');
  await api.settle();
  expect(ok(await sendBack(lawyer, ['Tenant']))).toMatchObject({
    status: 'pending',
    may_send_back: true,
    sent_back: null,
  });
  // The neighbour signed before the tenant, and so saw nothing that changes now.
  expect(await statuses(envelope)).toEqual({
    Tenant: 'invited',
    Neighbour: 'submitted',
    Landlord: 'pending',
    Lawyer: 'pending',
    Broker: 'pending',
  });
  await api.settle();
  const [mail] = await api.messages(envelope.recipients[0]?.email ?? '');
  expect(mail?.subject).toBe('“Lawyer Person” sent back “An envelope” to you');
  expect(mail?.text).toContain('Please look at § 3.');
  const [told] = await api.messages(sender.email);
  expect([told?.subject, told?.text]).toEqual([
    '“Lawyer Person” sent back “An envelope”',
    expect.stringContaining('Please look at § 3.'),
  ]);
  // The same link, and the session of before: the comment, the value, and no signature.
  const again = await openSession(api, envelope, 'Tenant', 'mail');
  expect(again.recipient).toMatchObject({
    status: 'opened',
    agreed: true,
    sent_back: { by: 'Lawyer', name: 'Lawyer Person', reason: REASON },
  });
  const values = (fields: { name: string; value: unknown }[], of: string) =>
    fields.find(({ name }) => name === of)?.value;
  expect(values(again.envelope.fields, 'rent')).toBe('900');
  expect(values(again.envelope.fields, 'signature-Tenant')).toBeNull();
  // Others see nothing of what isn't submitted again, and nobody else sees the comment.
  const seen = ok(
    await api.as({ signer: (await openSession(api, envelope, 'Neighbour')).signer }).getEnvelope({
      path: { envelope_id: envelope.id },
    }),
  );
  expect(values(seen.fields, 'rent')).toBeNull();
  expect(seen.recipients.map(({ sent_back }) => sent_back)).toEqual([null, null, null, null, null]);
  expect(refusalOf(await submit(api, tenant))).toEqual([400, 'fields_missing']);
  ok(await setField(api, tenant, 'rent', '950'));
  ok(await setField(api, tenant, 'signature-Tenant', await createSignature(api, tenant)));
  ok(await submit(api, tenant));
  expect((await read(envelope)).recipients[0]).toMatchObject({ status: 'submitted', sent_back: null });
  for (const one of [landlord, lawyer, broker]) {
    await openSession(api, envelope, one.role_name);
    ok(await setField(api, one, `signature-${one.role_name}`, await createSignature(api, one)));
    ok(await submit(api, one));
  }
  await api.settle();
  const done = await read(envelope);
  expect([done.status, done.signed]).toEqual(['complete', true]);
  const certificate = await certificateOf(done);
  const printed = pdfiumText(certificate).replace(/\s+/g, ' ');
  expect(printed).toMatch(/Sent it back by event \d+, on .{10,60}, to “?Tenant Person/);
  expect(printed).toContain('The rent is that of last year.');
  expect(printed.match(/Signed before by event/g)).toHaveLength(3);
  const sealed = await verifyFiles([{ name: 'certificate.pdf', bytes: certificate }], await trustInText(''));
  expect(sealed.files[0]?.findings.map(({ check }) => check)).toContain('sentBackRightly');
  expect(sealed.verdict).not.toBe('fails');
  const trail = await auditOf(envelope);
  const back = trail.events.find(({ event }) => event === 'recipient:sent_back');
  expect(back?.data).toEqual({ back_to: ['Tenant'], reopened: ['Tenant', 'Landlord', 'Broker'], reason: REASON });
  expect(trail.events.filter(({ event }) => event === 'recipient:signed')).toHaveLength(8);
  // The own verifier and the independent auditor agree about what counts.
  const found = await findings(trail);
  expect(
    found
      .filter(({ check }) => check === 'signedAs')
      .map(({ values: { role } }) => role)
      .sort(),
  ).toEqual(['Broker', 'Landlord', 'Lawyer', 'Neighbour', 'Tenant']);
  expect(found.map(({ check }) => check)).toContain('sentBackRightly');
  expect(found.filter(({ state }) => state === 'fails')).toEqual([]);
  expect(recompute(trail.events as never)).toHaveLength(8);
  const history = done.history_entries.find(({ event }) => event === 'recipient:sent_back');
  expect(history).toMatchObject({ role_name: 'Lawyer', event_detail: '“Lawyer Person” sent it back.' });

  const at = (events: Trail['events'], name: string) =>
    events.find(({ event }) => event === name) as Trail['events'][number];
  const forgeries: ((events: Trail['events']) => void)[] = [
    // Somebody's signature is spared, or one counts that was undone.
    (events) => Object.assign(at(events, 'recipient:sent_back').data, { reopened: ['Tenant', 'Landlord'] }),
    (events) => Object.assign(at(events, 'recipient:sent_back').data, { back_to: ['Landlord'] }),
    (events) => Object.assign(at(events, 'recipient:sent_back').data, { back_to: [] }),
    // By somebody who may not.
    (events) => Object.assign(at(events, 'envelope:created').data, { reviewers: ['Broker'] }),
    // Nobody signs anew.
    (events) => {
      const last = events.findLastIndex(
        ({ event, role_name }) => event === 'recipient:signed' && role_name === 'Landlord',
      );
      events.splice(last, 1);
    },
  ];
  for (const forge of forgeries) expect(await checks(rewritten(trail, forge))).toContain('sentBackOther');
});

describe('sending back is refused', () => {
  test('to whom it can’t go, by whom it isn’t given to, and once it has ended', async () => {
    const envelope = await sendEnvelope(api, sender, [
      recipient('Tenant', 1),
      recipient('Landlord', 2),
      reviewer('Lawyer', 3),
    ]);
    const tenant = await sign(api, envelope, 'Tenant');
    const landlord = await openSession(api, envelope, 'Landlord');
    expect(refusalOf(await sendBack(landlord, ['Tenant']))).toEqual([400, 'not_agreed']);
    await sign(api, envelope, 'Landlord');
    expect(refusalOf(await sendBack(landlord, ['Tenant']))).toEqual([400, 'recipient_not_acting']);
    const lawyer = await prepareToSubmit(api, envelope, 'Lawyer');
    const problem = async (back_to: unknown, reason: unknown = REASON) => {
      const { status, body } = await sendBack(lawyer, back_to as string[], reason as string);
      return [status, (body as unknown as { error: string }).error];
    };
    const allowed = 'must be the role of a recipient of an earlier step who has submitted: Tenant, Landlord';
    expect(await problem(['Lawyer'])).toEqual([406, `back_to.0: ${allowed}`]);
    expect(await problem(['Tenant', 'Nobody'])).toEqual([406, `back_to.1: ${allowed}`]);
    expect(await problem(['Tenant', 'Tenant'])).toEqual([406, 'back_to.1: is given twice']);
    expect((await problem([]))[1]).toMatch(/^back_to: /);
    expect((await problem(['Tenant'], '  '))[1]).toMatch(/^reason: /);
    expect((await problem(['Tenant'], 'x'.repeat(2001)))[1]).toMatch(/^reason: /);
    const path = pathOf(lawyer);
    const body = { back_to: ['Tenant'], reason: REASON };
    expect((await api.as(stranger).sendBackRecipient({ path, body })).status).toBe(401);
    const foreign = await sendBack({ ...tenant, role_name: 'Lawyer' }, ['Tenant']);
    expect(refusalOf(foreign)).toEqual([404, 'recipient_not_found']);
    expect(refusalOf(await sendBack({ ...lawyer, envelope_id: stranger.profile_id }, ['Tenant']))[0]).toBe(404);
    ok(await api.as(sender).cancelEnvelope({ path: { envelope_id: envelope.id }, body: { action: 'cancel' } }));
    expect(refusalOf(await sendBack(lawyer, ['Tenant']))).toEqual([400, 'envelope_ended']);
  });

  test('without the right, and where the right can’t be used: 406 says so when the envelope is made', async () => {
    const plain = await sendEnvelope(api, sender, [recipient('Tenant', 1), recipient('Clerk', 2)]);
    await sign(api, plain, 'Tenant');
    expect(refusalOf(await sendBack(await prepareToSubmit(api, plain, 'Clerk'), ['Tenant']))).toEqual([
      400,
      'not_a_reviewer',
    ]);
    const refused = async (one: ReturnType<typeof recipient>) => {
      const body = {
        name: 'x',
        recipients: [recipient('Tenant', 2), one],
        documents: [{ name: 'a.pdf', data: pdf() }],
      };
      const { status, body: answer } = await api.as(sender).createEnvelope({ body: body as never });
      return [status, (answer as unknown as { error: string }).error];
    };
    expect(await refused(reviewer('Clerk', 1))).toEqual([
      406,
      'recipients.1.may_send_back: is for who acts after others: nobody signs or approves before',
    ]);
    expect(await refused(reviewer('Clerk', 3, { type: 'cc' }))).toEqual([
      406,
      'recipients.1.may_send_back: is for who signs or approves',
    ]);
  });
});

test('two who review at once, and a submit in the same moment: each change is whole, and one sending back wins', async () => {
  const envelope = await sendEnvelope(api, sender, [
    recipient('Tenant', 1),
    reviewer('Lawyer', 2),
    reviewer('Broker', 2),
  ]);
  const tenant = await sign(api, envelope, 'Tenant');
  const [lawyer, broker] = [
    await prepareToSubmit(api, envelope, 'Lawyer'),
    await prepareToSubmit(api, envelope, 'Broker'),
  ];
  const answers = await Promise.all([sendBack(lawyer, ['Tenant']), sendBack(broker, ['Tenant'])]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.map(refusalOf)).toContainEqual([400, 'not_your_turn']);
  ok(await setField(api, tenant, 'signature-Tenant', await createSignature(api, tenant)));
  ok(await submit(api, tenant));
  for (const one of [lawyer, broker]) {
    await openSession(api, envelope, one.role_name);
    // A signature from before the pages changed counts no longer, also of those who had not submitted.
    expect(refusalOf(await submit(api, one))).toEqual([400, 'fields_missing']);
    ok(await setField(api, one, `signature-${one.role_name}`, await createSignature(api, one)));
  }
  const [back] = await Promise.all([sendBack(lawyer, ['Tenant']), submit(api, broker)]);
  ok(back);
  expect(await statuses(envelope)).toEqual({
    Tenant: 'invited',
    Lawyer: 'pending',
    Broker: 'pending',
  });
  expect((await checks(await auditOf(envelope))).filter((check) => /sentBack/.test(check))).toEqual([
    'sentBackRightly',
    'sentBackRightly',
  ]);
});
