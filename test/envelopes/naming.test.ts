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
} from '../stories/envelope.ts';
import { rewritten } from './rewritten-trail.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const married = {
  name: 'married',
  role_name: 'Buyer',
  type: 'checkbox',
  page: 1,
  x: 72,
  y: 500,
  settings: {},
};
const FIELDS = [married, ...['Buyer', 'Spouse', 'Clerk'].map((role) => signatureField(role))];
const nobody = { first_name: null, last_name: null, email: null };

let people = 0;
const spouse = (more: Record<string, unknown> = {}) => {
  people += 1;
  return {
    role_name: 'Spouse',
    first_name: 'Sam',
    last_name: 'Buyer',
    email: `spouse-${process.pid}-${people}@example.com`,
    ...more,
  };
};

/** The buyer puts in the spouse, who signs next, then the clerk. */
const sendDeed = (more: Record<string, unknown> = {}, envelope: Record<string, unknown> = {}) =>
  sendEnvelope(
    api,
    sender,
    [recipient('Buyer', 1), recipient('Spouse', 2, { ...nobody, named_by: 'Buyer', ...more }), recipient('Clerk', 3)],
    { fields: FIELDS, ...envelope },
  );

const read = async ({ id }: Envelope) => ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));
const auditOf = async ({ id }: Envelope) => ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: id } }));
type Session = Awaited<ReturnType<typeof prepareToSubmit>>;
const submitWith = ({ signer, envelope_id, role_name }: Session, named?: object[]) =>
  api
    .as({ signer })
    .submitRecipient({ path: { envelope_id, role_name }, body: { ...(named ? { named } : {}) } as never });
const change = ({ id }: Envelope, role_name: string, body: object) =>
  api.as(sender).updateRecipient({ path: { envelope_id: id, role_name }, body });

type Trail = Awaited<ReturnType<typeof auditOf>>;
const findings = async (trail: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(trail));
  const { files } = await verifyFiles([{ name: 'audit.json', bytes }], await trustInText(''));
  return files[0]?.findings.flatMap(({ check, values }) =>
    /^named/.test(check) ? [`${check} ${values.role} by ${values.by}`] : check === 'chainBroken' ? [check] : [],
  );
};

describe('a person who is put in by an earlier recipient', () => {
  test('is bound by that signature, asked at the own turn, and the sender hears of it; trail and verifier say who', async () => {
    const envelope = await sendDeed();
    const waiting = (await read(envelope)).recipients[1];
    expect(waiting).toMatchObject({
      status: 'pending',
      full_name: '',
      email: '',
      named_by: 'Buyer',
      may_name_self: false,
    });
    const buyer = await prepareToSubmit(api, envelope, 'Buyer');
    expect(refusalOf(await submitWith(buyer))).toEqual([400, 'naming_needed']);
    const given = spouse();
    ok(await submitWith(buyer, [given]));
    const now = await read(envelope);
    expect(now.recipients.map(({ full_name, status }) => [full_name, status])).toEqual([
      ['Buyer Person', 'submitted'],
      ['Sam Buyer', 'invited'],
      ['Clerk Person', 'pending'],
    ]);
    await api.settle();
    const told = (await api.messages(sender.email)).map(({ subject }) => subject);
    expect(told.join()).toContain('“Buyer Person” put in “Sam Buyer” for “An envelope”');
    expect((await api.messages(given.email)).length).toBe(1);
    await sign(api, { ...envelope, recipients: now.recipients } as never, 'Spouse', 'mail');
    await sign(api, envelope, 'Clerk');
    await api.settle();
    const trail = await auditOf(envelope);
    const signed = trail.events.find(({ event }) => event === 'recipient:signed');
    expect(signed?.data.named).toEqual([{ ...given, phone: null }]);
    expect(await findings(trail)).toEqual(['namedRightly Spouse by Buyer']);
    const forgeries: ((events: Trail['events']) => void)[] = [
      // Another person signs than the one who was put in.
      (events) => {
        const one = events.find(({ event, role_name }) => event === 'recipient:signed' && role_name === 'Spouse');
        if (one) one.actor.email = 'else@example.com';
      },
      (events) => {
        const one = events.find(({ event }) => event === 'recipient:signed');
        if (one) delete one.data.named;
      },
      (events) => {
        events.splice(
          events.findIndex(({ event }) => event === 'recipient:named'),
          1,
        );
      },
      (events) => {
        const one = events.find(({ event }) => event === 'recipient:named');
        if (one) one.role_name = 'Clerk';
      },
    ];
    for (const forge of forgeries) expect(String(await findings(rewritten(trail, forge)))).toContain('namedOther');
  });

  test('is refused where the person is the one who gives it, lacks what is needed, or is nobody’s to give', async () => {
    const envelope = await sendDeed({ auth_methods: ['sms'] });
    const buyer = await prepareToSubmit(api, envelope, 'Buyer');
    const own = envelope.recipients[0]?.email ?? '';
    const phone = '+12025550123';
    const problem = async (...named: object[]) => {
      const { status, body } = await submitWith(buyer, named);
      return [status, (body as { error?: string }).error?.replace(/(: [\w ’]+).*/, '$1')];
    };
    expect(await problem(spouse({ email: own.toUpperCase(), phone }))).toEqual([
      406,
      expect.stringMatching(/^named\.0\.email: must be somebody else’s/),
    ]);
    expect(await problem(spouse())).toEqual([406, 'named.0.phone: is required']);
    expect(await problem(spouse({ email: '', phone: '' }))).toEqual([
      406,
      expect.stringMatching(/^named\.0\.email: an e/),
    ]);
    expect(await problem(spouse({ role_name: 'Clerk', phone }))).toEqual([
      406,
      expect.stringMatching(/^named\.0\.role_name: must be the role/),
    ]);
    expect(await problem(spouse({ phone }), spouse({ phone }))).toEqual([
      406,
      expect.stringMatching(/^named\.[01]\.role_name: is given twice/),
    ]);
    expect(await problem(spouse({ email: 'no address', phone }))).toEqual([
      406,
      expect.stringMatching(/^named\.0\.email: must be an e/),
    ]);
    ok(await submitWith(buyer, [spouse({ phone })]));
    const now = (await read(envelope)).recipients[1];
    expect([now?.phone_auth, now?.auth_step]).toEqual([phone, 'sms']);
  });

  test('may be the same person where the sender allows it', async () => {
    const envelope = await sendDeed({ may_name_self: true });
    const buyer = await prepareToSubmit(api, envelope, 'Buyer');
    ok(await submitWith(buyer, [spouse({ email: envelope.recipients[0]?.email })]));
    const trail = await auditOf(envelope);
    expect(await findings(trail)).toEqual(['namedRightly Spouse by Buyer']);
    const forged = rewritten(trail, (events) => {
      const named = (events[0] as Trail['events'][number]).data.named_by as { may_name_self?: true }[];
      for (const one of named) delete one.may_name_self;
    });
    expect(await findings(forged)).toEqual(['namedOther Spouse by Buyer']);
  });

  test('is asked for only where its condition holds, and is nobody’s to give once the sender has', async () => {
    const conditional = await sendDeed({ only_if: { field: 'married', is: 'equals', value: 'true' } });
    const single = await prepareToSubmit(api, conditional, 'Buyer');
    ok(await setField(api, single, 'married', 'true'));
    expect(refusalOf(await submitWith(single))).toEqual([400, 'naming_needed']);
    ok(await setField(api, single, 'married', 'false'));
    ok(await submitWith(single));
    expect((await read(conditional)).recipients.map(({ status }) => status)).toEqual([
      'submitted',
      'canceled',
      'invited',
    ]);

    const envelope = await sendDeed();
    const { role_name: _, ...person } = spouse();
    ok(await change(envelope, 'Spouse', person));
    const buyer = await prepareToSubmit(api, envelope, 'Buyer');
    expect(refusalOf(await submitWith(buyer, [spouse()]))[0]).toBe(406);
    ok(await submitWith(buyer));
    await sign(api, { ...envelope, recipients: (await read(envelope)).recipients } as never, 'Spouse');
    expect(await findings(await auditOf(envelope))).toEqual([]);
  });

  test('is put in anew once the sender has reset the one who did, and corrected by the sender', async () => {
    const envelope = await sendDeed();
    ok(await submitWith(await prepareToSubmit(api, envelope, 'Buyer'), [spouse()]));
    const opened = await openSession(
      api,
      { ...envelope, recipients: (await read(envelope)).recipients } as never,
      'Spouse',
    );
    ok(await change(envelope, 'Buyer', { action: 'reset' }));
    expect((await read(envelope)).recipients[1]).toMatchObject({ status: 'pending', full_name: '', email: '' });
    const path = { envelope_id: envelope.id };
    expect((await api.as({ signer: opened.signer }).getEnvelope({ path })).status).toBe(404);
    const again = await prepareToSubmit(api, envelope, 'Buyer');
    expect(refusalOf(await submitWith(again))).toEqual([400, 'naming_needed']);
    ok(await submitWith(again, [spouse()]));
    const { email } = spouse();
    ok(await change(envelope, 'Spouse', { email }));
    await sign(api, { ...envelope, recipients: (await read(envelope)).recipients } as never, 'Spouse');
    expect(await findings(await auditOf(envelope))).toEqual(['namedRightly Spouse by Buyer']);
  });

  test.each([
    ['nobody', { named_by: 'Nobody' }, {}],
    ['somebody later', { named_by: 'Clerk' }, {}],
    ['oneself', { named_by: 'Spouse' }, {}],
    [
      'somebody who may be skipped',
      { sequence: 4, named_by: 'Clerk' },
      { only_if: { field: 'married', is: 'equals', value: 'true' } },
    ],
    ['one of some who are enough', { sequence: 4, named_by: 'Clerk' }, { step_needs: 1 }],
    ['somebody who gets a copy', { sequence: 4, named_by: 'Clerk' }, { type: 'cc' }],
  ])('can’t be put in by %s', async (_, more, clerk) => {
    const { status, body } = await api.as(sender).createEnvelope({
      body: {
        name: 'Agreement',
        documents: [{ name: 'a.pdf', data: (await import('../stories/envelope.ts')).pdf() }],
        recipients: [
          recipient('Buyer', 1),
          recipient('Spouse', 2, { ...nobody, ...more }),
          recipient('Clerk', 3, clerk),
        ],
        fields: [married, signatureField('Buyer')],
      } as never,
    });
    expect([status, (body as unknown as { error: string }).error]).toEqual([
      406,
      expect.stringMatching(/^recipients\.1\.named_by: must be the role of/),
    ]);
  });
});

test('templates, drafts and copies keep who puts whom in, and never the person', async () => {
  const envelope = await sendDeed();
  ok(await submitWith(await prepareToSubmit(api, envelope, 'Buyer'), [spouse()]));
  const as = api.as(sender);
  const draft = ok(await as.createDraft({ body: { envelope_id: envelope.id } as never }));
  const roleOf = (roles: { name: string }[]) => roles.find(({ name }) => name === 'Spouse');
  expect(roleOf(draft.roles)).toMatchObject({ named_by: 'Buyer', full_name: null, email: null });
  const path = { draft_id: draft.id };
  const problems = async () =>
    ok(await as.getDraftProblems({ path }))
      .problems.filter(({ blocks }) => blocks)
      .map(({ code }) => code);
  expect(await problems()).toEqual([]);
  ok(await as.updateDraft({ path, body: { roles: [{ name: 'Spouse', sequence: 1 }] } as never }));
  expect(await problems()).toEqual(['naming_impossible']);
  ok(await as.updateRole({ path: { template_id: draft.id, role_name: 'Buyer' }, body: { name: 'Purchaser' } }));
  ok(await as.updateDraft({ path, body: { roles: [{ name: 'Spouse', sequence: 2 }] } as never }));
  expect(roleOf(ok(await as.getDraft({ path })).roles)).toMatchObject({ named_by: 'Purchaser' });
  ok(await as.updateDraft({ path, body: { roles: [{ name: 'Purchaser', remove: true }] } as never }));
  expect(roleOf(ok(await as.getDraft({ path })).roles)).toMatchObject({ named_by: null });
  expect(await problems()).toEqual(['recipient_name_missing', 'recipient_address_missing']);
});
