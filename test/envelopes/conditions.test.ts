import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { type Api, type Person, startApi } from '../api.ts';
import {
  type Envelope,
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
import { rewritten } from './rewritten-trail.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const ABOVE = { field: 'amount', is: 'above', value: '10000' };
const ROLES = ['Buyer', 'Director', 'Clerk'] as const;
const FIELDS = [
  {
    name: 'amount',
    role_name: 'Buyer',
    type: 'textbox',
    page: 1,
    x: 72,
    y: 500,
    required: true,
    settings: { number: {} },
  },
  ...ROLES.map((role) => signatureField(role)),
];

/** The director signs only above 10,000, then the clerk. */
const sendOrder = (only_if: unknown = ABOVE, more: Record<string, unknown> = {}) =>
  sendEnvelope(api, sender, [recipient('Buyer', 1), recipient('Director', 2, { only_if }), recipient('Clerk', 3)], {
    fields: FIELDS,
    ...more,
  });

const read = async ({ id }: Envelope) => ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));
const auditOf = async ({ id }: Envelope) => ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: id } }));
const statuses = async (envelope: Envelope) =>
  Object.fromEntries((await read(envelope)).recipients.map(({ role_name, status }) => [role_name, status]));
const reset = ({ id }: Envelope, role_name: string) =>
  api.as(sender).updateRecipient({ path: { envelope_id: id, role_name }, body: { action: 'reset' } });

const buy = async (envelope: Envelope, amount: string) => {
  const buyer = await prepareToSubmit(api, envelope, 'Buyer');
  ok(await setField(api, buyer, 'amount', amount));
  ok(await submit(api, buyer));
};

const findings = async (trail: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(trail));
  const { files } = await verifyFiles([{ name: 'audit.json', bytes }], await trustInText(''));
  return files[0]?.findings.flatMap(({ check, values }) =>
    /Rightly$|^condition|^rules|^chain/.test(check) ? [values.role ? `${check} ${values.role}` : check] : [],
  );
};

describe('a director who signs only above 10,000', () => {
  test('is invited where the buyer fills in more, and the verifier replays it', async () => {
    const envelope = await sendOrder();
    await buy(envelope, '10.000,01');
    expect(await statuses(envelope)).toEqual({ Buyer: 'submitted', Director: 'invited', Clerk: 'pending' });
    await sign(api, envelope, 'Director');
    await sign(api, envelope, 'Clerk');
    expect(await findings(await auditOf(envelope))).toEqual(['chainHolds', 'takesPartRightly Director']);
  });

  test('is skipped where it is less: the next is invited, and nobody writes to or shows anything to the director', async () => {
    const envelope = await sendOrder();
    await buy(envelope, '10000');
    const now = await read(envelope);
    expect(
      now.recipients.map(({ role_name, status, skipped, only_if }) => [role_name, status, skipped, only_if]),
    ).toEqual([
      ['Buyer', 'submitted', false, null],
      ['Director', 'canceled', true, ABOVE],
      ['Clerk', 'invited', false, null],
    ]);
    const link = { envelope_id: envelope.id, role_name: 'Director', key: now.recipients[1]?.in_app_key ?? '' };
    expect(refusalOf(await api.anyone.startSigningSession({ path: link }))).toEqual([400, 'not_your_turn']);
    expect(refusalOf(await reset(envelope, 'Director'))).toEqual([400, 'reset_impossible']);
    const clerk = await openSession(api, envelope, 'Clerk');
    // The sender's condition is nobody else's.
    expect(clerk.envelope.recipients.map(({ only_if }) => only_if)).toEqual([undefined, undefined, undefined]);
    await sign(api, envelope, 'Clerk');
    await api.settle();
    expect(await api.messages(envelope.recipients[1]?.email ?? '')).toEqual([]);

    const audit = await auditOf(envelope);
    expect(audit.events[0]?.data.conditions).toEqual([{ role_name: 'Director', only_if: ABOVE }]);
    expect(audit.rule_values).toEqual([{ field: 'amount', value: '10000' }]);
    expect(await findings(audit)).toEqual(['chainHolds', 'skippedRightly Director']);
    const { documents, signed } = await read(envelope);
    expect(signed).toBe(true);
    const { id: document_id = '' } = documents.find(({ type }) => type === 'certificate') ?? {};
    const { bytes } = await api.as(sender).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
    expect(bytes.length).toBeGreaterThan(1000);

    // Whoever rewrites the whole chain still can't skip somebody whom the values ask for.
    const other = rewritten(audit, (events) => {
      const created = events[0]?.data.conditions as { only_if: { value: string } }[];
      if (created[0]) created[0].only_if.value = '9999';
    });
    expect(await findings(other)).toEqual(['chainHolds', 'conditionOther Director']);
    const invented = rewritten(audit, (events) => {
      if (events[0]) delete events[0].data.conditions;
    });
    expect(await findings(invented)).toEqual(['chainHolds', 'conditionOther Director']);
  });

  test('is asked or skipped anew where the buyer starts anew', async () => {
    const envelope = await sendOrder();
    await buy(envelope, '5');
    ok(await reset(envelope, 'Buyer'));
    expect(await statuses(envelope)).toEqual({ Buyer: 'invited', Director: 'pending', Clerk: 'pending' });
    await buy(await read(envelope), '50000');
    expect(await statuses(envelope)).toEqual({ Buyer: 'submitted', Director: 'invited', Clerk: 'pending' });
  });

  test('may be the last: the envelope is complete without one who is skipped', async () => {
    const recipients = [recipient('Buyer', 1), recipient('Director', 2, { only_if: ABOVE })];
    const fields = FIELDS.filter(({ role_name }) => role_name !== 'Clerk');
    const envelope = await sendEnvelope(api, sender, recipients, { fields });
    await buy(envelope, '1');
    await api.settle();
    expect(await read(envelope)).toMatchObject({ status: 'complete', signed: true });
  });
});

test('a condition that can’t be followed is refused with its recipient and the reason', async () => {
  const why = async (only_if: unknown) => String(await sendOrder(only_if).catch(String));
  expect(await why({ field: 'nothing', is: 'filled' })).toMatch(
    /406.*recipients\.1\.only_if: there is no field with the name nothing/,
  );
  expect(await why({ field: 'signature-Clerk', is: 'filled' })).toMatch(
    /406.*recipients\.1\.only_if: must ask for fields of recipients who act before: signature-Clerk is not one/,
  );
  expect(await why({ field: 'amount', is: 'above' })).toMatch(/406.*recipients\.1\.only_if/);
  expect(await why({ field: 'signature-Buyer', is: 'above', value: '1' })).toMatch(/406.*recipients\.1\.only_if/);
  expect(await why({ of: '1', is: 'equals', value: '1' })).toMatch(/406.*must ask for a field/);
  const some = [
    recipient('Buyer', 1),
    recipient('Director', 2, { only_if: ABOVE, step_needs: 1 }),
    recipient('Clerk', 2),
  ];
  expect(String(await sendEnvelope(api, sender, some, { fields: FIELDS }).catch(String))).toMatch(
    /406.*recipients\.\d\.only_if: must be the same for all of a step/,
  );
});

test('a template keeps conditions, and a draft says which one can’t be followed', async () => {
  const roles = [
    { name: 'Buyer', sequence: 1 },
    { name: 'Director', sequence: 2, only_if: ABOVE },
  ];
  const made = ok(await api.as(sender).createTemplate({ body: { name: 'Order', roles } as never }));
  expect(made.roles.map(({ only_if }) => only_if)).toEqual([null, ABOVE]);
  const draft = ok(await api.as(sender).createDraft({ body: { template_id: made.id } }));
  const { problems } = ok(await api.as(sender).getDraftProblems({ path: { draft_id: draft.id } }));
  expect(problems.filter(({ code }) => code === 'condition_unusable')).toMatchObject([
    { blocks: true, role_name: 'Director', detail: expect.stringContaining('there is no field with the name amount') },
  ]);
  ok(
    await api.as(sender).updateRole({ path: { template_id: made.id, role_name: 'Director' }, body: { only_if: null } }),
  );
  expect(ok(await api.as(sender).getTemplate({ path: { template_id: made.id } })).roles[1]?.only_if).toBeNull();
});
