import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree, openLink } from '../../infra/local/story/signing.ts';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { actOn, allRows, checkedBatch, tenantAddress } from '../batches/material.ts';
import {
  createSignature,
  type Envelope,
  type Opening,
  ok,
  openSession,
  prepareToSubmit,
  recipient,
  refusalOf,
  sendEnvelope,
  setField,
  sign,
  signatureField,
  submit,
} from '../stories/envelope.ts';
import { lease, signature } from '../templates/material.ts';
import { recompute } from './auditor.ts';

/** Sending back together with all else that decides who acts. */

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

type Session = Awaited<ReturnType<typeof openSession>>;
type Acting = Pick<Session, 'signer' | 'envelope_id' | 'role_name'>;
const pathOf = ({ envelope_id, role_name }: Acting) => ({ envelope_id, role_name });
const sendBack = async (session: Acting, ...back_to: string[]) =>
  ok(
    await api
      .as({ signer: session.signer })
      .sendBackRecipient({ path: pathOf(session), body: { back_to, reason: 'Please look at § 3.' } }),
  );
const submitWith = (session: Acting, named: object[]) =>
  api.as({ signer: session.signer }).submitRecipient({ path: pathOf(session), body: { named } as never });
const read = async ({ id }: Pick<Envelope, 'id'>) =>
  ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));
const statuses = async (envelope: Pick<Envelope, 'id'>) =>
  Object.fromEntries((await read(envelope)).recipients.map(({ role_name, status }) => [role_name, status]));

/** Signs anew for a recipient who was asked again, in another session. */
const signAgain = async (envelope: Opening, role: string, fill?: (session: Session) => Promise<unknown>) => {
  const session = await openSession(api, envelope, role);
  if (!session.recipient.agreed) await agree(api, session);
  ok(await setField(api, session, `signature-${role}`, await createSignature(api, session)));
  await fill?.(session);
  ok(await submit(api, session));
  return session;
};

/**
 * Demands that the envelope is sealed, that the verifier finds nothing wrong with trail, certificate and documents, and
 * that exactly those count as signers who have submitted. Answers what it says of steps, conditions, groups and more.
 */
const sealedRightly = async (envelope: Pick<Envelope, 'id'>): Promise<string[]> => {
  await api.settle();
  const done = await read(envelope);
  expect([done.status, done.signed]).toEqual(['complete', true]);
  const trail = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
  const files = [{ name: 'audit.json', bytes: new TextEncoder().encode(JSON.stringify(trail)) }];
  for (const { id: document_id, name } of done.documents) {
    const answer = await api.as(sender).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
    files.push({ name: `${name}.pdf`, bytes: Uint8Array.from(answer.bytes) as never });
  }
  const report = await verifyFiles(files, await trustInText(''));
  const findings = report.files.flatMap((file) => file.findings);
  expect(findings.filter(({ state }) => state === 'fails')).toEqual([]);
  const submitted = done.recipients.filter(({ status }) => status === 'submitted').map(({ role_name }) => role_name);
  const [first] = report.files;
  const counted = first?.findings.filter(({ check }) => check === 'signedAs').map(({ values }) => String(values.role));
  expect(counted?.sort()).toEqual(submitted.sort());
  // The independent auditor recomputes what each was shown, with every signature, also those that count no longer.
  expect(recompute(trail.events as never)).toHaveLength(
    trail.events.filter(({ event }) => event === 'recipient:signed').length,
  );
  return (first?.findings ?? [])
    .filter(({ check }) => /Rightly$|^step|Other$/.test(check))
    .map(({ check, values }) => `${check} ${values.role ?? values.roles ?? ''}`.trim());
};

test('where two of three are enough, those who were not needed are asked anew, and of two who race then one counts', async () => {
  const reviewer = (name: string) => recipient(name, 2, { may_send_back: true, step_needs: 1 });
  const board = ['Ada', 'Bea', 'Cleo'].map((name) => recipient(name, 1, { step_needs: 2 }));
  const people = [...board, reviewer('Lawyer'), reviewer('Broker'), recipient('Director', 3)];
  const envelope = await sendEnvelope(api, sender, people);
  await sign(api, envelope, 'Ada');
  const bea = await sign(api, envelope, 'Bea');
  expect((await statuses(envelope)).Cleo).toBe('canceled');
  const lawyer = await prepareToSubmit(api, envelope, 'Lawyer');
  await sendBack(lawyer, 'Bea');
  // Ada signed before Bea: her signature stands, and one more is needed.
  expect(await statuses(envelope)).toEqual({
    Ada: 'submitted',
    Bea: 'invited',
    Cleo: 'invited',
    Lawyer: 'pending',
    Broker: 'pending',
    Director: 'pending',
  });
  const cleo = await prepareToSubmit(api, envelope, 'Cleo');
  await openSession(api, envelope, 'Bea');
  ok(await setField(api, bea, 'signature-Bea', await createSignature(api, bea)));
  const answers = await Promise.all([submit(api, bea), submit(api, cleo)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.map(refusalOf)).toContainEqual([400, 'step_done']);
  // The reviewer who is not needed can't send it back any more.
  await sign(api, envelope, 'Broker');
  const late = await api.as({ signer: lawyer.signer }).sendBackRecipient({
    path: pathOf(lawyer),
    body: { back_to: ['Ada'], reason: 'Too late.' },
  });
  expect(refusalOf(late)).toEqual([400, 'step_done']);
  await sign(api, envelope, 'Director');
  const found = await sealedRightly(envelope);
  const winner = answers[0]?.status === 200 ? 'Bea' : 'Cleo';
  expect(found).toEqual(
    expect.arrayContaining([`stepHolds Ada, ${winner}`, 'stepHolds Broker', 'sentBackRightly Lawyer']),
  );
});

test('a condition is decided anew each time: who was skipped is asked, and who was asked is skipped', async () => {
  const amount = {
    name: 'amount',
    role_name: 'Buyer',
    type: 'textbox',
    page: 1,
    x: 72,
    y: 500,
    settings: { number: {} },
  };
  const only_if = { field: 'amount', is: 'above', value: '10000' };
  const people = [
    recipient('Buyer', 1),
    recipient('Director', 2, { only_if, may_send_back: true }),
    recipient('Clerk', 3, { may_send_back: true }),
  ];
  const fields = [amount, ...people.map(({ role_name }) => signatureField(role_name))];
  const envelope = await sendEnvelope(api, sender, people, { fields });
  const buy = (value: string) => signAgain(envelope, 'Buyer', (session) => setField(api, session, 'amount', value));
  await buy('900');
  expect((await statuses(envelope)).Director).toBe('canceled');
  await sendBack(await prepareToSubmit(api, envelope, 'Clerk'), 'Buyer');
  await buy('12000');
  expect(await statuses(envelope)).toEqual({ Buyer: 'submitted', Director: 'invited', Clerk: 'pending' });
  await sendBack(await prepareToSubmit(api, envelope, 'Director'), 'Buyer');
  await buy('800');
  expect(await statuses(envelope)).toMatchObject({ Director: 'canceled', Clerk: 'invited' });
  await sendBack(await openSession(api, envelope, 'Clerk'), 'Buyer');
  await buy('20000');
  await signAgain(envelope, 'Director');
  await signAgain(envelope, 'Clerk');
  expect(await sealedRightly(envelope)).toEqual(
    expect.arrayContaining(['takesPartRightly Director', 'sentBackRightly Clerk', 'sentBackRightly Director']),
  );
});

test('a person who takes part only now is put in with the new signature, and stays nobody’s where not', async () => {
  const married = { name: 'married', role_name: 'Buyer', type: 'checkbox', page: 1, x: 72, y: 500, settings: {} };
  const nobody = { first_name: null, last_name: null, email: null, named_by: 'Buyer' };
  const people = [
    recipient('Buyer', 1),
    recipient('Spouse', 2, {
      ...nobody,
      only_if: { field: 'married', is: 'equals', value: 'true' },
      may_send_back: true,
    }),
    recipient('Clerk', 3, { may_send_back: true }),
  ];
  const fields = [married, ...people.map(({ role_name }) => signatureField(role_name))];
  const envelope = await sendEnvelope(api, sender, people, { fields });
  await signAgain(envelope, 'Buyer');
  expect(await statuses(envelope)).toEqual({ Buyer: 'submitted', Spouse: 'canceled', Clerk: 'invited' });
  await sendBack(await prepareToSubmit(api, envelope, 'Clerk'), 'Buyer');
  const buyer = await openSession(api, envelope, 'Buyer');
  ok(await setField(api, buyer, 'signature-Buyer', await createSignature(api, buyer)));
  ok(await setField(api, buyer, 'married', 'true'));
  expect(refusalOf(await submit(api, buyer))).toEqual([400, 'naming_needed']);
  const { first_name, last_name, email } = recipient('Sam', 2);
  ok(await submitWith(buyer, [{ role_name: 'Spouse', first_name, last_name, email }]));
  const named = { ...envelope, recipients: (await read(envelope)).recipients } as Envelope;
  await sendBack(await prepareToSubmit(api, named, 'Spouse'), 'Buyer');
  // The person who was put in stays, for as long as the condition holds.
  await signAgain(envelope, 'Buyer');
  await signAgain(named, 'Spouse');
  const clerk = await openSession(api, envelope, 'Clerk');
  await sendBack(clerk, 'Spouse');
  await signAgain(named, 'Spouse');
  await sendBack(await openSession(api, envelope, 'Clerk'), 'Buyer');
  await signAgain(envelope, 'Buyer', (session) => setField(api, session, 'married', 'false'));
  expect(await statuses(envelope)).toEqual({ Buyer: 'submitted', Spouse: 'canceled', Clerk: 'invited' });
  await signAgain(envelope, 'Clerk');
  const found = await sealedRightly(envelope);
  expect(found.filter((one) => /Other/.test(one))).toEqual([]);
  expect(found.filter((one) => one.startsWith('sentBack'))).toHaveLength(4);
});

test('a group reviews, and a group is asked again: whoever had it goes on, and another one takes it over', async () => {
  const group = (role_name: string, sequence: number, more: object = {}) =>
    recipient(role_name, sequence, { shared: true, first_name: role_name, last_name: 'Department', ...more });
  const envelope = await sendEnvelope(api, sender, [
    group('Legal', 1),
    group('Audit', 2, { may_send_back: true }),
    recipient('Clerk', 3, { may_send_back: true }),
  ]);
  const say = (session: Acting, body: object) =>
    api.as({ signer: session.signer }).correctOwnName({ path: pathOf(session), body: body as never });
  const signFor = async (session: Session) => {
    if (!(await read(envelope)).recipients.find(({ role_name }) => role_name === session.role_name)?.agreed)
      await agree(api, session);
    ok(await setField(api, session, `signature-${session.role_name}`, await createSignature(api, session)));
    ok(await submit(api, session));
  };
  const ada = await openSession(api, envelope, 'Legal');
  ok(await say(ada, { first_name: 'Ada' }));
  await signFor(ada);
  const grace = await openSession(api, envelope, 'Audit');
  const early = await api
    .as({ signer: grace.signer })
    .sendBackRecipient({ path: pathOf(grace), body: { back_to: ['Legal'], reason: 'No.' } });
  expect(refusalOf(early)).toEqual([400, 'not_held']);
  ok(await say(grace, { first_name: 'Grace' }));
  await agree(api, grace);
  await sendBack(grace, 'Legal');
  expect(await statuses(envelope)).toEqual({ Legal: 'invited', Audit: 'pending', Clerk: 'pending' });
  // Another device of the mailbox: it opens it, and the one who had it signs anew.
  await openSession(api, envelope, 'Legal');
  await signFor(ada);
  await openSession(api, envelope, 'Audit');
  await sendBack(grace, 'Legal');
  const bea = await openSession(api, envelope, 'Legal');
  expect(refusalOf(await say(bea, { first_name: 'Bea' }))).toEqual([400, 'held_by_other']);
  ok(await say(bea, { first_name: 'Bea', take_over: true }));
  await signFor(bea);
  await openSession(api, envelope, 'Audit');
  await signFor(grace);
  await sign(api, envelope, 'Clerk');
  const found = await sealedRightly(envelope);
  expect(found.filter((one) => /Other/.test(one))).toEqual([]);
  expect(found.filter((one) => one.startsWith('groupRightly'))).toHaveLength(2);
  expect((await read(envelope)).recipients[0]).toMatchObject({ full_name: 'Bea', sent_back: null });
});

const REVIEWED = [
  { name: 'Tenant', type: 'signer', sequence: 1 },
  { name: 'Landlord', type: 'signer', sequence: 2, may_send_back: true },
];
const reviewedLease = (more: object = {}) =>
  lease({
    roles: REVIEWED,
    fields: REVIEWED.map(({ name }) => signature(`signature-${name}`, name)),
    ...more,
  });

test('a row of a batch that was sent back stays one envelope, counts as opened, and is listed as going on', async () => {
  const { id: template_id } = ok(await api.as(sender).createTemplate({ body: reviewedLease() }));
  const rows = [tenantAddress(), tenantAddress()].map((email) => ({
    Tenant: 'Ada Lovelace',
    'Tenant e-mail': email,
    Landlord: 'Alan Turing',
    'Landlord e-mail': tenantAddress(),
  }));
  const batch = await checkedBatch(api, sender, { template_id, rows });
  ok(await actOn(api, sender, batch.id, 'send'));
  await api.settle();
  const [first] = await allRows(api, sender, batch.id);
  const envelope = await read({ id: first?.envelope_id ?? '' });
  await sign(api, envelope as Envelope, 'Tenant');
  await sendBack(await prepareToSubmit(api, envelope as Envelope, 'Landlord'), 'Tenant');
  ok(await actOn(api, sender, batch.id, 'cancel'));
  await api.settle();
  expect((await allRows(api, sender, batch.id)).map(({ state }) => state)).toEqual(['sent', 'withdrawn']);
  expect(await statuses(envelope)).toEqual({ Tenant: 'invited', Landlord: 'pending' });
  const { url } = ok(await api.as(sender).getBatchCsv({ path: { batch_id: batch.id } })) as unknown as { url: string };
  expect(await (await fetch(url)).text()).toContain('in progress');
  await signAgain(envelope as Envelope, 'Tenant');
  await signAgain(envelope as Envelope, 'Landlord');
  expect(await sealedRightly(envelope)).toContain('sentBackRightly Landlord');
});

test('a visitor of a link whose signature was sent back is written to, and comes back to the same envelope', async () => {
  await using _clock = await api.freezeClock();
  const owner = sender;
  const template = ok(await api.as(owner).createTemplate({ body: reviewedLease({ visibility: 'public' }) }));
  const landlord = { ...recipient('Landlord', 2), sequence: undefined, type: undefined };
  const { role_name, first_name, last_name, email } = landlord;
  const body = { recipients: [{ role_name, first_name, last_name, email }], once_per_address: true, cap: 1 };
  const link = ok(await api.as(owner).createTemplateLink({ path: { template_id: template.id }, body }));
  const path = { template_id: template.id, link_id: link.id };
  const visitor = { first_name: 'Vera', last_name: 'Visitor', email: tenantAddress() };
  const enter = async () => {
    ok(await api.anyone.requestTemplateLinkCode({ path, body: visitor }));
    await api.settle();
    const code = (await api.messages(visitor.email)).find((mail) => mail.links.some((one) => one.includes('/start/')));
    return ok(await api.anyone.confirmTemplateLink({ path, body: { ...visitor, code: code?.code ?? '' } }));
  };
  const signBy = async (address: string) => {
    const [envelope_id = '', role = '', key = ''] = new URL(address).pathname
      .split('/')
      .slice(-3)
      .map(decodeURIComponent);
    const session = (await openLink(api, { envelope_id, role_name: role, key })) as Session;
    if (!session.recipient.agreed) await agree(api, session);
    ok(await setField(api, session, `signature-${role}`, await createSignature(api, session)));
    ok(await submit(api, session));
  };
  const made = await enter();
  await signBy(made.link);
  const envelope = (await read({ id: made.envelope_id })) as Envelope;
  await sendBack(await prepareToSubmit(api, envelope, 'Landlord'), 'Tenant');
  await api.settle();
  const [mail] = await api.messages(visitor.email);
  expect([mail?.subject, mail?.text]).toEqual([
    '“Landlord Person” sent back “Lease” to you',
    expect.stringContaining('Please look at § 3.'),
  ]);
  await api.advance('PT16M');
  const resumed = await enter();
  expect(resumed).toMatchObject({ envelope_id: made.envelope_id, resumed: true });
  await signBy(resumed.link);
  const [counted] = ok(await api.as(owner).getTemplateLinks({ path: { template_id: template.id } }));
  expect(counted?.count).toBe(1);
  await signAgain(envelope, 'Landlord');
  expect(await sealedRightly(envelope)).toContain('sentBackRightly Landlord');
});
