import { createHash, type X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFingerprint } from '../../lib/aws/keys/fingerprint.ts';
import { sealCertificates } from '../../lib/aws/keys/seal-signer.ts';
import { readSignatures } from '../../lib/pdf/seal/read-signatures.ts';
import { sealPdf } from '../../lib/pdf/seal/seal.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { attachmentOf } from '../pdf/expect-archivable.ts';
import { LETTER, pagesOf, stream, withTable, withUpdate } from '../pdf/make-pdf.ts';
import { textsOf, useSealKey } from '../pdf/tools.ts';
import { type Envelope, ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { file } from '../templates/material.ts';
import { digitsOf, formWith, layoutOf, withSeal } from './moved-seals.ts';

let api: Api;
let owner: Person;
let envelope: Envelope;
let files: { id: string; name: string; type: string; bytes: Uint8Array }[];
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
      return { id, name, type, bytes };
    }),
  );
});
afterAll(() => api.stop());

const verify = (bytes: Uint8Array, headers: Record<string, string> = {}) =>
  api.anyone.verifyDocument({ body: { data: Buffer.from(bytes).toString('base64') }, headers });

describe('verifyDocument', () => {
  test('recognizes a sealed file, as a form and as JSON, and answers the trail’s state', async () => {
    expect(files.map(({ type }) => type)).toEqual(['attachment', 'certificate']);
    const { body: audit } = await api.as(owner).getEnvelopeAudit({ path: { envelope_id: envelope.id } });
    const [certificate] = files.filter(({ type }) => type === 'certificate');
    const printed = textsOf(certificate?.bytes ?? new Uint8Array()).map((text) => text.replace(/\s+/g, ''));
    const carried = JSON.parse(attachmentOf(certificate?.bytes ?? new Uint8Array(), 'audit.json').toString());
    for (const { id, name, bytes } of files) {
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
        seal: {
          valid: true,
          fits: true,
          covers_whole_file: true,
          level: 'B-B',
          revocation: { state: 'none', detail: null },
          timestamp: null,
        },
      });
      const { certificate_chain_head, certificate_event_count, record } = body.document;
      const beginning = createHash('sha256').update(bytes.subarray(0, record.size)).digest('hex');
      expect(body.document).toEqual({
        envelope_id: envelope.id,
        document_id: id,
        name,
        record: {
          sha256: beginning,
          size: record.size,
          sent_sha256: beginning,
          sent_size: record.size,
          rewritten: [],
        },
        sealed_sha256: body.sha256,
        sealed_size: bytes.length,
        completed_at: expect.any(String),
        certificate_chain_head: audit.events.at(certificate_event_count - 1).hash,
        certificate_event_count,
        chain_head: audit.head,
        event_count: audit.events.length,
        events_since: audit.events.length - certificate_event_count,
      });
      expect(audit.events.at(certificate_event_count).event).toBe('envelope:sealed');
      // The certificate carries the trail that it prints: the answer of then.
      expect(carried).toEqual({
        ...audit,
        head: certificate_chain_head,
        count: certificate_event_count,
        events: audit.events.slice(0, certificate_event_count),
        documents: audit.documents.filter(({ type }: { type: string }) => type !== 'certificate'),
      });
      for (const text of printed) expect(text).toContain(certificate_chain_head);
      for (const text of printed) expect(text).not.toContain(audit.head);
      expect((await verify(bytes)).body).toEqual(body);
    }
  });

  test('detects an addition to a sealed file, and then reveals nothing of the document', async () => {
    const [{ bytes } = { bytes: new Uint8Array() }] = files;
    const [from, to] = digitsOf(bytes);
    const used = Buffer.from(bytes.subarray(from, to)).toString('latin1').replace(/0+$/, '').length;
    const put = (at: number, text: string): Uint8Array => {
      const changed = Buffer.from(bytes);
      changed.write(text, at, 'latin1');
      return changed;
    };
    for (const other of [
      withUpdate(bytes, { 90: '<< >>' }),
      Buffer.concat([bytes, Buffer.from('\n% more')]),
      put(to - 2, '01'),
      put(to - 1, ' '),
      put(to - 40, '>/Evil <'.padStart(40, ' ')),
      put(from + used + (used % 2), Buffer.from('a second structure').toString('hex')),
      put(from, Buffer.from(bytes.subarray(from, to)).toString('latin1').toUpperCase()),
    ]) {
      const { body } = await verify(other);
      expect(body).toMatchObject({ verdict: 'changed', ours: true, unchanged: false, document: null });
      expect(body.seal.fits).toBe(true);
      expect(body.summary).toContain('contains what was sealed here');
    }
  });

  test('does not call a changed file, or one with a moved seal, sealed here', async () => {
    const [{ bytes } = { bytes: new Uint8Array() }, { bytes: other } = { bytes: new Uint8Array() }] = files;
    const changed = Uint8Array.from(bytes);
    const at = Buffer.from(bytes).indexOf('/MediaBox [') + 11;
    changed[at] = (changed[at] ?? 0) ^ 1;
    const seal = Buffer.from(bytes.subarray(...digitsOf(bytes)));
    const [from, to] = digitsOf(other);
    const transplanted = Buffer.concat([other.subarray(0, from), seal.subarray(0, to - from), other.subarray(to)]);
    for (const file of [
      changed,
      transplanted,
      Buffer.concat([Buffer.from('%before\n'), bytes]),
      withSeal(withTable(pagesOf(LETTER)), bytes, 'same'),
      withSeal(withTable(pagesOf(LETTER)), bytes, 'fitting'),
    ]) {
      const { body } = await verify(file);
      expect(body).toMatchObject({ verdict: 'changed', ours: false, unchanged: false, document: null });
      expect(body.seal.fits).toBe(false);
      expect(body.summary).toContain('is not valid for it');
    }
  });

  test('reports a change if a seal is not between its ranges, or if more than the seal is uncovered', async () => {
    const [{ bytes } = { bytes: new Uint8Array() }] = files;
    const seal = Buffer.from(bytes.subarray(...digitsOf(bytes))).toString('latin1');
    const { range } = layoutOf(bytes);
    const elsewhere = withUpdate(bytes, {
      90: `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [${range.join(' ')}] /Contents <${seal}> >>`,
      91: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Seal) /Rect [0 0 0 0] /V 90 0 R >>',
      ...formWith(bytes, '91 0 R'),
    });
    expect((await verify(elsewhere)).body).toMatchObject({ verdict: 'changed', unchanged: false, document: null });

    const [from, to] = digitsOf(bytes);
    const shorter = Buffer.from(bytes);
    const used = seal.replace(/0+$/, '').length + 1;
    shorter.write(
      `${seal.slice(0, used + (used % 2))}> /Note (`.padEnd(to - from - 1, 'x').concat(')'),
      from,
      'latin1',
    );
    expect((await verify(shorter)).body).toMatchObject({ verdict: 'changed', unchanged: false, document: null });
  });

  test('reports its own seal if somebody else signed the file afterwards', async () => {
    const [{ bytes } = { bytes: new Uint8Array() }] = files;
    const [key, certificate] = [process.env.SEAL_KEY, process.env.SEAL_CERTIFICATE];
    const forget = await useSealKey();
    const foreign = await sealPdf(withTable(pagesOf(LETTER)), { reason: 'x', signingTime: new Date() });
    forget();
    process.env.SEAL_KEY = key;
    process.env.SEAL_CERTIFICATE = certificate;
    const { body } = await verify(withSeal(bytes, foreign.bytes, 'same', 'beside'));
    expect(body).toMatchObject({ verdict: 'changed', ours: true, unchanged: false, document: null });
    expect(body.seal).toMatchObject({ valid: true, fits: true, covers_whole_file: false });
  });

  test('finds its seal in a file whose latest revision hides it', async () => {
    const [{ bytes } = { bytes: new Uint8Array() }] = files;
    const hidden = withUpdate(bytes, formWith(bytes, ''));
    expect(await readSignatures(hidden)).toEqual([]);
    for (const file of [hidden, Buffer.concat([bytes, Buffer.from('\ntrailer\n<< >>\nstartxref\n1\n%%EOF\n')])]) {
      const { body } = await verify(file);
      expect(body).toMatchObject({ verdict: 'changed', ours: true, unchanged: false, document: null });
    }
  });

  test('is not misled by a sealed file that is attached to another one', async () => {
    const held = Buffer.from(files[0]?.bytes ?? []).toString('latin1');
    const { body } = await verify(withTable({ ...pagesOf(LETTER), 4: stream(held, '/Type /EmbeddedFile') }));
    expect(body).toMatchObject({ verdict: 'unsealed', ours: false, unchanged: null, seal: null, document: null });
  });

  test('recognizes a file that it sealed, even if the key is no longer known', async () => {
    const [key, certificate] = [process.env.SEAL_KEY, process.env.SEAL_CERTIFICATE];
    const forget = await useSealKey();
    const { body } = await verify(files[0]?.bytes ?? new Uint8Array());
    forget();
    process.env.SEAL_KEY = key;
    process.env.SEAL_CERTIFICATE = certificate;
    expect(body).toMatchObject({ verdict: 'intact', ours: true, document: { envelope_id: envelope.id } });
  });

  test('distinguishes a seal of another key from its own, with any certificate', async () => {
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

  test('recognizes seals of the earlier key', async () => {
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

  test('limits frequent requests', async () => {
    await using _clock = await api.freezeClock();
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
