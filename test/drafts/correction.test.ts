import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
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

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const sent = (more: Record<string, unknown> = {}) =>
  sendEnvelope(api, ada, [recipient('One', 1), recipient('Two', 2)], { name: 'Lease', ...more });

const correct = (replaces: string, by: { token: string } = ada) => api.as(by).createDraft({ body: { replaces } });
const send = (draft_id: string, by: { token: string } = ada) => api.as(by).sendDraft({ path: { draft_id }, body: {} });
const read = (envelope_id: string, by: { token: string } = ada): Promise<Envelope> =>
  api.as(by).getEnvelope({ path: { envelope_id } }).then(ok);
const draftOf = (draft_id: string): Promise<Read<'getDraft'>> => api.as(ada).getDraft({ path: { draft_id } }).then(ok);
const problemsWith = async (draft_id: string) => {
  const { is_ready, problems } = ok(await api.as(ada).getDraftProblems({ path: { draft_id } }));
  expect(is_ready).toBe(problems.every(({ blocks }: { blocks: boolean }) => !blocks));
  return problems;
};
const cancel = (envelope_id: string) =>
  api
    .as(ada)
    .cancelEnvelope({ path: { envelope_id }, body: { action: 'cancel' } })
    .then(ok);

describe('the correction of a sent envelope', () => {
  test('begins with all that the sender gave, also what only the sender may see', async () => {
    const known = { address: '1 Mill Lane', city: 'Dover', state: 'DE', zip: '19901', dob: '1980-02-01' };
    const asked = recipient('Two', 2, { auth_methods: ['kba', 'sms'], phone_auth: '+12025550123', ...known });
    const envelope = await sendEnvelope(api, ada, [recipient('One', 1, { message: 'Please.' }), asked], {
      name: 'Lease',
      description: 'For the garden flat',
      visibility: 'shared',
      expires_at: '2099-01-02T00:00:00.000Z',
      initial_reminder: 86_400_000,
      no_contact: true,
      locale: 'de',
      data: { order: 7 },
    });
    const draft = ok(await correct(envelope.id));
    expect(draft).toMatchObject({
      name: 'Lease',
      description: 'For the garden flat',
      visibility: 'shared',
      expires_at: '2099-01-02T00:00:00.000Z',
      initial_reminder: 86_400_000,
      no_contact: true,
      locale: 'de',
      data: { order: 7 },
      replaces: envelope.id,
    });
    expect(draft.roles).toMatchObject([
      { name: 'One', message: 'Please.', address: null },
      { name: 'Two', auth_methods: ['kba', 'sms'], phone_auth: '+12025550123', ...known },
    ]);
    expect(draft.fields.map(({ name }) => name).sort()).toEqual(['signature-One', 'signature-Two']);
    const colleague = await memberOf(api, ada, 'member');
    const theirs = ok(await api.as(colleague).getDraft({ path: { draft_id: draft.id } }));
    expect(JSON.stringify(theirs)).not.toMatch(/Mill Lane|1980-02-01/);
    const next = ok(await send(draft.id));
    expect(next.recipients[1]).toMatchObject({ ...known, auth_methods: ['kba', 'sms'] });
    expect(next).toMatchObject({ description: 'For the garden flat', visibility: 'shared', data: { order: 7 } });
  });

  test('sends another envelope and cancels the first, and both say so, in their answers and in their chains', async () => {
    const envelope = await sent();
    expect(envelope).toMatchObject({ replaces: null, replaced_by: null });
    const draft = ok(await correct(envelope.id));
    const path = { draft_id: draft.id };
    ok(await api.as(ada).updateDraft({ path, body: { fields: [{ name: 'signature-One', x: 200 }] } }));
    const next = ok(await send(draft.id));
    expect(next).toMatchObject({ status: 'pending', replaces: envelope.id, replaced_by: null });
    expect(next.fields.find(({ name }) => name === 'signature-One')).toMatchObject({ x: 200 });
    const before = await read(envelope.id);
    expect(before).toMatchObject({ status: 'canceled', replaced_by: next.id, replaces: null });
    expect(before.recipients.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    expect(next.history_entries[0]).toMatchObject({ event: 'envelope:created', detail: `replaces ${envelope.id}` });
    expect(before.history_entries.at(-1)).toMatchObject({
      event: 'envelope:canceled',
      detail: `replaced by ${next.id}`,
    });
    for (const [id, data] of [
      [next.id, { replaces: envelope.id }],
      [envelope.id, { replaced_by: next.id }],
    ] as const) {
      const audit = ok(await api.as(ada).getEnvelopeAudit({ path: { envelope_id: id } }));
      expect(audit.intact).toBe(true);
      expect(audit.events.map((event) => event.data)).toContainEqual(expect.objectContaining(data));
    }
    await sign(api, next, 'One');
  });

  test('writes once to whom both ask: the new invitation says which one it replaces', async () => {
    const [stays, leaves] = [recipient('One', 1), recipient('Two', 1)];
    const envelope = await sendEnvelope(api, ada, [stays, leaves], { name: 'Lease' });
    await api.settle();
    const draft = ok(await correct(envelope.id));
    const body = { name: 'Lease, corrected', roles: [{ name: 'Two', email: 'somebody-new@example.com' }] };
    ok(await api.as(ada).updateDraft({ path: { draft_id: draft.id }, body }));
    ok(await send(draft.id));
    await api.settle();
    const subjects = async (email: string) => (await api.messages(email)).map(({ subject }) => subject);
    expect(await subjects(stays.email)).toEqual([
      expect.stringContaining('asks you to sign “Lease, corrected”'),
      expect.stringContaining('asks you to sign “Lease”'),
    ]);
    const [mail] = await api.messages(stays.email);
    expect(mail?.text).toContain('It replaces “Lease”');
    expect(await subjects(leaves.email)).toEqual(['Canceled: “Lease”', expect.stringContaining('asks you to sign')]);
    const [invitation] = await api.messages('somebody-new@example.com');
    expect(invitation?.text).not.toContain('It replaces');
  });

  test('is the same envelope however often the draft is sent, also at once', async () => {
    const envelope = await sent({ no_contact: true });
    const draft = ok(await correct(envelope.id));
    const answers = await Promise.all([send(draft.id), send(draft.id), send(draft.id)]);
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => (body as Envelope).id);
    expect(made.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 503)).toBe(true);
    expect(new Set([...made, ok(await send(draft.id)).id]).size).toBe(1);
    expect(await read(envelope.id)).toMatchObject({ status: 'canceled', replaced_by: made[0] });
  });

  test('is refused once somebody has signed, and the draft stays', async () => {
    const envelope = await sent();
    const draft = ok(await correct(envelope.id));
    expect(await problemsWith(draft.id)).toEqual([]);
    await sign(api, envelope, 'One');
    const refused = await send(draft.id);
    expect(refusalOf(refused)).toEqual([400, 'not_replaceable']);
    expect(await problemsWith(draft.id)).toEqual([
      expect.objectContaining({
        code: 'not_replaceable',
        blocks: true,
        detail: expect.stringContaining('a recipient has signed it already'),
      }),
    ]);
    expect(refused.body).toMatchObject({ error: expect.stringContaining('a recipient has signed it already') });
    expect(refusalOf(await correct(envelope.id))).toEqual([400, 'not_replaceable']);
    expect(await draftOf(draft.id)).toMatchObject({ replaces: envelope.id });
    expect(await read(envelope.id)).toMatchObject({ status: 'in progress', replaced_by: null });
    // A draft that can't replace it any more can be sent beside it.
    const path = { draft_id: draft.id };
    ok(await api.as(ada).updateDraft({ path, body: { replaces: null } }));
    expect(ok(await send(draft.id))).toMatchObject({ replaces: null });
  });

  test.each(Array.from({ length: 4 }, (_, index) => index))(
    'and the signature of a recipient at the same moment exclude each other (%i)',
    async () => {
      const envelope = await sent({ no_contact: true });
      const draft = ok(await correct(envelope.id));
      const session = await prepareToSubmit(api, envelope, 'One');
      const [submitted, replaced] = await Promise.all([submit(api, session), send(draft.id)]);
      expect([submitted.status, replaced.status].filter((status) => status === 200)).toHaveLength(1);
      const after = await read(envelope.id);
      if (replaced.status === 200) {
        expect(after).toMatchObject({ status: 'canceled', replaced_by: (replaced.body as Envelope).id });
      } else {
        expect(refusalOf(replaced)).toEqual([400, 'not_replaceable']);
        expect(after).toMatchObject({ status: 'in progress', replaced_by: null });
        expect(await draftOf(draft.id)).toMatchObject({ id: draft.id });
      }
    },
  );

  test('goes on if a recipient only opens the envelope or fills it in meanwhile', async () => {
    const envelope = await sent({ no_contact: true });
    const draft = ok(await correct(envelope.id));
    const [, answer] = await Promise.all([prepareToSubmit(api, envelope, 'One').catch(() => null), send(draft.id)]);
    expect(answer.status).toBe(200);
    expect(await read(envelope.id)).toMatchObject({ status: 'canceled' });
  });

  test('is not of an envelope that has ended', async () => {
    const envelope = await sent({ no_contact: true });
    const draft = ok(await correct(envelope.id));
    await cancel(envelope.id);
    expect(refusalOf(await send(draft.id))).toEqual([400, 'not_replaceable']);
    expect(await problemsWith(draft.id)).toMatchObject([{ detail: expect.stringContaining('it is canceled') }]);
    ok(await api.as(ada).updateDraft({ path: { draft_id: draft.id }, body: { replaces: null } }));
    expect(await problemsWith(draft.id)).toEqual([]);
    expect(refusalOf(await correct(envelope.id))).toEqual([400, 'not_replaceable']);
  });

  test('is the sender’s: a stranger finds nothing, and a colleague neither begins nor sends it', async () => {
    const envelope = await sent({ no_contact: true, visibility: 'shared' });
    const [stranger, colleague] = [await api.signUp(), await memberOf(api, ada, 'member')];
    const [hidden, unknown] = [await correct(envelope.id, stranger), await correct(newId(), stranger)];
    expect([hidden.status, hidden.body]).toEqual([unknown.status, unknown.body]);
    expect(refusalOf(await correct(envelope.id, colleague))).toEqual([401, 'not_the_owner']);
    const draft = ok(await correct(envelope.id));
    expect(refusalOf(await send(draft.id, colleague))).toEqual([401, 'not_the_owner']);
    expect(await read(envelope.id)).toMatchObject({ status: 'pending' });
  });

  test('is of one envelope, not beside a template or another beginning', async () => {
    const envelope = await sent({ no_contact: true });
    const { status, body } = await api.as(ada).createDraft({ body: { replaces: envelope.id, envelope_id: newId() } });
    expect([status, body]).toMatchObject([406, { error: expect.stringContaining('replaces') }]);
  });

  test('is not a copy’s: only the draft itself replaces the envelope', async () => {
    const envelope = await sent({ no_contact: true });
    const draft = ok(await correct(envelope.id));
    const copy = ok(await api.as(ada).duplicateDraft({ path: { draft_id: draft.id }, body: {} }));
    expect(copy.replaces).toBeNull();
  });
});

test('a copy of a draft verifies its people as the draft does', async () => {
  const asked = recipient('One', 1, { auth_methods: ['sms'], phone_auth: '+12025550123', locale: 'de' });
  const { id } = await sendEnvelope(api, ada, [asked], { no_contact: true });
  const draft = ok(await api.as(ada).createDraft({ body: { envelope_id: id } }));
  const copy = ok(await api.as(ada).duplicateDraft({ path: { draft_id: draft.id }, body: {} }));
  expect(copy.roles).toMatchObject([{ auth_methods: ['sms'], phone_auth: '+12025550123', locale: 'de' }]);
});
