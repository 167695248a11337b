import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { attachmentOf } from '../pdf/expect-archivable.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import { textsOf } from '../pdf/tools.ts';
import { createSignature, ok, openSession, pdf, setField, submit } from '../stories/envelope.ts';
import { agreed, codeOf, eventsOf, otherThan, receiveCode, recipientOf, sendProtected, verify } from './ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const phone = '+1 (555) 010-0199';

describe('a passcode', () => {
  it('opens the envelope to the recipient, who continues with the first token', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: 'Blue 7' });
    const opened = await openSession(api, envelope, 'Signer');
    expect(opened.recipient).toMatchObject({
      auth_methods: ['passcode'],
      auth_step: 'passcode',
      auth_method_states: { passcode: null },
    });
    expect(codeOf(await verify(api, opened, { auth_method: 'passcode', code: 'Blue 7' }))).toEqual([400, 'not_agreed']);
    const session = opened;
    await agree(api, session);
    const wrong = await verify(api, session, { auth_method: 'passcode', code: 'blue 7' });
    expect(codeOf(wrong)).toEqual([400, 'passcode_wrong']);
    const left = async (session: object) => {
      const { recipients } = ok(await api.as(session).getEnvelope({ path: { envelope_id: envelope.id } }));
      return recipients.find(({ role_name }: { role_name: string }) => role_name === 'Signer').auth_attempts_left;
    };
    expect([opened.recipient.auth_attempts_left, await left(session), await left(sender)]).toEqual([5, 4, undefined]);
    expect(wrong.body.error).not.toContain('failed');
    const verified = ok(await verify(api, session, { auth_method: 'passcode', code: 'Blue 7' }));
    expect(Object.keys(verified).sort()).toEqual(
      ['access_token', 'brand', 'envelope', 'first_page', 'initials', 'recipient', 'signatures'].sort(),
    );
    expect(verified.recipient).toMatchObject({
      auth_step: null,
      auth_attempts_left: null,
      auth_method_states: { passcode: 'complete' },
    });
    expect(verified.envelope.fields).toHaveLength(2);
    ok(await setField(api, opened, 'text', 'written with the first token'));
    expect(codeOf(await verify(api, session, { auth_method: 'passcode', code: 'Blue 7' }))).toEqual([
      400,
      'verification_out_of_turn',
    ]);
    expect(await eventsOf(api, sender, envelope.id)).toEqual(
      expect.arrayContaining(['recipient:pin_failed passcode', 'recipient:pin_verified passcode']),
    );
  });

  it('is shown to the sender alone', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: 'only-for-you' });
    expect(envelope.recipients[0]).toMatchObject({ passcode: 'only-for-you' });
    const session = await agreed(api, envelope);
    const answers = [
      await openSession(api, envelope, 'Signer'),
      ok(await verify(api, session, { auth_method: 'passcode', code: 'only-for-you' })),
      ok(await api.as({ signer: session.signer }).getEnvelope({ path: { envelope_id: envelope.id } })),
      ok(await api.as({ signer: session.signer }).getEnvelopeAudit({ path: { envelope_id: envelope.id } })),
      ok(await api.as(sender).getEnvelopes()),
    ];
    expect(JSON.stringify(answers)).not.toContain('only-for-you');
  });
});

describe.each(['email', 'sms'] as const)('a one-time code by %s', (method) => {
  const send = async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: [method], phone_auth: phone });
    const address = method === 'sms' ? '+15550100199' : (envelope.recipients[0]?.email ?? '');
    const session = await agreed(api, envelope);
    return { envelope, address, session };
  };

  it('is sent on request, not before, and opens the envelope to the recipient', async () => {
    const { envelope, address, session } = await send();
    await api.settle();
    const before = (await api.messages(address)).filter(({ code }) => code).length;
    const code = await receiveCode(api, session, method, address);
    expect(code).toMatch(/^\d{6}$/);
    const sent = (await api.messages(address)).filter((message) => message.code);
    expect(sent).toHaveLength(before + 1);
    expect(sent[0]?.text).toContain(code);
    expect(codeOf(await verify(api, session, { auth_method: method, code: otherThan(code) }))).toEqual([
      400,
      'code_wrong',
    ]);
    const verified = ok(await verify(api, session, { auth_method: method, code }));
    expect(verified.recipient.auth_step).toBeNull();
    expect(await eventsOf(api, sender, envelope.id)).toEqual(
      expect.arrayContaining([`recipient:code_requested ${method}`, `recipient:pin_verified ${method}`]),
    );
  });

  it('is good for ten minutes and for one use', async () => {
    const { envelope, address, session } = await send();
    const code = await receiveCode(api, session, method, address);
    await api.advance('PT10M');
    expect(codeOf(await verify(api, session, { auth_method: method, code }))).toEqual([400, 'code_wrong']);
    const fresh = await receiveCode(api, session, method, address);
    ok(await verify(api, session, { auth_method: method, code: fresh }));
    expect((await verify(api, session, { auth_method: method, code: fresh })).status).toBe(400);
    // After a reset, a code that was used or sent before is invalid.
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    ok(await api.as(sender).updateRecipient({ path, body: { action: 'reset' } }));
    const again = await agreed(api, envelope);
    expect(codeOf(await verify(api, again, { auth_method: method, code: fresh }))).toEqual([400, 'code_wrong']);
  });

  it('is stored as a hash, and is in no answer and no event', async () => {
    const { envelope, address, session } = await send();
    const code = await receiveCode(api, session, method, address);
    const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    const record = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    for (const event of audit.events) expect(Object.values(event)).not.toContain(code);
    expect(JSON.stringify(record)).not.toContain(`"${code}"`);
  });
});

describe('several methods', () => {
  it('are passed in the order that the sender gave, and the certificate names them', async () => {
    const auth_methods = ['sms', 'passcode', 'kba', 'email'];
    const details = {
      auth_methods,
      passcode: '4711',
      phone_auth: phone,
      last_name: 'Pass',
      address: '12 Orchard Lane',
    };
    const envelope = await sendProtected(api, sender, details);
    const email = envelope.recipients[0]?.email ?? '';
    const session = await openSession(api, envelope, 'Signer');
    const consent = { disclosures: 'I agree, word for word.', locale: 'en-IN', timezone: 'Asia/Kolkata' };
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    ok(await api.as(session).agreeRecipient({ path, body: consent }));
    expect(codeOf(await verify(api, session, { auth_method: 'passcode', code: '4711' }))).toEqual([
      400,
      'verification_out_of_turn',
    ]);
    expect(codeOf(await verify(api, session, { auth_method: 'email', code: '', resend: true }))).toEqual([
      400,
      'verification_out_of_turn',
    ]);
    const steps: (string | null)[] = [];
    const pass = async (body: Record<string, unknown>) => {
      const { recipient } = ok(await verify(api, session, body));
      steps.push(recipient.auth_step);
    };
    const bySms = await receiveCode(api, session, 'sms', '+15550100199');
    await pass({ auth_method: 'sms', code: bySms });
    await pass({ auth_method: 'passcode', code: '4711' });
    await pass({ auth_method: 'kba', first_name: 'Signer', last_name: 'Pass' });
    const byMail = await receiveCode(api, session, 'email', email);
    await pass({ auth_method: 'email', code: byMail });
    expect(steps).toEqual(['passcode', 'kba', 'email', null]);

    ok(await setField(api, session, 'signature-Signer', await createSignature(api, session)));
    ok(await setField(api, session, 'text', `Long ${'value '.repeat(60)}`));
    ok(await submit(api, session));
    await api.settle();
    const proofs = [
      'One-time code by SMS',
      'Passcode',
      'Knowledge-based authentication (sandbox)',
      'One-time code by e-mail',
    ];
    const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    expect(audit.intact).toBe(true);
    expect(audit.recipients[0].authentication).toEqual(proofs);
    const { documents } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    for (const { id, type } of documents) {
      const { bytes } = await api
        .as(sender)
        .getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
      expectSealed(bytes);
      if (type !== 'certificate') continue;
      const carried = attachmentOf(bytes, 'audit.json').toString();
      expect(JSON.parse(carried).recipients[0].authentication).toEqual(proofs);
      // Neither what was passed, nor what it was passed with, nor a key to anything: whoever has the certificate may
      // show it.
      const key = envelope.recipients[0]?.in_app_key ?? '';
      const secrets = [bySms, byMail, '4711', details.address, key, session.signer];
      for (const text of [...textsOf(bytes), carried]) {
        // As a word of its own: a hash may have the same digits.
        for (const secret of secrets) expect(` ${text} `.match(new RegExp(`[^\\w]${secret}[^\\w]`))).toBeNull();
      }
      const { sequence } = audit.events.find(({ event }: { event: string }) => event === 'recipient:signed');
      const { values } = audit.events.at(sequence - 1).data as { values: { field: string; sha256: string }[] };
      const sha256 = values.find(({ field }) => field === 'text')?.sha256 ?? '';
      const told = [
        ...proofs,
        consent.disclosures,
        'UTC+05:30',
        `is bound by event ${sequence}`,
        'label-secret (text)',
        sha256,
      ];
      for (const text of textsOf(bytes)) {
        const printed = text.replace(/\s+/g, '');
        for (const part of told) expect(printed).toContain(part.replaceAll(' ', ''));
      }
    }
  });
});

describe('the sender’s choice of methods', () => {
  it.each([
    ['a method that is not available', { auth_methods: ['id'] }, /not available/],
    ['a method given twice', { auth_methods: ['email', 'email'] }, /auth_methods.*twice/],
    ['a passcode that is missing', { auth_methods: ['passcode'] }, /passcode: is required/],
    ['a passcode that would protect nothing', { passcode: '1234' }, /auth_methods: must name passcode/],
    ['a phone number that is missing', { auth_methods: ['sms'], phone: '+15550100' }, /phone_auth: is required/],
    ['a phone number that is none', { auth_methods: ['sms'], phone_auth: '12' }, /phone_auth/],
    ['digits that are no four', { auth_methods: ['kba'], ssn_last_4: '12345' }, /ssn_last_4/],
    ['an address that is missing', { auth_methods: ['email'], email: '', phone: '+15550100' }, /email: is required/],
  ])('is refused with 406 for %s', async (_, details, message) => {
    await expect(sendProtected(api, sender, details)).rejects.toThrow(/answered 406/);
    await expect(sendProtected(api, sender, details)).rejects.toThrow(message);
  });

  it('is taken from the request for a template’s roles', async () => {
    const as = api.as(sender);
    const document = { name: 'a.pdf', data: pdf() };
    const template = ok(
      await as.createTemplate({
        body: { name: 'T', documents: [document], roles: [{ name: 'Signer', type: 'signer' }], fields: [] },
      }),
    );
    const person = { role_name: 'Signer', first_name: 'A', last_name: 'B', email: 'a-template@example.com' };
    const recipients = [{ ...person, auth_methods: ['passcode'], passcode: '99', phone_auth: null, ssn_last_4: '' }];
    const envelope = ok(await as.createEnvelope({ body: { template_id: template.id, recipients } }));
    expect(envelope.recipients[0]).toMatchObject({ auth_step: 'passcode', passcode: '99' });
  });

  it('can be changed until the recipient has passed it', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: 'old' });
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    const change = (body: Record<string, unknown>) => api.as(sender).updateRecipient({ path, body });
    expect(ok(await change({ passcode: 'new', ssn_last_4: '1234', dob: '1990-01-31' }))).toMatchObject({
      passcode: 'new',
      dob: '1990-01-31',
    });
    expect(codeOf(await change({ auth_methods: ['sms'] }))).toEqual([406, 'invalid']);
    const { recipients } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    const session = await agreed(api, { ...envelope, recipients });
    expect((await verify(api, session, { auth_method: 'passcode', code: 'old' })).status).toBe(400);
    ok(await verify(api, session, { auth_method: 'passcode', code: 'new' }));
    expect(codeOf(await change({ passcode: 'newer' }))).toEqual([400, 'verified_already']);
    // With other methods it must be passed again: different people may pass the two.
    const more = ok(await change({ auth_methods: ['passcode', 'email'] }));
    expect(more).toMatchObject({ auth_step: 'passcode', auth_method_states: { passcode: null, email: null } });
    expect((await submit(api, session)).status).toBe(404);
    expect(JSON.stringify(await recipientOf(api, sender, envelope.id))).not.toContain('ssn_last_4');
  });

  it('begins from the start when the address is corrected, because another person may answer there', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: '1' });
    const session = await agreed(api, envelope);
    ok(await verify(api, session, { auth_method: 'passcode', code: '1' }));
    ok(await setField(api, session, 'text', 'of the one before'));
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    const corrected = ok(
      await api.as(sender).updateRecipient({ path, body: { email: `corrected-${Date.now()}@example.com` } }),
    );
    expect(corrected).toMatchObject({ status: 'invited', auth_step: 'passcode', agreed: false });
    const { fields } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    expect(fields.find(({ name }: { name: string }) => name === 'text').value).toBe('prepared-secret');
    expect((await submit(api, session)).status).toBe(404);
  });
});

describe('a step', () => {
  it('needs its data, and refuses unknown methods', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode', 'kba'], passcode: '1' });
    const session = await agreed(api, envelope);
    for (const body of [{}, { auth_method: 'passcode' }, { auth_method: 'id' }, { auth_method: 'retina', code: '1' }]) {
      expect(codeOf(await verify(api, session, body))).toEqual([406, 'invalid']);
    }
    ok(await verify(api, session, { auth_method: 'passcode', code: '1' }));
    expect(codeOf(await verify(api, session, { auth_method: 'kba', last_name: 'Person' }))).toEqual([406, 'invalid']);
  });

  it('is passed once, even if many try at the same moment', async () => {
    const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: '1' });
    const session = await agreed(api, envelope);
    const tries = Array.from({ length: 5 }, () => verify(api, session, { auth_method: 'passcode', code: '1' }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const events = await eventsOf(api, sender, envelope.id);
    expect(events.filter((event) => event.startsWith('recipient:pin_verified'))).toHaveLength(1);
  });

  it('is not required of recipients without verification', async () => {
    const envelope = await sendProtected(api, sender, {});
    const session = await agreed(api, envelope);
    expect(await recipientOf(api, sender, envelope.id)).toMatchObject({
      auth_methods: [],
      auth_step: null,
      auth_method_states: null,
    });
    expect((await verify(api, session, { auth_method: 'passcode', code: '1' })).status).toBe(400);
    ok(await setField(api, session, 'text', 'anything'));
  });
});

it('sends codes only a few times, and says when to try again', async () => {
  await using _clock = await api.freezeClock();
  const envelope = await sendProtected(api, sender, { auth_methods: ['email'] });
  const session = await agreed(api, envelope);
  const asked = [];
  for (let times = 0; times < 11; times++) {
    asked.push(await verify(api, session, { auth_method: 'email', code: '', resend: true }));
  }
  const refused = asked.find(({ status }) => status === 429);
  expect(asked[0]?.status).toBe(200);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
});
