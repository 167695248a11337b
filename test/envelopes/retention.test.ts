import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkTo } from '../../infra/local/story/signing.ts';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { listFiles } from '../../lib/aws/files/file-store.ts';
import { DAY } from '../../lib/base/clock.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { deleteEnvelopeStep } from '../../lib/offboarding/envelope-deletion-steps.ts';
import { deleteAt, retentionStep } from '../../lib/signing/envelopes/rules/retention.ts';
import { collection, getItem } from '../../lib/storage/engine/client.ts';
import { documentPointerKey, envelopeKey, jobKey } from '../../lib/storage/engine/keys.ts';
import { type JobItem, newJob } from '../../lib/storage/jobs/record.ts';
import { inboxOf } from '../../lib/storage/notifications.ts';
import { type Answered, type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { type Envelope, ok, openSession, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api?.stop());

const signInAgain = async (person: Person): Promise<Person> => {
  const body = { grant_type: 'password', username: person.email, password: person.password };
  return { ...person, token: ok(await api.anyone.authenticate({ body })).access_token };
};
const read = ({ id }: Pick<Envelope, 'id'>) => api.as(sender).getEnvelope({ path: { envelope_id: id } });
const change = ({ id }: Pick<Envelope, 'id'>, body: Record<string, unknown>) =>
  api.as(sender).updateEnvelope({ path: { envelope_id: id }, body });
const mailsAbout = async (email: string, words: string) =>
  (await api.messages(email)).filter(({ subject }) => subject.includes(words));
const refusalOf = ({ status, body }: Answered) => [status, String(body.error).split(':')[0]];
const after = async (duration: string) => {
  ok(await api.advance(duration));
  await api.settle();
  sender = await signInAgain(sender);
};

describe('the time for which an envelope is kept', () => {
  test('is the organization’s unless the envelope states another, can be changed, and is a day to a hundred years', async () => {
    const path = { organization_id: sender.organization_id };
    const organization = (retention_days: unknown) =>
      api.as(sender).updateOrganization({ path, body: { retention_days } });
    for (const wrong of [0, 36_501, 1.5, '30', -1]) {
      expect(refusalOf(await organization(wrong))).toEqual([406, 'retention_days']);
    }
    expect(ok(await organization(400))).toMatchObject({ retention_days: 400 });
    const [usual, forGood, own] = [
      await sendEnvelope(api, sender, [recipient('One', 1)]),
      await sendEnvelope(api, sender, [recipient('One', 1)], { retention_days: null }),
      await sendEnvelope(api, sender, [recipient('One', 1)], { retention_days: 30 }),
    ];
    expect([usual, forGood, own].map(({ retention_days }) => retention_days)).toEqual([400, null, 30]);
    expect(ok(await organization(null))).toMatchObject({ retention_days: null });
    expect(ok(await read(usual))).toMatchObject({ retention_days: 400, delete_at: null });
    for (const wrong of [0, 36_501]) {
      expect(refusalOf(await change(own, { retention_days: wrong }))).toEqual([406, 'retention_days']);
    }
    expect(ok(await read(own))).toMatchObject({ retention_days: 30 });
    // Ended envelopes, too, can be kept longer or for good; what is echoed back changes nothing.
    const body = { action: 'cancel' };
    const canceled = ok(await api.as(sender).cancelEnvelope({ path: { envelope_id: own.id }, body }));
    const planned = new Date(Date.parse(canceled.canceled_at) + 30 * DAY).toISOString();
    expect(canceled.delete_at).toBe(planned);
    const before = canceled.history_entries.length;
    expect(ok(await change(own, { retention_days: 30 })).history_entries).toHaveLength(before);
    expect(ok(await change(own, { retention_days: null }))).toMatchObject({ retention_days: null, delete_at: null });
    const longer = new Date(Date.parse(canceled.canceled_at) + 60 * DAY).toISOString();
    expect(ok(await change(own, { retention_days: 60 })).delete_at).toBe(longer);
  });

  test('ends no sooner than the whole notice after it was announced, however late that was', () => {
    const ended = { status: 'declined', signed: false, ended_at: '2026-01-01T00:00:00.000Z' } as const;
    expect(retentionStep({ ...ended, retention_days: 30 })).toEqual({
      step: 'announce',
      at: '2026-01-17T00:00:00.000Z',
    });
    expect(retentionStep({ ...ended, retention_days: 3 })).toEqual({ step: 'announce', at: ended.ended_at });
    const late = { ...ended, retention_days: 30, deletion_announced_at: '2026-06-01T00:00:00.000Z' };
    expect([deleteAt(late), retentionStep(late)?.step]).toEqual(['2026-06-15T00:00:00.000Z', 'delete']);
    expect(retentionStep({ ...ended, retention_days: null })).toBeNull();
    expect(retentionStep({ ...ended, status: 'complete', retention_days: 30 })).toBeNull();
    const lost = { ...late, deletion_started_at: '2026-06-15T00:00:00.000Z' };
    expect(retentionStep(lost)).toEqual({ step: 'delete', at: '2026-06-15T01:00:00.000Z' });
  });
});

test('at its end the parties are mailed, and two weeks later nothing is left but hashes: a kept file still proves itself', async () => {
  const guest = await api.signUp();
  const people = [
    recipient('One', 1, { email: guest.email }),
    recipient('Copy', 2, { type: 'cc' }),
    recipient('Unasked', 1, { type: 'cc' }),
  ];
  const envelope = await sendEnvelope(api, sender, people, { name: 'Secret plan', retention_days: 20 });
  await sign(api, envelope, 'One');
  await api.settle();
  const { documents, delete_at } = ok(await read(envelope));
  expect(Date.parse(delete_at)).toBeGreaterThan(Date.now() + 19 * DAY);
  const files = new Map<string, Uint8Array>();
  for (const { id, type } of documents) {
    const { bytes } = await api.as(sender).getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
    files.set(type, bytes);
  }
  const listed = async () => (await api.as(sender).getEnvelopes({ query: { q: 'Secret' } })).body.count;
  expect(await listed()).toBe(1);
  const link = await linkTo(api, people[1]?.email ?? '');

  await after('P7D');
  const announced = 'Secret plan” will be deleted on';
  for (const email of [sender.email, ...people.map((one) => one.email)]) {
    expect(await mailsAbout(email, announced), email).toHaveLength(1);
  }
  expect(ok(await read(envelope)).history_entries.at(-1)).toMatchObject({ event: 'envelope:deletion_announced' });
  // Taken back, it is announced anew for the new time.
  ok(await change(envelope, { retention_days: 60 }));
  await after('P13D');
  expect(ok(await read(envelope)).status).toBe('complete');
  ok(await change(envelope, { retention_days: 35, retention_reason: 'Article 17 GDPR: erasure asked for' }));
  await after('PT5M');
  expect(await mailsAbout(guest.email, announced)).toHaveLength(2);
  await after('P14D');
  expect(ok(await read(envelope)).status).toBe('complete');

  const head = ok(await read(envelope)).history_entries.length;
  expect(await inboxOf(guest.user_id)).not.toHaveLength(0);
  await after('P1D');
  await after('PT1H');
  expect((await read(envelope)).status).toBe(404);
  expect((await api.anyone.startSigningSession({ path: link })).status).toBe(404);
  expect(await collection(envelopeKey(envelope.id).pk)).toEqual([]);
  expect(await listFiles(fileKeys.envelope(sender.organization_id, envelope.id))).toEqual([]);
  expect(await getItem(jobKey(envelope.id))).toBeUndefined();
  for (const { id } of documents) expect(await getItem(documentPointerKey(id))).toBeUndefined();
  expect(await inboxOf(guest.user_id)).toEqual([]);
  expect(await listed()).toBe(0);
  for (const bytes of files.values()) {
    const body = { data: Buffer.from(bytes).toString('base64') };
    const { verdict, summary, deleted, document, log } = ok(await api.anyone.verifyDocument({ body }));
    expect([verdict, document, log?.state]).toEqual(['intact', null, 'included']);
    expect(summary).toContain('deleted');
    expect(deleted).toMatchObject({ reason: 'retention', envelope_id: envelope.id, event_count: head });
    expect(JSON.stringify(deleted)).not.toMatch(/Secret|@|contract/);
    const proof = ok(await api.anyone.getLogProof({ query: { sha256: deleted.chain_head } }));
    expect(proof.kind).toBe('tombstone');
    // The log says it to those, too, who have nothing but the file.
    const ofFile = ok(await api.anyone.getLogProof({ query: { sha256: sha256(bytes) } }));
    expect([ofFile.kind, ofFile.deleted?.kind]).toEqual(['file', 'deleted']);
  }
});

describe('the time for which a completed envelope is kept', () => {
  const completed = async (people: ReturnType<typeof recipient>[], retention_days: number | null) => {
    const envelope = await sendEnvelope(api, sender, people, { name: 'Kept deed', retention_days });
    await sign(api, envelope, 'One');
    await api.settle();
    return envelope;
  };
  const retention_reason = 'Article 17 GDPR: Ann asked for erasure';
  const announced = 'Kept deed” will be deleted on';

  test('is cut only with a reason, which stands in the chain, and the parties are mailed at once', async () => {
    const [one, copy] = [recipient('One', 1), recipient('Copy', 2, { type: 'cc' })];
    const envelope = await completed([one, copy], 3650);
    const before = ok(await read(envelope));
    for (const retention_days of [3649, 30, 1]) {
      expect(refusalOf(await change(envelope, { retention_days }))[0]).toBe(400);
      expect((await change(envelope, { retention_days })).headers.get('x-error-code')).toBe('retention_reason_missing');
    }
    for (const wrong of [
      '',
      'too short',
      ' padding   ',
      'x'.repeat(501),
      `Two lines\nof reasons`,
      `Escaped \u001b[31m reason`,
      12,
    ]) {
      const answer = await change(envelope, { retention_days: 30, retention_reason: wrong });
      expect([answer.status, answer.headers.get('x-error-code')], String(wrong)).toEqual(
        wrong === '' ? [400, 'retention_reason_missing'] : [406, 'invalid'],
      );
    }
    // The time for which the parties can still fetch it is two weeks at least.
    for (const retention_days of [1, 14]) {
      expect(refusalOf(await change(envelope, { retention_days, retention_reason }))).toEqual([406, 'retention_days']);
    }
    // The same value, echoed with a reason or without, changes nothing.
    for (const echo of [{}, { retention_reason }]) {
      expect(ok(await change(envelope, { retention_days: before.retention_days, ...echo }))).toEqual(before);
    }
    expect(ok(await read(envelope))).toEqual(before);

    const cut = ok(await change(envelope, { retention_days: 15, retention_reason }));
    expect(cut.history_entries.slice(before.history_entries.length)).toMatchObject([
      { event: 'envelope:updated', event_detail: retention_reason },
      { event: 'envelope:deletion_announced' },
    ]);
    const { events } = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    expect(events.slice(-2).map(({ event, data }: { event: string; data: unknown }) => ({ event, data }))).toEqual([
      { event: 'envelope:updated', data: { changed: ['retention_days'], reason: retention_reason } },
      { event: 'envelope:deletion_announced', data: { delete_at: cut.delete_at } },
    ]);
    await api.settle();
    for (const { email } of [sender, one, copy])
      expect(await mailsAbout(String(email), announced), email).toHaveLength(1);
  });

  test('that was for good is cut with a reason alone, and is made longer without one', async () => {
    const envelope = await completed([recipient('One', 1)], null);
    expect((await change(envelope, { retention_days: 36_500 })).headers.get('x-error-code')).toBe(
      'retention_reason_missing',
    );
    expect(ok(await change(envelope, { retention_days: 400, retention_reason }))).toMatchObject({
      retention_days: 400,
    });
    expect(ok(await change(envelope, { retention_days: 500 })).history_entries.at(-1)).toMatchObject({
      event: 'envelope:updated',
      event_detail: '',
    });
    expect(ok(await change(envelope, { retention_days: null }))).toMatchObject({
      retention_days: null,
      delete_at: null,
    });
  });

  test('is cut by nobody without org:update, by nobody else than the sender, and not before it is sealed', async () => {
    const colleague = await memberOf(api, sender, 'member');
    const envelope = await sendEnvelope(api, colleague, [recipient('One', 1)], {
      name: 'Kept deed',
      retention_days: 400,
    });
    await sign(api, envelope, 'One');
    const path = { envelope_id: envelope.id };
    const body = { retention_days: 30, retention_reason };
    expect((await api.as(colleague).updateEnvelope({ path, body })).headers.get('x-error-code')).toBe('forbidden');
    expect((await api.as(sender).updateEnvelope({ path, body })).status).toBe(404);
    expect(ok(await api.as(colleague).updateEnvelope({ path, body: { retention_days: 401 } })).retention_days).toBe(
      401,
    );
    const own = await sendEnvelope(api, sender, [recipient('One', 1)], { name: 'Kept deed', retention_days: 400 });
    await sign(api, own, 'One');
    expect((await change(own, body)).headers.get('x-error-code')).toBe('not_sealed');
    await api.settle();
    expect(ok(await change(own, body))).toMatchObject({ retention_days: 30 });
  });
});

test('a deletion that dies after any of its steps, or takes each twice, goes on to the end', async () => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], { retention_days: 20 });
  const session = await openSession(api, envelope, 'One');
  const path = { envelope_id: envelope.id, role_name: 'One' };
  ok(await api.as(session).declineRecipient({ path }));
  await api.settle();
  let job: JobItem = newJob('delete_envelope', sender.organization_id, { envelope_id: envelope.id }, envelope.id);
  for (;;) {
    const [first, second] = [await deleteEnvelopeStep(job), await deleteEnvelopeStep(job)];
    if (second === null) break;
    job = { ...job, progress: second };
    expect(first).not.toBeNull();
  }
  await api.settle();
  expect(await collection(envelopeKey(envelope.id).pk)).toEqual([]);
  expect(await listFiles(fileKeys.envelope(sender.organization_id, envelope.id))).toEqual([]);
  expect((await read(envelope)).status).toBe(404);
});
