import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree, linkTo } from '../../infra/local/story/signing.ts';
import { type Answered, type Api, type Person, startApi } from '../api.ts';
import {
  createSignature,
  type Envelope,
  ok,
  openSession,
  pdf,
  recipient,
  sendEnvelope,
  setField,
  sign,
  submit,
} from '../stories/envelope.ts';

let api: Api;
let sender: Person;

beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const invitations = async (email: string) => {
  await api.settle();
  return (await api.messages(email)).filter(({ links }) => links.some((link) => link.includes('/sign/')));
};
const codeOf = ({ status, body }: Answered) => [status, String(body.error).split(':')[0]];
const signInAgain = async () => {
  const body = { grant_type: 'password', username: sender.email, password: sender.password };
  sender = { ...sender, token: ok(await api.anyone.authenticate({ body })).access_token };
};

describe('a fresh link', () => {
  it('goes to the address on file and opens the envelope, also when the old one has expired', async () => {
    const one = recipient('One', 1);
    const envelope = await sendEnvelope(api, sender, [one]);
    const old = await linkTo(api, one.email);
    await api.advance('P31D');
    const expired = await api.anyone.startSigningSession({ path: old });
    expect([expired.status, expired.headers.get('x-error-code')]).toEqual([401, 'signing_link_expired']);
    const answer = await api.anyone.requestFreshLink({ path: old });
    expect([answer.status, typeof answer.body]).toEqual([200, 'string']);
    const fresh = await linkTo(api, one.email);
    expect(fresh.key).not.toBe(old.key);
    expect(answer.body).not.toContain(fresh.key);
    expect(ok(await api.anyone.startSigningSession({ path: fresh })).envelope.id).toBe(envelope.id);
    await signInAgain();
  });

  it('is refused for all invented keys in the same way, and sends nothing', async () => {
    const one = recipient('One', 1);
    const envelope = await sendEnvelope(api, sender, [one]);
    const before = (await invitations(one.email)).length;
    const answers = await Promise.all(
      [
        { envelope_id: envelope.id, role_name: 'One', key: 'invented' },
        { envelope_id: envelope.id, role_name: 'Two', key: 'invented' },
        { envelope_id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f', role_name: 'One', key: 'invented' },
      ].map((path) => api.anyone.requestFreshLink({ path })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body.error)).size).toBe(1);
    expect((await invitations(one.email)).length).toBe(before);
  });

  it('answers the same where none is sent: to an envelope of which nobody is to be mailed', async () => {
    const one = recipient('One', 1);
    const envelope = await sendEnvelope(api, sender, [one], { no_contact: true });
    const key = envelope.recipients[0]?.in_app_key ?? '';
    const silent = await api.anyone.requestFreshLink({ path: { envelope_id: envelope.id, role_name: 'One', key } });
    const other = recipient('One', 1);
    await sendEnvelope(api, sender, [other]);
    const sent = await api.anyone.requestFreshLink({ path: await linkTo(api, other.email) });
    expect([silent.status, silent.body]).toEqual([sent.status, sent.body]);
    expect(await invitations(one.email)).toHaveLength(0);
  });

  it('never stops coming: months later it leads everybody back to the sealed documents, or to what became of them', async () => {
    const [one, copy] = [recipient('One', 1), recipient('Copy', 2, { type: 'cc' })];
    const [giver, taker] = [recipient('Giver', 1, { delegator: true }), recipient('x', 1)];
    const [decliner, waiting] = [recipient('Decliner', 1), recipient('Waiting', 2)];
    const sealed = await sendEnvelope(api, sender, [one, copy, giver]);
    const declined = await sendEnvelope(api, sender, [decliner, waiting]);
    const open = await sendEnvelope(api, sender, [recipient('Early', 1), recipient('Late', 1)]);
    const early = open.recipients[0]?.email ?? '';
    const gave = await linkTo(api, giver.email);
    const giving = await openSession(api, sealed, 'Giver', 'mail');
    await agree(api, giving);
    const path = { envelope_id: sealed.id, role_name: 'Giver' };
    const { email, first_name, last_name } = taker;
    ok(await api.as(giving).delegateRecipient({ path, body: { email, first_name, last_name } }));
    await sign(api, sealed, 'One');
    const taken = ok(await api.as(sender).getEnvelope({ path })) as Envelope;
    await sign(api, taken, 'Giver');
    const declining = await openSession(api, declined, 'Decliner', 'mail');
    ok(await api.as(declining).declineRecipient({ path: { envelope_id: declined.id, role_name: 'Decliner' } }));
    await sign(api, open, 'Early');
    await api.settle();

    const links = [one.email, copy.email, email, decliner.email, early].map((to) => linkTo(api, to));
    const old = [...(await Promise.all(links)), gave];
    for (const months of [2, 4]) {
      await api.advance('P60D');
      for (const [at, link] of old.entries()) {
        const expired = await api.anyone.startSigningSession({ path: link });
        expect(expired.headers.get('x-error-code'), `${months} ${at}`).toBe('signing_link_expired');
        ok(await api.anyone.requestFreshLink({ path: link }));
      }
      await api.settle();
      const statuses: string[] = [];
      for (const to of [one.email, copy.email, email, decliner.email, early, giver.email]) {
        const fresh = await linkTo(api, to);
        const {
          access_token: signer,
          recipient: now,
          envelope,
        } = ok(await api.anyone.startSigningSession({ path: fresh }));
        statuses.push(now.status);
        if (envelope.id !== sealed.id || now.delegated_to) continue;
        expect(envelope.signed).toBe(true);
        for (const { id } of envelope.documents) {
          const file = await api
            .as({ signer })
            .getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
          expect([file.status, Buffer.from(file.bytes).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
        }
      }
      expect(statuses.slice(0, 5)).toEqual(['submitted', 'submitted', 'submitted', 'declined', 'submitted']);
    }
    await signInAgain();
  });

  it('is sent only a few times an hour; a refusal says when to try again', async () => {
    await using _clock = await api.freezeClock();
    const one = recipient('One', 1);
    await sendEnvelope(api, sender, [one]);
    const path = await linkTo(api, one.email);
    const statuses = [];
    for (let asked = 0; asked < 8; asked++) statuses.push((await api.anyone.requestFreshLink({ path })).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5);
    const last = await api.anyone.requestFreshLink({ path });
    expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});

describe('signing in person', () => {
  it('opens a session on the owner’s device, and records who hosted and how the envelope was opened', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const path = { envelope_id: envelope.id, role_name: 'One' };
    const hosted = ok(await api.as(sender).createInPersonLink({ path }));
    expect(hosted.access_key).toMatchObject({ type: 'in_person_link', role_name: 'One', envelope_id: envelope.id });
    const [, , envelope_id = '', role_name = '', key = ''] = new URL(hosted.link).pathname.split('/');
    const session = ok(await api.anyone.startSigningSession({ path: { envelope_id, role_name, key } }));
    const signer = { ...path, signer: session.access_token };
    await agree(api, signer);
    ok(await setField(api, signer, 'signature-One', await createSignature(api, signer)));
    expect(ok(await submit(api, signer)).key_used_to_conclude).toBe('in_person_link');
    const { events } = ok(await api.as(sender).getEnvelopeAudit({ path }));
    expect(events.find(({ event }: { event: string }) => event === 'owner:get_in_person_link').actor).toMatchObject({
      type: 'user',
      id: sender.profile_id,
      email: sender.email,
    });
  });

  it('is for the owner alone', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const stranger = await api.signUp();
    const answer = await api.as(stranger).createInPersonLink({ path: { envelope_id: envelope.id, role_name: 'One' } });
    expect(answer.status).toBe(404);
    expect(
      (await api.as(sender).createInPersonLink({ path: { envelope_id: envelope.id, role_name: 'Two' } })).status,
    ).toBe(404);
  });
});

describe('a recipient without an e-mail address', () => {
  it('is invited by SMS, with a link that opens the envelope', async () => {
    const phone = '+436641234567';
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1, { email: '', phone })]);
    await api.settle();
    const [message] = await api.messages(phone);
    expect(message?.channel).toBe('sms');
    const path = await linkTo(api, phone);
    expect(ok(await api.anyone.startSigningSession({ path })).envelope.id).toBe(envelope.id);
  });
});

describe('correcting a recipient', () => {
  const update = (envelope_id: string, role_name: string, body: unknown, person: { token: string } = sender) =>
    api.as(person).updateRecipient({ path: { envelope_id, role_name }, body });

  it('sends a mail to the new address at once, and drops the consent of the old one', async () => {
    const [one, other] = [recipient('One', 1), recipient('Other', 1)];
    const envelope = await sendEnvelope(api, sender, [one]);
    await agree(api, await openSession(api, envelope, 'One'));
    const changed = ok(await update(envelope.id, 'One', { email: other.email, first_name: 'Grace' }));
    expect(changed).toMatchObject({ email: other.email, first_name: 'Grace', status: 'invited', agreed: false });
    expect(await invitations(other.email)).toHaveLength(1);
  });

  it('removes the envelope from the lists of the person who was invited by mistake', async () => {
    const wrong = await api.signUp();
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1, { email: wrong.email })]);
    const shown = async (query: Record<string, string> = {}) =>
      (await api.as(wrong).getEnvelopes({ query })).body.envelopes.length;
    const inbox = async () => {
      await api.settle();
      return (await api.as(wrong).getEnvelopes({ query: { view: 'inbox' } })).body.count;
    };
    expect(await inbox()).toBe(1);
    ok(await update(envelope.id, 'One', { email: recipient('x', 1).email }));
    // The count follows; what the person may no longer see is gone at once.
    expect([await shown(), await shown({ view: 'inbox' })]).toEqual([0, 0]);
    expect(await inbox()).toBe(0);
    expect((await api.as(wrong).getEnvelope({ path: { envelope_id: envelope.id } })).status).toBe(404);
  });

  it('speaks the language that the sender gives a recipient, and takes no other than those of the pages', async () => {
    const [one, two] = [recipient('One', 1, { locale: 'de-AT' }), recipient('Two', 1)];
    const envelope = await sendEnvelope(api, sender, [one, two]);
    const subjectTo = async (email: string) => (await invitations(email))[0]?.subject;
    expect(await subjectTo(one.email)).toContain('bittet Sie');
    expect(await subjectTo(two.email)).toContain('asks you to sign');
    const session = await openSession(api, envelope, 'Two');
    expect((await openSession(api, envelope, 'One')).recipient.locale).toBe('de-AT');
    await agree(api, session);
    const changed = ok(await update(envelope.id, 'Two', { locale: 'ja' }));
    expect(changed).toMatchObject({ locale: 'ja', status: 'opened', agreed: true });
    ok(await update(envelope.id, 'Two', { action: 'remind' }));
    expect(await subjectTo(two.email)).toContain('リマインダー');
    // A record that a client sends back as it read it changes nothing.
    expect(ok(await update(envelope.id, 'Two', { ...changed, locale: null })).locale).toBe('ja');
    for (const locale of ['sv', 'xx-YY', 'de-'])
      expect([locale, codeOf(await update(envelope.id, 'Two', { locale }))]).toEqual([locale, [406, 'locale']]);
    const refused = await api.as(sender).createEnvelope({
      body: { name: 'X', documents: [{ name: 'a.pdf', data: pdf() }], recipients: [{ ...one, locale: 'sv' }] },
    });
    expect(codeOf(refused)).toEqual([406, 'recipients.0.locale']);
    expect((await openSession(api, envelope, 'Two')).recipient.locale).toBe('ja');
  });

  it('reminds only whose turn it is', async () => {
    const [one, two] = [recipient('One', 1), recipient('Two', 2)];
    const envelope = await sendEnvelope(api, sender, [one, two]);
    ok(await update(envelope.id, 'One', { action: 'remind' }));
    expect(await invitations(one.email)).toHaveLength(2);
    expect((await update(envelope.id, 'Two', { action: 'remind' })).status).toBe(400);
    const stranger = await api.signUp();
    expect((await update(envelope.id, 'One', { action: 'remind' }, stranger)).status).toBe(404);
  });

  it('changes nothing once the recipient has submitted', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 2)]);
    await sign(api, envelope, 'One');
    expect((await update(envelope.id, 'One', { email: recipient('x', 1).email })).status).toBe(400);
  });
});
