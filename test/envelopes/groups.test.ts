import { afterAll, beforeAll, expect, test } from 'vitest';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { type Api, type Person, startApi } from '../api.ts';
import {
  createSignature,
  type Envelope,
  ok,
  openSession,
  pdf,
  recipient,
  refusalOf,
  sendEnvelope,
  setField,
  sign,
  signatureField,
  submit,
} from '../stories/envelope.ts';
import { rewritten } from './rewritten-trail.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const legal = (more: Record<string, unknown> = {}) =>
  recipient('Legal', 1, { first_name: 'Legal', last_name: 'Department', shared: true, ...more });

/** The legal department signs, whoever of it comes first, then the clerk. */
const sendToGroup = (more: Record<string, unknown> = {}) =>
  sendEnvelope(api, sender, [legal(more), recipient('Clerk', 2)], {
    fields: [signatureField('Legal'), signatureField('Clerk')],
  });

type Session = Awaited<ReturnType<typeof openSession>>;
const pathOf = ({ envelope_id, role_name }: Session) => ({ envelope_id, role_name });
const say = (session: Session, body: object) =>
  api.as({ signer: session.signer }).correctOwnName({ path: pathOf(session), body: body as never });
const take = (session: Session, first_name: string, more: object = {}) => say(session, { first_name, ...more });
const agree = (session: Session) =>
  api.as({ signer: session.signer }).agreeRecipient({ path: pathOf(session), body: { disclosures: 'Yes.' } });
const read = async ({ id }: Envelope) => ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));
const auditOf = async ({ id }: Envelope) => ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: id } }));
const fillSignature = async (session: Session) =>
  setField(api, session, 'signature-Legal', await createSignature(api, session));

type Trail = Awaited<ReturnType<typeof auditOf>>;
const findings = async (trail: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(trail));
  const { files } = await verifyFiles([{ name: 'audit.json', bytes }], await trustInText(''));
  return files[0]?.findings.flatMap(({ check, values }) =>
    /^group/.test(check) ? [`${check} ${values.by}`] : check === 'chainBroken' ? [check] : [],
  );
};

test('whoever of a group comes first says the own name and signs; the others see who has it', async () => {
  const envelope = await sendToGroup();
  const [ada, bea] = [await openSession(api, envelope, 'Legal'), await openSession(api, envelope, 'Legal')];
  expect(ada.recipient).toMatchObject({ shared: true, group_name: 'Legal Department', held_since: null, holds: false });
  for (const act of [agree(ada), fillSignature(ada), submit(api, ada)]) {
    expect(refusalOf(await act)).toEqual([400, 'not_held']);
  }
  expect(ok(await take(ada, 'Ada'))).toMatchObject({ full_name: 'Ada', holds: true, group_name: 'Legal Department' });
  expect(refusalOf(await take(bea, 'Bea'))).toEqual([400, 'held_by_other']);
  expect(refusalOf(await agree(bea))).toEqual([400, 'held_by_other']);
  const seen = ok(await api.as({ signer: bea.signer }).getEnvelope({ path: { envelope_id: envelope.id } }));
  expect(seen.recipients[0]).toMatchObject({ full_name: 'Ada', held_since: expect.any(String), holds: false });
  ok(await agree(ada));
  ok(await fillSignature(ada));
  const path = pathOf(bea);
  const decline = await api.as({ signer: bea.signer }).declineRecipient({ path, body: { reason: 'No.' } });
  expect(refusalOf(decline)).toEqual([400, 'held_by_other']);
  ok(await submit(api, ada));
  await sign(api, envelope, 'Clerk');
  await api.settle();
  const trail = await auditOf(envelope);
  const signed = trail.events.find(({ event }) => event === 'recipient:signed');
  expect(signed?.data.group).toEqual({ name: 'Legal Department', by: 'Ada' });
  expect(await findings(trail)).toEqual(['groupRightly Ada']);
  const forgeries: ((signed: Trail['events'][number], taken: Trail['events'][number]) => void)[] = [
    (one) => Object.assign(one.actor, { session: 'another' }),
    (_, taken) => Object.assign(taken.data, { name: 'Eve' }),
    (one) => Object.assign(one.data, { group: { name: 'Legal Department', by: 'Eve' } }),
    (_, taken) => Object.assign(taken, { event: 'recipient:given_back' }),
  ];
  for (const forge of forgeries) {
    const forged = rewritten(trail, (events) => {
      const find = (name: string) => events.find(({ event }) => event === name) as Trail['events'][number];
      forge(find('recipient:signed'), find('recipient:taken'));
    });
    expect(String(await findings(forged))).toContain('groupOther');
  }
});

test('it is given back, and taken over: each begins anew, also the verification by a code to the mailbox', async () => {
  const envelope = await sendToGroup({ auth_methods: ['passcode'], passcode: 'open sesame' });
  const [ada, bea] = [await openSession(api, envelope, 'Legal'), await openSession(api, envelope, 'Legal')];
  ok(await take(ada, 'Ada'));
  ok(await agree(ada));
  const verify = ({ signer }: Session) =>
    api.as({ signer }).verifySigner({ body: { auth_method: 'passcode', code: 'open sesame' } as never });
  ok(await verify(ada));
  ok(await fillSignature(ada));
  expect(refusalOf(await say(bea, { give_back: true }))).toEqual([400, 'held_by_other']);
  ok(await take(bea, 'Bea', { take_over: true }));
  // Nothing of the one before counts, and that one can't go on.
  expect(refusalOf(await submit(api, ada))).toEqual([400, 'held_by_other']);
  expect(refusalOf(await submit(api, bea))[1]).toBe('not_agreed');
  ok(await agree(bea));
  expect(refusalOf(await fillSignature(bea))[1]).toBe('verification_needed');
  ok(await say(bea, { give_back: true }));
  expect((await read(envelope)).recipients[0]).toMatchObject({
    full_name: 'Legal Department',
    held_since: null,
    agreed: false,
  });
  ok(await take(ada, 'Ada'));
  ok(await agree(ada));
  ok(await verify(ada));
  ok(await fillSignature(ada));
  ok(await submit(api, ada));
  expect(await findings(await auditOf(envelope))).toEqual(['groupRightly Ada']);
  const reset = { envelope_id: envelope.id, role_name: 'Legal' };
  ok(await api.as(sender).updateRecipient({ path: reset, body: { action: 'reset' } }));
  expect((await read(envelope)).recipients[0]).toMatchObject({ full_name: 'Legal Department', held_since: null });
});

test('of fifty who take it at once exactly one has it, and of all who submit at once exactly one signs', async () => {
  const envelope = await sendToGroup();
  const sessions: Session[] = [];
  for (let at = 0; at < 50; at++) sessions.push(await openSession(api, envelope, 'Legal'));
  const answers = await Promise.all(sessions.map((session, at) => take(session, `Person ${at}`)));
  const winners = sessions.filter((_, at) => answers[at]?.status === 200);
  expect(winners).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  const [winner] = winners as [Session];
  ok(await agree(winner));
  ok(await fillSignature(winner));
  const submits = await Promise.all(
    sessions
      .slice(0, 10)
      .concat(winner, winner)
      .map((session) => submit(api, session)),
  );
  expect(submits.some(({ status }) => status === 200)).toBe(true);
  const { events } = await auditOf(envelope);
  expect(events.filter(({ event }) => event === 'recipient:taken')).toHaveLength(1);
  expect(events.filter(({ event }) => event === 'recipient:signed')).toHaveLength(1);
  expect(await findings(await auditOf(envelope))).toEqual([expect.stringMatching(/^groupRightly Person/)]);
});

test.each([
  ['a copy', { type: 'cc' }],
  ['who may delegate', { delegator: true }],
  ['a locked name', { name_locked: true }],
  ['questions about a person', { auth_methods: ['kba'] }],
])('a group can’t be %s', async (_, more) => {
  const { status, body } = await api.as(sender).createEnvelope({
    body: {
      name: 'Agreement',
      documents: [{ name: 'a.pdf', data: pdf() }],
      recipients: [legal(more), recipient('Clerk', 2)],
      fields: [signatureField('Clerk')],
    } as never,
  });
  expect([status, (body as unknown as { error: string }).error]).toEqual([
    406,
    expect.stringMatching(/^recipients\.0\.shared: /),
  ]);
});

test('copies keep the group, and not who came first', async () => {
  const envelope = await sendToGroup();
  ok(await take(await openSession(api, envelope, 'Legal'), 'Ada'));
  const draft = ok(await api.as(sender).createDraft({ body: { envelope_id: envelope.id } as never }));
  expect(draft.roles.find(({ name }) => name === 'Legal')).toMatchObject({
    shared: true,
    full_name: 'Legal Department',
  });
});
