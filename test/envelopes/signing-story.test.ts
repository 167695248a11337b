import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree, linkTo } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import {
  ok,
  openSession,
  pdf,
  recipient,
  sendEnvelope,
  setField,
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

const statuses = (envelope: { recipients: { role_name: string; status: string }[] }) =>
  Object.fromEntries(envelope.recipients.map(({ role_name, status }) => [role_name, status]));

const current = async (id: string) => ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));

describe('two recipients in sequence', () => {
  it('are invited one after the other, and the envelope ends sealed and certified, with a mail to everybody', async () => {
    const [first, second, copied] = [
      recipient('First', 1),
      recipient('Second', 2),
      recipient('Copy', 3, { type: 'cc' }),
    ];
    const envelope = await sendEnvelope(api, sender, [first, second, copied]);
    expect(envelope).toMatchObject({ status: 'pending', signed: false });
    expect(statuses(envelope)).toEqual({ First: 'invited', Second: 'pending', Copy: 'pending' });
    await api.settle();
    expect(await api.messages(second.email)).toEqual([]);

    await sign(api, envelope, 'First', 'mail');
    expect(statuses(await current(envelope.id))).toEqual({ First: 'submitted', Second: 'invited', Copy: 'pending' });
    expect((await current(envelope.id)).status).toBe('in progress');

    await sign(api, envelope, 'Second', 'mail');
    await api.settle();
    const done = await current(envelope.id);
    expect(done).toMatchObject({ status: 'complete', signed: true });
    expect(done.documents.map(({ type, signed }: { type: string; signed: boolean }) => [type, signed])).toEqual([
      ['attachment', true],
      ['certificate', true],
    ]);
    for (const address of [sender.email, first.email, second.email, copied.email]) {
      const subjects = (await api.messages(address)).map(({ subject }) => subject);
      expect(subjects.filter((subject) => subject.includes('An envelope') && !subject.includes('asks'))).toHaveLength(
        1,
      );
    }
    for (const { id } of done.documents) {
      const { bytes, headers } = await api
        .as(sender)
        .getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
      expect(headers.get('content-type')).toBe('application/pdf');
      expectSealed(bytes);
    }
  });

  it('end with a mail to the recipient of a copy: its link opens the sealed documents', async () => {
    const copied = recipient('Copy', 2, { type: 'cc' });
    const envelope = await sendEnvelope(api, sender, [recipient('First', 1), copied]);
    await sign(api, envelope, 'First');
    const session = await openSession(api, envelope, 'Copy', 'mail');
    expect(session.envelope).toMatchObject({ status: 'complete', signed: true });
    const document_id = session.envelope.documents[0].id;
    expectSealed((await api.as(session).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } })).bytes);
  });

  it('seal two documents that are the same file', async () => {
    const documents = ['a.pdf', 'b.pdf'].map((name) => ({ name, data: pdf() }));
    const fields = [{ ...signatureField('First'), page: 0 }];
    const envelope = await sendEnvelope(api, sender, [recipient('First', 1)], { documents, fields });
    await sign(api, envelope, 'First');
    await api.settle();
    expect(await current(envelope.id)).toMatchObject({ status: 'complete', signed: true });
  });

  it('leave a history in the order of what happened', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('First', 1), recipient('Second', 2)]);
    await sign(api, envelope, 'First');
    await sign(api, envelope, 'Second');
    await api.settle();
    const { history_entries } = await current(envelope.id);
    expect(
      history_entries.map(({ event, role_name }: { event: string; role_name: string }) =>
        `${event} ${role_name}`.trim(),
      ),
    ).toEqual([
      'envelope:created',
      'recipient:invited First',
      'recipient:opened First',
      'recipient:agreed First',
      'recipient:signed First',
      'recipient:submitted First',
      'recipient:invited Second',
      'recipient:opened Second',
      'recipient:agreed Second',
      'recipient:signed Second',
      'recipient:submitted Second',
      'envelope:completed Second',
      'envelope:sealed',
    ]);
  });
});

describe('two recipients in parallel', () => {
  it('are invited together and may finish in any order', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 1)]);
    expect(statuses(envelope)).toEqual({ One: 'invited', Two: 'invited' });
    await sign(api, envelope, 'Two');
    expect((await current(envelope.id)).status).toBe('in progress');
    await sign(api, envelope, 'One');
    await api.settle();
    expect(await current(envelope.id)).toMatchObject({ status: 'complete', signed: true });
  });
});

describe('a signing session', () => {
  it('opens through the mailed link only, and the link of another recipient or an invented key opens nothing', async () => {
    const [one, two] = [recipient('One', 1), recipient('Two', 1)];
    const envelope = await sendEnvelope(api, sender, [one, two]);
    const path = await linkTo(api, one.email);
    expect(path.envelope_id).toBe(envelope.id);
    const wrong = [
      { ...path, role_name: 'Two' },
      { ...path, key: 'invented' },
      { ...path, envelope_id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f' },
    ];
    const answers = await Promise.all(wrong.map((one) => api.anyone.startSigningSession({ path: one })));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await current(envelope.id)).recipients[0].status).toBe('invited');
    const session = ok(await api.anyone.startSigningSession({ path }));
    expect(session.recipient).toMatchObject({ status: 'opened', email: one.email, auth_step: null });
    expect(session).toMatchObject({ signatures: [], initials: [], envelope: { id: envelope.id } });
  });

  it('still opens when the recipient has submitted or the envelope was canceled', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 1)]);
    await sign(api, envelope, 'One');
    expect((await openSession(api, envelope, 'One')).recipient.status).toBe('submitted');
    ok(await api.as(sender).cancelEnvelope({ path: { envelope_id: envelope.id }, body: { action: 'cancel' } }));
    expect((await openSession(api, envelope, 'Two')).recipient.status).toBe('canceled');
  });

  it('never shows in-app keys, which the creator alone sees', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
    expect(envelope.recipients[0]?.in_app_key).toMatch(/^[\w-]{43}$/);
    const session = await openSession(api, envelope, 'One');
    expect(JSON.stringify(session)).not.toContain('in_app_key');
  });

  it('expires: a field update is then answered with exactly "jwt expired"', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const session = await openSession(api, envelope, 'One');
    await agree(api, session);
    await api.advance('PT5H');
    const late = await setField(api, session, 'signature-One', null);
    expect([late.status, late.body]).toEqual([401, { status: 'ERROR', error: 'jwt expired' }]);
    sender = {
      ...sender,
      token: ok(
        await api.anyone.authenticate({
          body: { grant_type: 'password', username: sender.email, password: sender.password },
        }),
      ).access_token,
    };
  });
});

describe('acting', () => {
  it('needs the disclosures to be accepted, then all required fields, and names those that are missing', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const session = await openSession(api, envelope, 'One');
    expect((await setField(api, session, 'signature-One', null)).status).toBe(400);
    expect((await submit(api, session)).body.error).toMatch(/disclosures/);
    await agree(api, session);
    const early = await submit(api, session);
    expect([early.status, early.body.error]).toEqual([400, 'Required fields are not filled: signature-One.']);
    expect((await current(envelope.id)).recipients[0].status).toBe('opened');
  });

  it('is refused before it is the recipient’s turn, and to the session of another envelope', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 2)]);
    const early = await api.anyone.startSigningSession({
      path: { envelope_id: envelope.id, role_name: 'Two', key: envelope.recipients[1]?.in_app_key },
    });
    expect([early.status, early.body.error]).toEqual([400, "It is not this recipient's turn yet."]);
    const other = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const stranger = await openSession(api, other, 'One');
    const answer = await submit(api, { ...stranger, envelope_id: envelope.id });
    expect(answer.status).toBe(404);
  });

  it('ends with a decline: nobody else can act, and the sender is notified', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 1)]);
    const session = await openSession(api, envelope, 'One');
    ok(await api.as(session).declineRecipient({ path: { envelope_id: envelope.id, role_name: 'One' } }));
    expect(await current(envelope.id)).toMatchObject({
      status: 'declined',
      recipients: [{ status: 'declined' }, { status: 'canceled' }],
    });
    await api.settle();
    expect((await api.messages(sender.email))[0]?.subject).toMatch(/“One Person” declined/);
  });

  it('costs few calls: a session’s field update two, its first signature three, a submit two, a read one', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
    await sign(api, envelope, 'One');
    expect(callsOf('updateRecipientField').map(({ command }) => command)).toEqual(['BatchGet', 'Put', 'TransactWrite']);
    expect(callsOf('submitRecipient').map(({ command }) => command)).toEqual(['Query', 'TransactWrite']);
    await current(envelope.id);
    expect(callsOf('getEnvelope').map(({ command }) => command)).toEqual(['Query']);
  });
});

describe('the audit trail', () => {
  it('is readable by everyone who may see the envelope, and says what was sealed', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], { fields: [signatureField('One')] });
    await sign(api, envelope, 'One');
    await api.settle();
    const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    expect(audit).toMatchObject({ intact: true, count: audit.events.length, head: audit.events.at(-1).hash });
    const sealed = audit.documents.map(({ sealed_sha256 }) => sealed_sha256);
    expect(audit.events.at(-1).data).toMatchObject({ documents: sealed.map((sealed_sha256) => ({ sealed_sha256 })) });
    const { sha256 } = await import('../../lib/base/ids.ts');
    for (const { id, sealed_sha256 } of audit.documents) {
      const { bytes } = await api
        .as(sender)
        .getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
      expect(sha256(bytes)).toBe(sealed_sha256);
    }
  });

  it('names a document of record with which every sealed file begins, equal to the sent file if nothing had to change', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], { fields: [signatureField('One')] });
    await sign(api, envelope, 'One');
    await api.settle();
    const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    const { sha256 } = await import('../../lib/base/ids.ts');
    for (const document of audit.documents) {
      const { bytes } = await api
        .as(sender)
        .getEnvelopeDocument({ path: { document_id: document.id }, query: { type: 'file' } });
      expect(sha256(bytes.slice(0, document.size))).toBe(document.sha256);
      expect(document).toMatchObject({ sent_sha256: document.sha256, sent_size: document.size, rewritten: [] });
    }
    const [created] = audit.events;
    expect(created.data).toMatchObject({ documents: [{ sha256: audit.documents[0].sha256, rewritten: [] }] });
  });
});
