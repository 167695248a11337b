import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { textOfFirstPage } from '../pdf/tools.ts';
import {
  type Envelope,
  ok,
  openSession,
  prepareToSubmit,
  recipient,
  refusalOf,
  sendEnvelope,
  sign,
  signatureField,
  submit,
} from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const NAMES = ['Ada', 'Bea', 'Cleo', 'Dora', 'Emma'];

/** Any `step_needs` of these people first, then one more. */
const sendToSome = (step_needs: number, names: readonly string[], more: Record<string, unknown> = {}) =>
  sendEnvelope(api, sender, [
    ...names.map((name, at) => recipient(name, 1, at === 0 ? { step_needs, ...more } : more)),
    recipient('Director', 2),
  ]);

const read = async ({ id }: Envelope) => ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));
const auditOf = async ({ id }: Envelope) => ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: id } }));
const statuses = async (envelope: Envelope) =>
  Object.fromEntries((await read(envelope)).recipients.map(({ role_name, status }) => [role_name, status]));
const decline = ({ signer, envelope_id, role_name }: Awaited<ReturnType<typeof openSession>>) =>
  api.as({ signer }).declineRecipient({ path: { envelope_id, role_name }, body: { reason: 'Not me.' } });
const change = ({ id }: Envelope, role_name: string, body: Record<string, unknown>) =>
  api.as(sender).updateRecipient({ path: { envelope_id: id, role_name }, body });
const textsTo = async ({ recipients }: Envelope, role: string) =>
  (await api.messages(recipients.find(({ role_name }) => role_name === role)?.email ?? '')).map(({ text }) => text);

describe('any two of five', () => {
  let envelope: Envelope;
  beforeAll(async () => {
    envelope = await sendToSome(2, NAMES);
  });

  test('are the step: the others are released and told, and the next is invited', async () => {
    expect(envelope.recipients.map(({ step_needs }) => step_needs)).toEqual([2, 2, 2, 2, 2, null]);
    const cleo = await prepareToSubmit(api, envelope, 'Cleo');
    await sign(api, envelope, 'Bea');
    expect(await statuses(envelope)).toMatchObject({ Bea: 'submitted', Ada: 'invited', Director: 'pending' });
    await sign(api, envelope, 'Emma');
    const now = await read(envelope);
    expect(now.recipients.map(({ role_name, status, released }) => [role_name, status, released])).toEqual([
      ['Ada', 'canceled', true],
      ['Bea', 'submitted', false],
      ['Cleo', 'canceled', true],
      ['Dora', 'canceled', true],
      ['Emma', 'submitted', false],
      ['Director', 'invited', false],
    ]);
    expect(refusalOf(await submit(api, cleo))).toEqual([400, 'step_done']);
    await api.settle();
    expect((await textsTo(envelope, 'Dora'))[0]).toContain('Others have done what was asked for in “An envelope”');
    expect((await textsTo(envelope, 'Bea')).join()).not.toContain('Others have done');
  });

  test('let the links of the others say so, and show them nothing more', async () => {
    const dora = await openSession(api, envelope, 'Dora');
    expect(dora).toMatchObject({ recipient: { status: 'canceled', released: true }, envelope: { fields: [] } });
    const as = api.as({ signer: dora.signer });
    const document_id = envelope.documents[0]?.id ?? '';
    expect(refusalOf(await as.getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } }))).toEqual([
      400,
      'step_done',
    ]);
    expect(refusalOf(await decline(dora))).toEqual([400, 'step_done']);
    expect(refusalOf(await change(envelope, 'Dora', { action: 'reset' }))).toEqual([400, 'reset_impossible']);
  });

  test('stand in the trail and on the certificate, and the verifier counts them', async () => {
    await sign(api, envelope, 'Director');
    await api.settle();
    const audit = await auditOf(envelope);
    const [created] = audit.events;
    expect(created?.data.steps).toEqual([{ sequence: 1, step_needs: 2, roles: NAMES }]);
    const released = audit.events.filter(({ event }) => event === 'recipient:released');
    expect(released.map(({ role_name, data }) => [role_name, data])).toEqual(
      ['Ada', 'Cleo', 'Dora'].map((name) => [name, { step_needs: 2, signed: ['Bea', 'Emma'] }]),
    );
    const findings = async (trail: unknown) => {
      const bytes = new TextEncoder().encode(JSON.stringify(trail));
      const { files } = await verifyFiles([{ name: 'audit.json', bytes }], await trustInText(''));
      return files[0]?.findings.filter(({ check }) => check.startsWith('step'));
    };
    expect(await findings(audit)).toEqual([
      { check: 'stepHolds', state: 'holds', values: { step: 1, needs: 2, count: 5, roles: 'Bea, Emma' } },
    ]);
    const { documents, signed } = await read(envelope);
    expect(signed).toBe(true);
    const { id: document_id = '' } = documents.find(({ type }) => type === 'certificate') ?? {};
    const { bytes } = await api.as(sender).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
    const text = (await textOfFirstPage(bytes)).replace(/\s+/g, ' ');
    expect(text).toContain('Status: not needed: enough others of the step had signed');
    expect(text).toMatch(/Step 1: 2 of 5 were enough. 2 signed for it Bea Person Emma Person/);
    // A released recipient gets no copy.
    expect((await textsTo(envelope, 'Emma'))[0]).toContain('is complete');
    expect((await textsTo(envelope, 'Ada')).join()).not.toContain('is complete');
  });
});

describe('a recipient of a step who declines', () => {
  test('is out, and the envelope goes on while enough others are left', async () => {
    const envelope = await sendToSome(2, ['Ada', 'Bea', 'Cleo']);
    ok(await decline(await openSession(api, envelope, 'Ada')));
    expect(await read(envelope)).toMatchObject({ status: 'in progress' });
    await api.settle();
    expect((await api.messages(sender.email))[0]?.text).toContain('so it goes on without them');
    expect(await textsTo(envelope, 'Bea')).toHaveLength(1);
    ok(await decline(await openSession(api, envelope, 'Bea')));
    expect(await read(envelope)).toMatchObject({ status: 'declined' });
    const { events } = await auditOf(envelope);
    const declined = events.filter(({ event }) => event === 'recipient:declined').map(({ data }) => data);
    expect(declined).toEqual([{ reason: 'Not me.', goes_on: true }, { reason: 'Not me.' }]);
    // A reset opens it again for those who can still be enough.
    ok(await change(envelope, 'Bea', { action: 'reset' }));
    expect(await statuses(envelope)).toEqual({ Ada: 'declined', Bea: 'invited', Cleo: 'invited', Director: 'pending' });
  });
});

test('who was released is asked again where the signature of the one who was enough is undone', async () => {
  const envelope = await sendToSome(1, ['Ada', 'Bea', 'Cleo']);
  await sign(api, envelope, 'Ada');
  expect(await statuses(envelope)).toMatchObject({ Bea: 'canceled', Cleo: 'canceled', Director: 'invited' });
  ok(await change(envelope, 'Ada', { action: 'reset' }));
  expect(await statuses(envelope)).toEqual({ Ada: 'invited', Bea: 'invited', Cleo: 'invited', Director: 'pending' });
  expect((await read(envelope)).recipients.map(({ released }) => released)).toEqual([false, false, false, false]);
  await sign(api, envelope, 'Cleo');
  expect(await statuses(envelope)).toMatchObject({ Ada: 'canceled', Bea: 'canceled', Director: 'invited' });
});

describe('a step that can’t be done as it is sent', () => {
  const refused = async (recipients: ReturnType<typeof recipient>[]) => {
    const answer = await sendEnvelope(api, sender, recipients, {
      fields: recipients.map(({ role_name }) => signatureField(role_name)),
    }).catch(String);
    return String(answer);
  };

  test('is refused with the recipient and the reason: too many needed, two numbers, one person twice', async () => {
    expect(await refused([recipient('Ada', 1, { step_needs: 3 }), recipient('Bea', 1)])).toMatch(
      /406.*recipients\.0\.step_needs: must be at most 2/,
    );
    expect(await refused([recipient('Ada', 1, { step_needs: 1 }), recipient('Bea', 1, { step_needs: 2 })])).toMatch(
      /406.*recipients\.1\.step_needs: must be the same/,
    );
    const { email } = recipient('Ada', 1);
    expect(await refused([recipient('Ada', 1, { step_needs: 1, email }), recipient('Bea', 1, { email })])).toMatch(
      /406.*recipients\.1\.email: must be nobody else/,
    );
  });

  test('nor does one person get two parts of it later: not by a delegation, not by a correction', async () => {
    const envelope = await sendToSome(2, ['Ada', 'Bea', 'Cleo'], { delegator: true });
    const email = envelope.recipients[1]?.email ?? '';
    const ada = await prepareToSubmit(api, envelope, 'Ada');
    const path = { envelope_id: envelope.id, role_name: 'Ada' };
    const to = { first_name: 'Bea', last_name: 'Person', email, phone: null, message: null };
    const delegated = await api.as({ signer: ada.signer }).delegateRecipient({ path, body: to });
    expect(refusalOf(delegated)).toEqual([406, 'invalid']);
    expect(refusalOf(await change(envelope, 'Cleo', { email }))).toEqual([406, 'invalid']);
    const other = { ...to, email: `other-${email}` };
    ok(await api.as({ signer: ada.signer }).delegateRecipient({ path, body: other }));
    await sign(api, await read(envelope), 'Ada');
    await sign(api, envelope, 'Cleo');
    expect(await statuses(envelope)).toMatchObject({ Ada: 'submitted', Bea: 'canceled', Cleo: 'submitted' });
  });
});

describe('roles of a template', () => {
  const path = async (roles: Record<string, unknown>[]) => {
    const { id } = ok(await api.as(sender).createTemplate({ body: { name: 'Board', roles } as never }));
    return { template_id: id };
  };
  const rolesOf = async (template_id: string) =>
    ok(await api.as(sender).getTemplate({ path: { template_id } })).roles.map(
      ({ name, sequence, step_needs }) => `${name} ${sequence} ${step_needs}`,
    );

  test('have one number in each step, which a new role and a moved one take', async () => {
    const { template_id } = await path([
      { name: 'A', sequence: 1, step_needs: 2 },
      { name: 'B', sequence: 1 },
      { name: 'C', sequence: 2 },
    ]);
    expect(await rolesOf(template_id)).toEqual(['A 1 2', 'B 1 2', 'C 2 null']);
    ok(await api.as(sender).createRole({ path: { template_id }, body: { name: 'D', sequence: 1 } }));
    ok(await api.as(sender).updateRole({ path: { template_id, role_name: 'C' }, body: { sequence: 1 } }));
    expect(await rolesOf(template_id)).toEqual(['A 1 2', 'C 1 2', 'B 1 2', 'D 1 2']);
    ok(await api.as(sender).updateRole({ path: { template_id, role_name: 'D' }, body: { step_needs: 3 } }));
    expect(await rolesOf(template_id)).toEqual(['A 1 3', 'C 1 3', 'B 1 3', 'D 1 3']);
  });

  test('are not taken away below the number that the step needs', async () => {
    const { template_id } = await path(['A', 'B'].map((name) => ({ name, sequence: 1, step_needs: 2 })));
    const removed = await api.as(sender).deleteRole({ path: { template_id, role_name: 'B' } });
    expect(refusalOf(removed)).toEqual([406, 'invalid']);
    expect(removed.body).toMatchObject({ error: expect.stringContaining('sequence 1 would need 2 and have 1') });
    for (const body of [{ sequence: 2 }, { type: 'cc' as const }, { step_needs: 3 }]) {
      const answer = await api.as(sender).updateRole({ path: { template_id, role_name: 'B' }, body });
      expect(refusalOf(answer), JSON.stringify(body)).toEqual([406, 'invalid']);
    }
    expect(await rolesOf(template_id)).toEqual(['A 1 2', 'B 1 2']);
    ok(await api.as(sender).updateRole({ path: { template_id, role_name: 'A' }, body: { step_needs: 1 } }));
    ok(await api.as(sender).deleteRole({ path: { template_id, role_name: 'B' } }));
    expect(await rolesOf(template_id)).toEqual(['A 1 1']);
  });
});

test('of a hundred submits at once, exactly as many count as the step needs', async () => {
  const names = Array.from({ length: 14 }, (_, at) => `Signer ${at + 1}`);
  const recipients = [...names.map((name) => recipient(name, 1, { step_needs: 3 })), recipient('Director', 2)];
  const envelope = await sendEnvelope(api, sender, recipients, {
    no_contact: true,
  });
  const signers = await Promise.all(names.map((name) => prepareToSubmit(api, envelope, name)));
  const answers = await Promise.all(Array.from({ length: 105 }, (_, at) => submit(api, signers[at % 14] as never)));
  const done = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.role_name] : [])));
  expect(done.size).toBe(3);
  const refused = answers.filter(({ status }) => status !== 200).map((answer) => refusalOf(answer).join(' '));
  expect([...new Set(refused)]).toEqual(['400 step_done']);
  const now = await read(envelope);
  expect(now.recipients.filter(({ status }) => status === 'submitted').map(({ role_name }) => role_name)).toEqual(
    names.filter((name) => done.has(name)),
  );
  await sign(api, envelope, 'Director');
  const { events } = await auditOf(envelope);
  const count = (name: string) => events.filter(({ event }) => event === name).length;
  expect(['recipient:signed', 'recipient:released', 'envelope:completed'].map(count)).toEqual([4, 11, 1]);
}, 120_000);
