import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { now } from '../../lib/base/clock.ts';
import { newId, sha256 } from '../../lib/base/ids.ts';
import { stampAndSeal } from '../../lib/pdf/seal/seal.ts';
import { type ChainEvent, GENESIS, hashOf, linkEvents, SYSTEM } from '../../lib/signing/envelopes/rules/chain.ts';
import type { Check } from '../../lib/verifier/findings.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { noteTool } from '../outside-tools.ts';
import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';
import { newSigner, signBy, type TestSigner } from '../pdf/signer.ts';
import { useSealKey } from '../pdf/tools.ts';
import { startPki, type TestPki } from '../trust/test-pki.ts';

let pki: TestPki;
let forget: () => void;
let folder: string;
let ada: TestSigner;
let bob: TestSigner;
let events: ChainEvent[];
let sealed: Uint8Array;
const record = withTable(pagesOf(LETTER));

const documents = [{ id: 'document', name: 'a.pdf', type: 'attachment', sha256: sha256(record), size: record.length }];

/** The part of `recipient:signed` about a signature with a certificate. */
const signatureOf = ({ certificate }: TestSigner, { bytes }: { bytes: Uint8Array }) => ({
  service: { id: 'service', name: 'Trust service' },
  certificate: Buffer.from(certificate).toString('base64'),
  subject: 'CN=Ada Lovelace',
  issuer: 'CN=Test CA',
  serial: '01',
  level: 'AES',
  level_because: 'certificate_not_qualified',
  documents: [{ document_id: 'document', size: bytes.length, sha256: sha256(bytes), pades: 'B-B' }],
});

beforeAll(async () => {
  process.env.ALLOW_LOOPBACK = 'true';
  folder = mkdtempSync(join(tmpdir(), 'countersign-certificate-'));
  pki = await startPki();
  forget = await useSealKey('EC');
  ada = await newSigner(pki, 'P-256');
  bob = await newSigner(pki, 'RSA', { name: 'Bob Smith' });
  const first = await signBy(record, ada, { fieldName: 'Tenant' });
  // Later signatures are written into the same memory.
  const kept = { bytes: Uint8Array.from(first.bytes) };
  const second = await signBy(first.bytes, bob, { fieldName: 'Landlord', name: 'Bob Smith' });
  sealed = (await stampAndSeal(second.bytes, [], { reason: 'All have signed', signingTime: now() })).bytes;
  const signed = (role_name: string, certificate_signature: object) => ({
    event: 'recipient:signed' as const,
    role_name,
    actor: { ...SYSTEM, email: `${role_name.toLowerCase()}@example.com` },
    data: {
      documents: documents.map(({ id, sha256: hash }) => ({ id, sha256: hash })),
      values: [],
      certificate_signature,
    },
  });
  const after = [{ ...documents[0], sealed_sha256: sha256(sealed), sealed_size: sealed.length }];
  const all = [
    { event: 'envelope:created' as const, actor: SYSTEM, data: { documents, values: [] } },
    signed('Tenant', signatureOf(ada, kept)),
    signed('Landlord', signatureOf(bob, second)),
    { event: 'envelope:completed' as const, actor: SYSTEM },
    { event: 'envelope:sealed' as const, actor: SYSTEM, data: { documents: after } },
  ];
  events = linkEvents('envelope', { count: 0, head: GENESIS }, all, now().toISOString(), newId);
});
afterAll(() => {
  delete process.env.ALLOW_LOOPBACK;
  rmSync(folder, { recursive: true });
  forget();
  pki.stop();
});

/** The trail with another `certificate_signature` of one event, in a chain that holds. */
const trailWith = (change: (signature: ReturnType<typeof signatureOf>, sequence: number) => object = (one) => one) => {
  let head = GENESIS;
  const linked = events.map(({ hash: _, ...event }) => {
    const { certificate_signature, ...data } = event.data;
    const signature = certificate_signature as ReturnType<typeof signatureOf> | undefined;
    const open = {
      ...event,
      data: signature ? { ...data, certificate_signature: change(signature, event.sequence) } : data,
      previous_hash: head,
    };
    head = hashOf(open);
    return { ...open, hash: head };
  });
  return { envelope_id: 'envelope', genesis: GENESIS, head, events: linked, documents: [], recipients: [] };
};

/** The script of `docs/evidence`, where PyPI's `pyhanko` is installed: if it finds that all holds. */
const byPython = async (trail: object, pdfs: readonly Uint8Array[]): Promise<boolean | undefined> => {
  const write = (name: string, data: string | Uint8Array): string => {
    writeFileSync(join(folder, name), data);
    return join(folder, name);
  };
  const run = (...given: string[]) =>
    promisify(execFile)('python3', given).then(
      () => true,
      () => false,
    );
  const isThere = await run('-c', 'import pyhanko.sign.validation');
  noteTool('pyhanko', isThere ? 'used' : 'missed');
  if (!isThere) return undefined;
  const paths = pdfs.map((pdf, index) => write(`signed-${index}.pdf`, pdf));
  return run('docs/evidence/certificate.py', write('audit.json', JSON.stringify(trail)), ...paths);
};

const OF_CERTIFICATES: readonly Check[] = [
  'signedByCertificate',
  'certificateSignatureOther',
  'certificateSignatureMissing',
];

/** The findings about certificates of a trail and files; the script must come to the same result. */
const found = async (trail: object, pdfs: readonly Uint8Array[]) => {
  const given = [Buffer.from(JSON.stringify(trail)), ...pdfs].map((bytes, index) => ({
    name: String(index),
    bytes: Uint8Array.from(bytes),
  }));
  const { files } = await verifyFiles(given);
  const findings = files.flatMap((one) => one.findings).filter(({ check }) => OF_CERTIFICATES.includes(check));
  const holds = findings.every(({ check }) => check === 'signedByCertificate');
  expect([holds, undefined]).toContain(await byPython(trail, pdfs));
  return findings;
};

const checks = async (trail: object, pdfs: readonly Uint8Array[]) =>
  (await found(trail, pdfs)).map(({ check }) => check);

test('a signature with a certificate is found in the sealed document, by the certificate that the trail names', async () => {
  expect(await found(trailWith(), [sealed])).toMatchObject([
    { check: 'signedByCertificate', values: { role: 'Tenant', subject: 'CN=Ada Lovelace', issuer: 'CN=Test CA' } },
    { check: 'signedByCertificate', values: { role: 'Landlord', subject: 'CN=Bob Smith', level: 'AES' } },
  ]);
});

test('without the document it was not checked, and without the trail it is one of the file', async () => {
  const missing = ['certificateSignatureMissing', 'certificateSignatureMissing'];
  expect(await checks(trailWith(), [])).toEqual(missing);
  const other = await stampAndSeal(withTable(pagesOf(LETTER, LETTER)), [], { reason: 'x', signingTime: now() });
  expect(await checks(trailWith(), [other.bytes])).toEqual(missing);
});

test.each([
  ['another certificate', () => ({ certificate: Buffer.from(bob.certificate).toString('base64') })],
  ['no certificate', () => ({ certificate: 'AAAA' })],
  ['no document', () => ({ documents: [] })],
  [
    'the document before this signature',
    () => ({ documents: [{ document_id: 'document', size: record.length, sha256: sha256(record) }] }),
  ],
  ['another hash', () => ({ documents: [{ document_id: 'document', size: 100, sha256: '0'.repeat(64) }] })],
])('a trail that names %s fails', async (_, change) => {
  const trail = trailWith((signature, sequence) => (sequence === 2 ? { ...signature, ...change() } : signature));
  expect(await checks(trail, [sealed])).toEqual(['certificateSignatureOther', 'signedByCertificate']);
});

test('a changed byte of what was signed fails', async () => {
  const changed = Uint8Array.from(sealed);
  changed[Buffer.from(sealed).indexOf('100 100 50 50') + 1] = 0x31;
  expect(await checks(trailWith(), [changed])).not.toContain('signedByCertificate');
});

test('a sealed document without the signature is none of the trail', async () => {
  const { bytes } = await stampAndSeal(record, [], { reason: 'All have signed', signingTime: now() });
  const missing = ['certificateSignatureMissing', 'certificateSignatureMissing'];
  expect(await checks(trailWith(), [bytes])).toEqual(missing);
  // The trail says of another sealed file that it is the document's.
  const claimed = trailWith();
  expect(
    (
      await verifyFiles([
        { name: 'a', bytes: Uint8Array.from(bytes) },
        { name: 'b', bytes: Uint8Array.from(Buffer.from(JSON.stringify(claimed))) },
      ])
    ).verdict,
  ).toBe('fails');
});
