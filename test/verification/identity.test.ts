import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree, linkTo, type Signer } from '../../infra/local/story/signing.ts';
import { demandVoided } from '../../lib/signing/envelopes/rules/identity.ts';
import type { RecipientItem } from '../../lib/storage/records/envelope.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { textsOf } from '../pdf/tools.ts';
import {
  createSignature,
  type Envelope,
  ok,
  openSession,
  recipient,
  sendEnvelope,
  setField,
  sign,
  signatureField,
  submit,
} from '../stories/envelope.ts';
import { agreed, codeOf, receiveCode, recipientOf, sendProtected, verify } from './ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const OWN_PHONE = '+15550100101';
const THEIR_PHONE = '+15550100202';

const pathOf = ({ id }: Pick<Envelope, 'id'>, role_name = 'Signer') => ({ envelope_id: id, role_name });

const correct = (envelope: Pick<Envelope, 'id'>, body: Record<string, unknown>, role_name?: string) =>
  api.as(sender).updateRecipient({ path: pathOf(envelope, role_name), body });

const current = async ({ id }: Pick<Envelope, 'id'>) =>
  ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));

const filledWith = async (envelope: Pick<Envelope, 'id'>, name: string) =>
  (await current(envelope)).fields.find((one: { name: string }) => one.name === name).value;

const open = (path: { envelope_id: string; role_name: string; key: string }) =>
  api.anyone.startSigningSession({ path });

const passcode = { auth_methods: ['passcode'], passcode: '4711' };

/** A recipient who has passed the passcode and signed, but not submitted. */
const filled = async (details: Record<string, unknown> = passcode) => {
  const envelope = await sendProtected(api, sender, details);
  const session = await agreed(api, envelope);
  if (details.auth_methods) ok(await verify(api, session, { auth_method: 'passcode', code: '4711' }));
  ok(await setField(api, session, 'signature-Signer', await createSignature(api, session)));
  ok(await setField(api, session, 'text', 'of the one before'));
  return { envelope, session };
};

/** Every operation that a signer may try with an ended session. */
const everyUse = (session: Signer, document_id: string) => {
  const path = { envelope_id: session.envelope_id, role_name: session.role_name };
  const as = api.as({ signer: session.signer });
  return [
    () => as.getEnvelope({ path: { envelope_id: path.envelope_id } }),
    () => as.getEnvelopeAudit({ path: { envelope_id: path.envelope_id } }),
    () => as.getEnvelopeDocument({ path: { document_id } }),
    () => as.getEnvelopeDocumentPage({ path: { document_id, variant: 'original', page: '1' } }),
    () => as.agreeRecipient({ path, body: {} }),
    () => as.updateRecipientField({ path: { ...path, field_name: 'text' }, body: { value: 'again' } }),
    () => as.submitRecipient({ path, body: {} }),
    () => as.declineRecipient({ path }),
    () => as.delegateRecipient({ path, body: { first_name: 'D', last_name: 'D', email: 'delegate@example.com' } }),
    () => as.askQuestion({ path, body: { question: 'Why?' } }),
    () => as.verifySigner({ body: { auth_method: 'passcode', code: '4711' } }),
    () => as.getKbaStep({ path }),
    () => as.getSignatures(),
    () => as.getInitials(),
    () => as.createSignatureBlock({ body: { signature: 'data:image/png;base64,AAAA' } }),
    () => as.createInitialsBlock({ body: { initial: 'data:image/png;base64,AAAA' } }),
    () => as.deleteSignature({ path: { id: document_id } }),
    () => as.deleteInitials({ path: { id: document_id } }),
  ];
};

const NEW_NAME = { first_name: 'Augusta' };

describe('a recipient whose identity the sender changes', () => {
  it.each([
    ['the first name', NEW_NAME],
    ['the last name', { last_name: 'King' }],
    ['the e-mail address', { email: 'somebody-else@example.com' }],
    ['the phone number', { phone: THEIR_PHONE }],
    ['the methods', { auth_methods: ['passcode', 'email'] }],
    ['the methods, to none', { auth_methods: [], passcode: null }],
    ['the name and what was verified with', { last_name: 'King', passcode: '4712' }],
    ['that the name is locked', { name_locked: true }],
    ['what only another method would use', { dob: '1990-01-31' }],
  ])('is a new person who begins from the start: %s', async (_, change) => {
    const { envelope, session } = await filled();
    const before = (await current(envelope)).recipients[0];
    const mailed = await linkTo(api, before.email);
    const hosted = ok(await api.as(sender).createInPersonLink({ path: pathOf(envelope) }));
    const after = ok(await correct(envelope, change));

    expect(after).toMatchObject({ status: 'invited', agreed: false, claimed: false });
    expect(after.in_app_key).not.toBe(before.in_app_key);
    const states = Object.values(after.auth_method_states ?? {});
    expect(states.filter((state) => state !== null)).toEqual([]);
    expect(await filledWith(envelope, 'signature-Signer')).toBeNull();
    expect(await filledWith(envelope, 'text')).toBe('prepared-secret');
    expect((await open({ ...pathOf(envelope), key: before.in_app_key })).status).toBe(404);
    expect((await open(mailed)).status).toBe(404);
    expect((await open({ ...pathOf(envelope), key: hosted.access_key.key })).status).toBe(404);
    const document = envelope.documents[0]?.id ?? '';
    for (const { signer } of [session, { signer: hosted.access_token }]) {
      // Every kind of change makes the same new person, so one of them is tried with every use.
      const uses = everyUse({ ...session, signer }, document).slice(0, change === NEW_NAME ? undefined : 2);
      for (const answer of await Promise.all(uses.map((use) => use()))) expect([401, 404]).toContain(answer.status);
    }
    expect((await open({ ...pathOf(envelope), key: after.in_app_key })).status).toBe(200);
  });

  it('is invited again at once if it is their turn, or else when their turn comes', async () => {
    const [one, two] = [recipient('One', 1), recipient('Two', 2)];
    const envelope = await sendEnvelope(api, sender, [one, two]);
    const first = await linkTo(api, one.email);
    ok(await correct(envelope, { last_name: 'Renamed' }, 'One'));
    ok(await correct(envelope, { last_name: 'Renamed' }, 'Two'));
    const link = await linkTo(api, one.email);
    expect(link.key).not.toBe(first.key);
    expect(await api.messages(two.email)).toEqual([]);
    ok(await open(link));
    const { recipients } = await current(envelope);
    expect(recipients.map(({ status }: { status: string }) => status)).toEqual(['opened', 'pending']);
    await sign(api, { ...envelope, recipients }, 'One');
    ok(await open(await linkTo(api, two.email)));
  });

  it('can’t be reached by any earlier link, expired or not, and no fresh one is sent for it', async () => {
    const phone = `+1555${String(Date.now()).slice(-7)}`;
    const envelope = await sendEnvelope(api, sender, [recipient('Signer', 1, { phone })]);
    const text = await linkTo(api, phone);
    ok(await correct(envelope, { phone: THEIR_PHONE }));
    await api.settle();
    expect((await open(text)).status).toBe(404);
    const count = (await api.messages(THEIR_PHONE)).length;
    expect((await api.anyone.requestFreshLink({ path: text })).status).toBe(404);
    await api.settle();
    expect((await api.messages(THEIR_PHONE)).length).toBe(count);
  });

  it('keeps everything if nothing changes', async () => {
    const { envelope, session } = await filled({ ...passcode, phone: OWN_PHONE });
    const before = (await current(envelope)).recipients[0];
    const events = (await current(envelope)).history_entries.length;
    const { first_name, last_name, email, auth_methods } = before;
    const same = { first_name: ` ${first_name} `, last_name, email, auth_methods, phone: '+1 (555) 010-0101' };
    expect(ok(await correct(envelope, { ...same, passcode: '4711' }))).toEqual(before);
    expect((await current(envelope)).history_entries).toHaveLength(events);
    ok(await submit(api, session));
  });

  it('stays the same person when only the message to them changes', async () => {
    const { envelope, session } = await filled();
    expect(ok(await correct(envelope, { message: 'Please hurry' }))).toMatchObject({ auth_step: null, agreed: true });
    ok(await submit(api, session));
  });

  it('can’t be changed once they have signed', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('Signer', 1), recipient('Two', 2)]);
    await sign(api, envelope, 'Signer');
    const before = await recipientOf(api, sender, envelope.id);
    for (const change of [
      { first_name: 'X' },
      { email: 'x@example.com' },
      { phone: OWN_PHONE },
      { auth_methods: [] },
    ]) {
      const refused = await correct(envelope, { last_name: 'Y', ...change });
      expect(codeOf(refused)).toEqual([400, 'recipient_not_acting']);
    }
    expect(await recipientOf(api, sender, envelope.id)).toEqual(before);
  });
});

describe('a verification is never shown for another person', () => {
  const certificateOf = async (envelope: Pick<Envelope, 'id'>) => {
    await api.settle();
    const { documents } = await current(envelope);
    const { id } = documents.find(({ type }: { type: string }) => type === 'certificate');
    const { bytes } = await api.as(sender).getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
    return textsOf(bytes)[0]?.replace(/\s+/g, ' ');
  };

  const signAnew = async (envelope: Envelope) => {
    const session = await agreed(api, { ...envelope, recipients: (await current(envelope)).recipients });
    ok(await setField(api, session, 'signature-Signer', await createSignature(api, session)));
    ok(await submit(api, session));
    return ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
  };

  it('after a code by SMS on the sender’s phone, and a change of methods, phone and name', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['sms'], phone_auth: OWN_PHONE });
    const session = await agreed(api, envelope);
    ok(await verify(api, session, { auth_method: 'sms', code: await receiveCode(api, session, 'sms', OWN_PHONE) }));
    ok(await correct(envelope, { auth_methods: [] }));
    ok(await correct(envelope, { phone_auth: THEIR_PHONE, phone: THEIR_PHONE }));
    ok(await correct(envelope, { first_name: 'Augusta', last_name: 'King' }));
    expect((await submit(api, session)).status).toBe(404);
    const audit = await signAnew(envelope);
    expect(audit.recipients[0]).toMatchObject({ name: 'Augusta King', authentication: [], verifications: [] });
    const text = await certificateOf(envelope);
    expect(text).not.toContain('One-time code by SMS');
  });

  it('after a knowledge-based check under one name, and a renamed recipient', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['kba'], address: '1 Road', last_name: 'Pass' });
    const session = await agreed(api, envelope);
    ok(await verify(api, session, { auth_method: 'kba', first_name: 'Signer', last_name: 'Pass' }));
    expect(ok(await correct(envelope, { first_name: 'Augusta' }))).toMatchObject({ auth_step: 'kba' });
    expect((await submit(api, session)).status).toBe(404);
    const again = await openSession(api, { ...envelope, recipients: (await current(envelope)).recipients }, 'Signer');
    await agree(api, again);
    const refused = await setField(api, again, 'text', 'x');
    expect(codeOf(refused)).toEqual([401, 'verification_needed']);
  });

  it('is certified with the verified person, address and time', async () => {
    const details = { auth_methods: ['sms', 'email'], phone_auth: OWN_PHONE, last_name: 'King' };
    const envelope = await sendProtected(api, sender, details);
    const email = envelope.recipients[0]?.email ?? '';
    const session = await agreed(api, envelope);
    ok(await verify(api, session, { auth_method: 'sms', code: await receiveCode(api, session, 'sms', OWN_PHONE) }));
    ok(await verify(api, session, { auth_method: 'email', code: await receiveCode(api, session, 'email', email) }));
    ok(await setField(api, session, 'signature-Signer', await createSignature(api, session)));
    ok(await submit(api, session));
    const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    expect(audit.recipients[0].verifications).toEqual([
      { method: 'sms', proof: 'One-time code by SMS', name: 'Signer King', address: OWN_PHONE, at: expect.any(String) },
      {
        method: 'email',
        proof: 'One-time code by e-mail',
        name: 'Signer King',
        address: email,
        at: expect.any(String),
      },
    ]);
    const events = audit.events.filter(({ event }: { event: string }) => event === 'recipient:pin_verified');
    expect(events.map(({ data }) => data.verified)).toEqual(audit.recipients[0].verifications);
    const text = await certificateOf(envelope);
    expect(text).toContain(`One-time code by SMS to ${OWN_PHONE}, passed on `);
    expect(text).toContain('Passed by Signer King');
    expect(text).toContain('One-time code by e-mail to ');
  });

  it('after a passcode under one name, and a check that finds another: the passcode must be passed again', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode', 'kba'], passcode: '4711' });
    const session = await agreed(api, envelope);
    ok(await verify(api, session, { auth_method: 'passcode', code: '4711' }));
    const identity = { first_name: 'Augusta', last_name: 'Pass', address: '1 Road' };
    const found = ok(await verify(api, session, { auth_method: 'kba', ...identity })).recipient;
    expect(found).toMatchObject({ full_name: 'Augusta Pass', auth_step: 'passcode' });
    expect(codeOf(await setField(api, session, 'text', 'x'))).toEqual([401, 'verification_needed']);
    const done = ok(await verify(api, session, { auth_method: 'passcode', code: '4711' })).recipient;
    expect(done.auth_step).toBeNull();
    const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    const names = audit.recipients[0].verifications.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Augusta Pass', 'Augusta Pass']);
    const renamed = audit.events.find(({ event }: { event: string }) => event === 'recipient:updated_info');
    expect(renamed.data.changed).toEqual({
      first_name: { from: 'Signer', to: 'Augusta' },
      last_name: { from: 'Person', to: 'Pass' },
    });
  });

  it('a locked name stays as the sender wrote it', async () => {
    const details = { auth_methods: ['kba'], name_locked: true, last_name: 'Pass', address: '1 Road' };
    const envelope = await sendProtected(api, sender, details);
    const session = await agreed(api, envelope);
    ok(await verify(api, session, { auth_method: 'kba', first_name: 'SIGNER', last_name: 'pass' }));
    expect(await recipientOf(api, sender, envelope.id)).toMatchObject({ full_name: 'Signer Pass' });
  });
});

describe('the history has the old and the new value', () => {
  it('each in quotation marks that no name can end', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: 'first-word' });
    ok(await correct(envelope, { first_name: 'Ann”. "Identity" verified: “yes' }));
    ok(await correct(envelope, { last_name: 'Alpha' }));
    ok(await api.as(sender).updateRecipient({ path: pathOf(envelope), body: { action: 'reset' } }));
    const { history_entries } = await current(envelope);
    const said = history_entries.flatMap(({ event, event_detail }: { event: string; event_detail: string }) =>
      event === 'owner:updated_recipient_info' ? [event_detail] : [],
    );
    const ann = 'Ann’. ’Identity’ verified: ’yes';
    expect(said).toEqual([
      `Changed first name from “Signer” to “${ann}”.`,
      'Changed last name from “Person” to “Alpha”.',
      `“${ann} Alpha” starts anew.`,
    ]);
  });

  it('in a sentence and, property by property, in the chain, without private values', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: 'first-word' });
    const { email } = await recipientOf(api, sender, envelope.id);
    const to = { first_name: 'Augusta', email: 'augusta@example.com', auth_methods: ['passcode', 'email'] };
    ok(await correct(envelope, { ...to, passcode: 'other-word', dob: '1990-01-31' }));
    const { history_entries } = await current(envelope);
    const entry = history_entries.find(({ event }: { event: string }) => event === 'owner:updated_recipient_info');
    expect(entry.event_detail).toBe(
      `Changed first name from “Signer” to “Augusta”, e-mail address from “${email}” to “augusta@example.com”, ` +
        'verification from “passcode” to “passcode, email”, passcode, date of birth.',
    );
    const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    const link = audit.events.find(({ event }: { event: string }) => event === 'owner:updated_recipient_info');
    expect(link.data.changed).toEqual({
      first_name: { from: 'Signer', to: 'Augusta' },
      email: { from: email, to: 'augusta@example.com' },
      auth_methods: { from: ['passcode'], to: ['passcode', 'email'] },
      passcode: { withheld: true },
      dob: { withheld: true },
    });
    expect(JSON.stringify(audit)).not.toMatch(/first-word|other-word|1990-01-31/);
  });

  it('also for a delegation', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('Signer', 1, { delegator: true })]);
    const session = await agreed(api, envelope);
    const to = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };
    ok(await api.as(session).delegateRecipient({ path: pathOf(envelope), body: to }));
    const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    const { data } = audit.events.find(({ event }: { event: string }) => event === 'recipient:delegated');
    expect(data).toMatchObject({ changed: { last_name: { from: 'Person', to: 'Hopper' } } });
    expect((await open({ ...pathOf(envelope), key: envelope.recipients[0]?.in_app_key ?? '' })).status).toBe(200);
  });
});

describe('at the same moment', () => {
  it('a submit counts completely for the old identity, or not', async () => {
    const outcomes = new Set<string>();
    for (let time = 0; time < 6; time++) {
      const { envelope, session } = await filled({});
      const [submitted, changed] = await Promise.all([submit(api, session), correct(envelope, { last_name: 'King' })]);
      const after = await recipientOf(api, sender, envelope.id);
      if (submitted.status === 200) {
        expect([changed.status, after.status, after.last_name]).toEqual([400, 'submitted', 'Person']);
      } else {
        expect([submitted.status, changed.status, after.status, after.last_name]).toEqual([
          404,
          200,
          'invited',
          'King',
        ]);
      }
      outcomes.add(after.status);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });

  it('a field of the earlier person is either filled and then cleared, or refused', async () => {
    for (let time = 0; time < 6; time++) {
      const { envelope, session } = await filled({});
      await Promise.all([setField(api, session, 'text', 'late'), correct(envelope, { last_name: 'King' })]);
      expect(await filledWith(envelope, 'text')).toBe('prepared-secret');
      expect(await filledWith(envelope, 'signature-Signer')).toBeNull();
    }
  });

  it('an old link never opens a session of the new person', async () => {
    for (let time = 0; time < 6; time++) {
      const envelope = await sendEnvelope(api, sender, [recipient('Signer', 1)], {
        fields: [signatureField('Signer')],
      });
      const key = envelope.recipients[0]?.in_app_key ?? '';
      const [opened] = await Promise.all([
        open({ ...pathOf(envelope), key }),
        correct(envelope, { email: `new-${time}@example.com` }),
      ]);
      if (opened.status === 200) {
        expect(opened.body.recipient.email).toBe(envelope.recipients[0]?.email);
        const use = await api
          .as({ signer: opened.body.access_token })
          .getEnvelope({ path: { envelope_id: envelope.id } });
        expect(use.status).toBe(404);
      } else expect(opened.status).toBe(404);
      expect((await open({ ...pathOf(envelope), key })).status).toBe(404);
    }
  });

  it('a code that was sent to the old phone is wrong for the new one', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['sms'], phone_auth: OWN_PHONE });
    const session = await agreed(api, envelope);
    const code = await receiveCode(api, session, 'sms', OWN_PHONE);
    ok(await verify(api, session, { auth_method: 'sms', code: '', resend: true }));
    ok(await correct(envelope, { phone_auth: THEIR_PHONE }));
    await api.settle();
    const again = await agreed(api, { ...envelope, recipients: (await current(envelope)).recipients });
    expect(codeOf(await verify(api, again, { auth_method: 'sms', code }))).toEqual([400, 'code_wrong']);
    const fresh = await receiveCode(api, again, 'sms', THEIR_PHONE);
    expect(ok(await verify(api, again, { auth_method: 'sms', code: fresh })).recipient.auth_step).toBeNull();
  });
});

describe('no change of an envelope is written', () => {
  const before = { ...({} as RecipientItem), ...verified() };

  function verified(): RecipientItem {
    return {
      profile_id: 'one',
      in_app_key: 'key',
      round: 0,
      agreed: true,
      first_name: 'Ada',
      last_name: 'King',
      email: 'ada@example.com',
      auth_methods: ['passcode'],
      auth_method_states: { passcode: 'complete' },
      authentication: ['Passcode'],
    } as unknown as RecipientItem;
  }

  it('that keeps the verifications of another identity', () => {
    for (const change of [{ first_name: 'Eva' }, { email: 'x@example.com' }, { auth_methods: [] }, { passcode: 'x' }]) {
      const after = { ...before, ...change } as RecipientItem;
      expect(() => demandVoided(before, after)).toThrow(/keeps what was verified/);
      const forgotten = {
        ...after,
        agreed: false,
        round: 1,
        auth_method_states: { passcode: null },
        authentication: [],
      };
      expect(() => demandVoided(before, forgotten as RecipientItem)).toThrow(/keeps what was verified/);
      const another = { ...forgotten, profile_id: 'two', in_app_key: 'other' } as RecipientItem;
      expect(() => demandVoided(before, another)).not.toThrow();
    }
    expect(() => demandVoided(before, { ...before, message: 'Hello' })).not.toThrow();
  });
});
