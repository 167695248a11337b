import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as sealWorker } from '../../functions/workers/seal-envelope.ts';
import { putFile } from '../../lib/aws/files/file-store.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { forgetRests } from '../../lib/pdf/trust/authority.ts';
import { forgetAnswers } from '../../lib/pdf/trust/network.ts';
import { getItem, type Item } from '../../lib/storage/engine/client.ts';
import { envelopeKey } from '../../lib/storage/engine/keys.ts';
import { findDocuments } from '../../lib/storage/envelopes/read.ts';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { expectUnbroken } from '../resilience/chain.ts';
import { type Envelope, ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { startPki, type TestPki } from '../trust/test-pki.ts';

let api: Api;
let sender: Person;
let pki: TestPki;
let selfSigned: string | undefined;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  pki = await startPki();
  selfSigned = process.env.SEAL_CERTIFICATE;
  process.env.SEAL_CERTIFICATE = await pki.sealCertificate();
  process.env.TSA_URLS = pki.tsa;
});
afterAll(async () => {
  process.env.SEAL_CERTIFICATE = selfSigned;
  delete process.env.TSA_URLS;
  pki?.stop();
  await api?.stop();
});

/** The sender, signed in anew: time passes in these tests. */
const signedIn = async (): Promise<Person> => {
  const body = { grant_type: 'password', username: sender.email, password: sender.password };
  return {
    ...sender,
    token: (await api.request<Read<'authenticate'>>('POST', '/v2/oauth2/token', {}, { body })).body.access_token,
  };
};

const auditOf = async ({ id }: Pick<Envelope, 'id'>) => {
  const audit = ok(await api.as(await signedIn()).getEnvelopeAudit({ path: { envelope_id: id } }));
  expectUnbroken(audit);
  return audit;
};

const fileOf = async (document_id: string): Promise<Uint8Array> => {
  const as = api.as(await signedIn());
  return Buffer.from((await as.getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } })).bytes);
};

const verify = async (bytes: Uint8Array) =>
  ok(await api.anyone.verifyDocument({ body: { data: Buffer.from(bytes).toString('base64') } }));

const header = async ({ id }: Pick<Envelope, 'id'>) => (await getItem<Item>(envelopeKey(id))) as Item;

/** Delivers the envelope's message of the queue. */
const deliver = ({ id }: Pick<Envelope, 'id'>) =>
  sealWorker({ Records: [{ messageId: id, body: JSON.stringify({ envelope_id: id }) }] } as SQSEvent);

const sealedEnvelope = async (): Promise<Envelope> => {
  const envelope = await sendEnvelope(api, await signedIn(), [recipient('One', 1)]);
  await sign(api, envelope, 'One');
  await api.settle();
  return envelope;
};

const eventsNamed = ({ events }: Read<'getEnvelopeAudit'>, name: string) =>
  events.filter(({ event }) => event === name);

describe('a seal', () => {
  test('that no authority timed is made nevertheless, raised to B-LTA later, and renewed before its time-stamp ends', async () => {
    await pki.renewAuthorities({ days: 2 });
    pki.faults.set('/tsa', 503);
    const envelope = await sealedEnvelope();
    const first = await auditOf(envelope);
    for (const document of first.documents) {
      expect(document).toMatchObject({ seal_level: 'B-B', seal_reason: 'no_answer', renewals: [] });
      expect(document.seal_detail).toContain('status 503');
    }
    const files = new Map<string, Uint8Array>();
    for (const { id, sealed_sha256, sealed_size } of first.documents) {
      const bytes = await fileOf(id);
      files.set(id, bytes);
      expect([sha256(bytes), bytes.length]).toEqual([sealed_sha256, sealed_size]);
    }

    pki.faults.clear();
    for (const [time, count] of [
      ['PT2H', 1],
      ['P1DT1H', 2],
    ] as const) {
      forgetRests();
      forgetAnswers();
      await api.advance(time);
      await api.settle();
      const audit = await auditOf(envelope);
      const renewed = eventsNamed(audit, 'envelope:seal_renewed');
      expect(renewed).toHaveLength(count);
      expect(eventsNamed(audit, 'envelope:sealed')).toHaveLength(1);
      for (const { id, sealed_sha256, sealed_size, seal_level, seal_reason, renewals } of audit.documents) {
        const [before, bytes] = [files.get(id) as Uint8Array, await fileOf(id)];
        files.set(id, bytes);
        expect([seal_level, seal_reason, renewals.length]).toEqual(['B-LTA', null, count]);
        // Both what was sealed first and the file before are the beginning of the new one.
        expect(sha256(bytes.subarray(0, sealed_size))).toBe(sealed_sha256);
        expect(Buffer.compare(bytes.subarray(0, before.length), before)).toBe(0);
        expect(renewals.at(-1)).toMatchObject({ sha256: sha256(bytes), size: bytes.length, level: 'B-LTA' });
        const data = (renewed.at(-1).data.documents as { id: string }[]).find((one) => one.id === id);
        expect(data).toMatchObject({
          sealed_sha256,
          previous_sha256: sha256(before),
          previous_size: before.length,
          sha256: sha256(bytes),
          size: bytes.length,
        });
        const answer = await verify(bytes);
        expect(answer).toMatchObject({
          verdict: 'intact',
          seal: { level: 'B-LTA', covers_whole_file: true, timestamp: null },
          document: { document_id: id, sealed_sha256, sealed_size },
        });
        expect(answer.seal.archive_timestamps).toHaveLength(count + 1);
        expect(await verify(before)).toMatchObject({ verdict: 'intact', document: { document_id: id } });
      }
    }
  });

  test('that has two renewals at once gets one, and one that was changed in the bucket gets none', async () => {
    await pki.renewAuthorities({ days: 2 });
    const [envelope, broken] = [await sealedEnvelope(), await sealedEnvelope()];
    expect((await auditOf(envelope)).documents.map(({ seal_level }) => seal_level)).toEqual(['B-LTA', 'B-LTA']);
    const [{ sealed_file } = expect.fail()] = await findDocuments(broken.id);
    await putFile(sealed_file ?? '', Buffer.from('another file'), 'application/pdf');
    await deliver(envelope);
    expect(eventsNamed(await auditOf(envelope), 'envelope:seal_renewed')).toHaveLength(0);

    await using _clock = await api.freezeClock();
    await api.advance('P1DT1H');
    await Promise.all([deliver(envelope), deliver(envelope)]);
    expect(eventsNamed(await auditOf(envelope), 'envelope:seal_renewed')).toHaveLength(1);
    expect(String((await header(envelope)).gsi1sk) > new Date().toISOString()).toBe(true);

    await api.settle();
    const events = eventsNamed(await auditOf(broken), 'envelope:seal_renewed');
    // The certificate of completion is renewed, the changed document is tried again later.
    expect(events).toHaveLength(1);
    expect(events[0]?.data).toMatchObject({ documents: [{ seal_level: 'B-LTA' }] });
    const [document] = await findDocuments(broken.id);
    expect(document).toMatchObject({ sealed_file, seal_renew_failures: 1 });
  });
});
