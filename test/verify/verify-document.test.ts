import { createHash, type X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFingerprint } from '../../lib/keys/fingerprint.ts';
import { sealCertificates } from '../../lib/keys/seal-signer.ts';
import { sealPdf } from '../../lib/pdf/seal.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { type Envelope, ok, recipient, sendEnvelope, sign } from '../envelopes/story.ts';
import { LETTER, pagesOf, withTable, withUpdate } from '../pdf/make-pdf.ts';
import { useSealKey } from '../pdf/tools.ts';
import { file } from '../templates/material.ts';

let api: Api;
let owner: Person;
let envelope: Envelope;
let files: { name: string; type: string; bytes: Uint8Array }[];
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
  const sent = await sendEnvelope(api, owner, [recipient('Tenant', 1)]);
  await sign(api, sent, 'Tenant');
  await api.settle();
  envelope = ok(await api.as(owner).getEnvelope({ path: { envelope_id: sent.id } }));
  files = await Promise.all(
    (envelope.documents as unknown as { id: string; name: string; type: string }[]).map(async ({ id, name, type }) => {
      const { bytes } = await api.as(owner).getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
      return { name, type, bytes };
    }),
  );
});
afterAll(() => api.stop());

const verify = (bytes: Uint8Array, headers: Record<string, string> = {}) =>
  api.anyone.verifyDocument({ body: { data: Buffer.from(bytes).toString('base64') }, headers });

describe('verifyDocument', () => {
  test('knows what was sealed here, as a form and as JSON, and tells where the trail stands', async () => {
    expect(files.map(({ type }) => type)).toEqual(['attachment', 'certificate']);
    const { body: audit } = await api.as(owner).getEnvelopeAudit({ path: { envelope_id: envelope.id } });
    for (const { name, bytes } of files) {
      const form = new FormData();
      form.append('file', file(bytes, 'any name.pdf'));
      const { status, body } = await api.anyone.verifyDocument({ form });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        verdict: 'intact',
        ours: true,
        unchanged: true,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        seal: { valid: true, fits: true, covers_whole_file: true, level: 'B-B', timestamp: null },
      });
      expect(body.document).toEqual({
        name,
        completed_at: expect.any(String),
        chain_head: audit.head,
        event_count: audit.events.length,
      });
      expect((await verify(bytes)).body).toEqual(body);
      expect(JSON.stringify(body)).not.toContain(envelope.id);
    }
  });

  test('sees a change, and tells nothing of the document then', async () => {
    const [{ bytes } = { bytes: new Uint8Array() }] = files;
    const added = withUpdate(bytes, { 90: '<< >>' });
    const changed = Uint8Array.from(bytes);
    const at = Buffer.from(bytes).indexOf('/MediaBox [') + 11;
    changed[at] = (changed[at] ?? 0) ^ 1;
    for (const other of [added, changed]) {
      const { body } = await verify(other);
      expect(body).toMatchObject({ verdict: 'changed', ours: true, unchanged: false, document: null });
    }
  });

  test('tells a seal of another key from its own, whatever its certificate says', async () => {
    const [key, certificate] = [process.env.SEAL_KEY, process.env.SEAL_CERTIFICATE];
    const forget = await useSealKey();
    const { bytes } = await sealPdf(withTable(pagesOf(LETTER)), { reason: 'x', signingTime: new Date() });
    forget();
    process.env.SEAL_KEY = key;
    process.env.SEAL_CERTIFICATE = certificate;
    const { body } = await verify(bytes);
    expect(body).toMatchObject({ verdict: 'foreign', ours: false, unchanged: true, document: null });
    expect(body.seal.certificate.subject).toContain('Countersign test seal');
  });

  test('knows the seals of the key that sealed before the present one', async () => {
    const [key, certificate] = [process.env.SEAL_KEY, process.env.SEAL_CERTIFICATE];
    const forget = await useSealKey();
    const { bytes } = await sealPdf(withTable(pagesOf(LETTER)), { reason: 'x', signingTime: new Date() });
    const [former] = await sealCertificates();
    forget();
    process.env.SEAL_KEY = key;
    process.env.SEAL_CERTIFICATE = certificate;
    process.env.FORMER_SEAL_KEYS = `${'0'.repeat(64)},${keyFingerprint((former as X509Certificate).publicKey)}`;
    const { body } = await verify(bytes);
    delete process.env.FORMER_SEAL_KEYS;
    expect(body).toMatchObject({ verdict: 'intact', ours: true });
  });

  test('finds no seal where there is none', async () => {
    const { body } = await verify(withTable(pagesOf(LETTER)));
    expect(body).toMatchObject({ verdict: 'unsealed', ours: false, unchanged: null, seal: null, document: null });
  });

  test.each([
    [{}, /file/],
    [{ data: 'AAAA' }, /no PDF/],
    [{ data: '*' }, /base64/],
  ])('refuses %j', async (body, message) => {
    const answer = await api.anyone.verifyDocument({ body });
    expect([answer.status, answer.body.error]).toEqual([406, expect.stringMatching(message)]);
  });

  test('slows down who asks too often', async () => {
    const answers = [];
    for (let count = 0; count < 60; count++)
      answers.push(await api.anyone.verifyDocument({ body: { data: 'JVBERi0=' } }));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    await api.advance('PT11M');
    expect((await api.anyone.verifyDocument({ body: { data: 'JVBERi0=' } })).status).toBe(200);
  });
});
