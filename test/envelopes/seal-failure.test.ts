import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as sealWorker } from '../../functions/workers/seal-envelope.ts';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { listFiles, putFile } from '../../lib/aws/files/file-store.ts';
import { newId } from '../../lib/base/ids.ts';
import { readWholeEnvelope } from '../../lib/signing/envelopes/reading/read-envelope.ts';
import { removeLeftovers } from '../../lib/signing/envelopes/sealing/seal.ts';
import { findDocuments } from '../../lib/storage/envelopes/read.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { type Envelope, ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { swapFile } from '../stories/swap-file.ts';
import { type Receiver, startReceiver } from '../webhooks-api/receiver.ts';

let api: Api;
let sender: Person;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  receiver = await startReceiver();
  const events = { envelope_updated: true };
  ok(await api.as(sender).setWebhooks({ body: { url: receiver.url, active: true, events } }));
});
afterAll(async () => {
  await receiver?.stop();
  await api?.stop();
});

const read = async ({ id }: Pick<Envelope, 'id'>) =>
  ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));
const act = (person: Person, { id }: Pick<Envelope, 'id'>, action: string) =>
  api.as(person).cancelEnvelope({ path: { envelope_id: id }, body: { action } });
const failures = ({ history_entries }: { history_entries: { event: string; event_detail: string }[] }): string[] =>
  history_entries.filter(({ event }) => event === 'envelope:seal_failed').map(({ event_detail }) => event_detail);

/** Delivers the envelope's message of the queue once more. */
const deliver = ({ id }: Pick<Envelope, 'id'>) =>
  sealWorker({
    Records: [{ messageId: id, body: JSON.stringify({ envelope_id: id }) }],
  } as SQSEvent);

describe('a sealing that can’t succeed', () => {
  test('is reported at once and only once, and succeeds when the owner asks again after its cause is gone', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const undo = await swapFile(envelope);
    await sign(api, envelope, 'One');
    await api.settle();
    const reason = 'The stored file of contract.pdf is not the one that was sent.';
    const failed = await read(envelope);
    expect(failed).toMatchObject({ status: 'complete', signed: false, seal_error: reason });
    expect(failures(failed)).toEqual([reason]);
    expect(receiver.received.at(-1)?.body).toMatchObject({
      type: 'envelope_updated',
      data: { event: 'envelope:seal_failed', event_detail: reason, envelope_id: envelope.id },
    });

    const [mail] = await api.messages(sender.email);
    expect(mail?.subject).toBe('“An envelope” could not be sealed yet');
    expect(mail?.text).toContain('is not the one that was sent.');
    expect(mail?.links.some((link) => link.endsWith(`/envelopes/${envelope.id}`))).toBe(true);

    expect(ok(await act(sender, envelope, 'seal')).seal_error).toBeNull();
    await api.settle();
    expect(await read(envelope)).toMatchObject({ signed: false, seal_error: reason });

    await undo();
    ok(await act(sender, envelope, 'seal'));
    await api.settle();
    expect(await read(envelope)).toMatchObject({ signed: true, seal_error: null });
  });
});

test('files that interrupted and simultaneous sealings leave are deleted, and none that the envelope refers to', async () => {
  const [envelope, other] = [
    await sendEnvelope(api, sender, [recipient('One', 1)]),
    await sendEnvelope(api, sender, [recipient('One', 1)]),
  ];
  const undo = await swapFile(envelope);
  await sign(api, envelope, 'One');
  await api.settle();
  // Attempts that were killed after they had stored a sealed document and a certificate.
  const { organization_id } = sender;
  const ids = [envelope.documents[0]?.id ?? '', newId()];
  const left = ids.map((id, at) => fileKeys.sealedDocument(organization_id, envelope.id, id, `${at}`.repeat(64)));
  const ofOther = fileKeys.sealedDocument(organization_id, other.id, newId(), 'f'.repeat(64));
  for (const key of [...left, ofOther]) await putFile(key, Buffer.from('%PDF-1.7'), 'application/pdf');
  await undo();
  await Promise.all([deliver(envelope), deliver(envelope), deliver(envelope)]);
  await deliver(envelope);
  const documents = await findDocuments(envelope.id);
  const stored = await listFiles(fileKeys.envelope(organization_id, envelope.id));
  const sealed = stored.filter((key) => key.includes('/sealed-'));
  expect(sealed.sort()).toEqual(documents.map(({ sealed_file }) => sealed_file).sort());
  expect(sealed).toHaveLength(2);
  expect(await listFiles(fileKeys.envelope(organization_id, other.id))).toContain(ofOther);
  for (const { id } of documents) {
    const answer = await api.as(sender).getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
    expect(answer.status).toBe(200);
  }

  // A renewal stores another file before the document refers to it, and the one before it stays.
  const state = await readWholeEnvelope(envelope.id);
  const renewed = fileKeys.sealedDocument(organization_id, envelope.id, ids[0] ?? '', 'a'.repeat(64));
  await putFile(renewed, Buffer.from('%PDF-1.7'), 'application/pdf');
  const withFirst = (more: object) => ({
    ...state,
    documents: state.documents.map((one) => (one.id === ids[0] ? { ...one, ...more } : one)),
  });
  const remaining = async () => (await listFiles(fileKeys.envelope(organization_id, envelope.id))).includes(renewed);
  await removeLeftovers(withFirst({ seal_renew_at: '2020-01-01T00:00:00.000Z' }));
  expect(await remaining()).toBe(true);
  await removeLeftovers(withFirst({ seal_renew_at: null, renewals: [{ sha256: 'a'.repeat(64) }] }));
  expect(await remaining()).toBe(true);
  await removeLeftovers(withFirst({ seal_renew_at: null }));
  expect(await remaining()).toBe(false);
});

test('a sealing with a passing fault is reported after five failures', async () => {
  const certificate = process.env.SEAL_CERTIFICATE;
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
  process.env.SEAL_CERTIFICATE = 'none';
  try {
    await sign(api, envelope, 'One');
    await api.settle();
    expect(await read(envelope)).toMatchObject({ status: 'complete', seal_error: null });
    for (let attempt = 2; attempt <= 6; attempt += 1) await deliver(envelope);
    const failed = await read(envelope);
    expect(failed.seal_error).toBe('The documents could not be sealed. Countersign keeps trying.');
    expect(failures(failed)).toHaveLength(1);
  } finally {
    process.env.SEAL_CERTIFICATE = certificate;
  }
});

test('only the owner of a complete envelope that isn’t sealed can have it sealed', async () => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
  const code = async (person: Person) => (await act(person, envelope, 'seal')).headers.get('x-error-code');
  expect(await code(sender)).toBe('not_complete');
  expect(await code(await api.signUp())).toBe('envelope_not_found');
  await sign(api, envelope, 'One');
  await api.settle();
  expect(await code(sender)).toBe('sealed_already');
  expect((await act(sender, envelope, 'stamp')).body.error).toContain('action');
});

test('a failed sealing is retried automatically, after longer and longer pauses', async () => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
  const undo = await swapFile(envelope);
  await sign(api, envelope, 'One');
  await api.settle();
  await api.advance('PT16M');
  await api.settle();
  const failed = await read(envelope);
  expect(failures(failed)).toHaveLength(1);
  await undo();
  await api.advance('PT31M');
  await api.settle();
  expect(await read(envelope)).toMatchObject({ signed: true, seal_error: null });
});
