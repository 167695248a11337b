import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyFingerprint } from '../../lib/aws/keys/fingerprint.ts';
import { sealSigner } from '../../lib/aws/keys/seal-signer.ts';
import { advanceClock, DAY, HOUR, now } from '../../lib/base/clock.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { readSignatures, stampsAfter } from '../../lib/pdf/seal/read-signatures.ts';
import { renewSeal } from '../../lib/pdf/seal/renew-seal.ts';
import { stampAndSeal } from '../../lib/pdf/seal/seal.ts';
import { forgetRests } from '../../lib/pdf/trust/authority.ts';
import { forgetAnswers } from '../../lib/pdf/trust/network.ts';
import { checkSeal } from '../../lib/signing/validation/check-seal.ts';
import { trustInPlatform } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { LETTER, pagesOf, withTable, withUpdate } from '../pdf/make-pdf.ts';
import { signAs } from '../pdf/sign-as.ts';
import { newSigner, signBy, type TestSigner } from '../pdf/signer.ts';
import { qpdfCheck, useSealKey } from '../pdf/tools.ts';
import { startPki, type TestPki } from './test-pki.ts';

let pki: TestPki;
/** That of another trust service. */
let other: TestPki;
let forget: () => void;
let ada: TestSigner;
let bob: TestSigner;
let advanced = 0;
const advance = (milliseconds: number): void => {
  advanced += milliseconds;
  advanceClock(milliseconds);
  forgetAnswers();
};
beforeAll(async () => {
  process.env.ALLOW_LOOPBACK = 'true';
  pki = await startPki();
  other = await startPki();
  forget = await useSealKey('EC');
  process.env.SEAL_CERTIFICATE = await pki.sealCertificate();
  ada = await newSigner(pki, 'P-256');
  bob = await newSigner(pki, 'RSA', { name: 'Bob Smith' });
});
beforeEach(() => {
  process.env.TSA_URLS = pki.tsa;
});
afterEach(() => {
  advance(-advanced);
  pki.faults.clear();
  pki.revoked.clear();
  forgetRests();
  delete process.env.TSA_URLS;
});
afterAll(() => {
  delete process.env.ALLOW_LOOPBACK;
  pki.stop();
  other.stop();
  forget();
});

const plain = withTable(pagesOf(LETTER, LETTER));
const value = (y: number) => ({
  page: 1,
  x: 200,
  y,
  width: 100,
  height: 20,
  type: 'textbox' as const,
  value: `At ${y}`,
});

/** A record that two sign by certificates of their own, with the values of one who doesn't. */
const sealed = async (record: Uint8Array) => {
  const first = await signBy(record, ada, { fields: [value(300)] });
  const second = await signBy(first.bytes, bob, { fieldName: 'Signer 2', name: 'Bob Smith', fields: [value(400)] });
  const options = { reason: 'All have signed', signingTime: now(), recordSize: record.length };
  return stampAndSeal(second.bytes, [value(500)], options);
};

const sealKeys = async () => [keyFingerprint(new X509Certificate((await sealSigner()).certificate).publicKey)];

/** The signatures of a file with their levels, as the server sees them. */
const seen = async (bytes: Uint8Array) => {
  const { state, signatures } = await checkSeal(bytes, { sealKeys: await sealKeys(), isKnown: false });
  return [state, Object.fromEntries(signatures.map(({ field, level, intact }) => [field, intact ? level : 'broken']))];
};

/** The checks of the verifier of files. */
const found = async (bytes: Uint8Array): Promise<string[]> => {
  const seal_certificates = [{ sha256: sha256((await sealSigner()).certificate) }];
  const trust = await trustInPlatform({ seal_certificates, time_stamp_certificates: [] });
  const { files } = await verifyFiles([{ name: 'a', bytes: Uint8Array.from(bytes) }], trust);
  return files.flatMap(({ findings }) => findings.map(({ check }) => check));
};

const ALL_LTA = { 'Signature of Signer 1': 'B-LTA', 'Signature of Signer 2': 'B-LTA', 'Countersign seal': 'B-LTA' };

describe("signers' signatures in a sealed document", () => {
  test.each([
    ['a plain document', async () => plain, {}],
    ['one that others have signed', () => signAs(plain), { 'Law firm': 'B-T' }],
  ])('reach B-LTA with the seal on %s', async (_, make, others) => {
    const record = await make();
    const { bytes, level, reason } = await sealed(record);
    expect([level, reason]).toEqual(['B-LTA', null]);
    expect(Buffer.compare(bytes.subarray(0, record.length), record)).toBe(0);
    expect(qpdfCheck(bytes)).toMatch(/No syntax or stream encoding errors found/);
    expect(await seen(bytes)).toEqual(['intact', { ...others, ...ALL_LTA }]);
    const checks = await found(bytes);
    expect(checks).toContain('unchanged');
    expect(checks.filter((check) => check === 'signedBefore').length).toBe(2 + Object.keys(others).length);
    expect(checks.filter((check) => /Changed|Bad|Other|Later/.test(check))).toEqual([]);
  });

  test('stay so when the archive time-stamp is renewed', async () => {
    const { bytes } = await sealed(plain);
    advance(100 * DAY);
    const renewed = await renewSeal(bytes, 'B-LTA');
    expect(renewed.level).toBe('B-LTA');
    expect(renewed.bytes.length).toBeGreaterThan(bytes.length);
    expect(await seen(renewed.bytes)).toEqual(['intact', ALL_LTA]);
  });

  test('make the seal wait at B-T while their revocation data can’t be had, and reach B-LTA later', async () => {
    const only = await newSigner(pki, 'P-256', { crl: false });
    const { bytes: signed } = await signBy(plain, only);
    pki.faults.set('/ocsp', 500);
    const options = { reason: 'All have signed', signingTime: now(), recordSize: plain.length };
    const waiting = await stampAndSeal(signed, [], options);
    expect([waiting.level, waiting.reason]).toEqual(['B-T', 'no_revocation_answer']);
    expect(waiting.renewAt).not.toBeNull();
    // Those of the document of record don't.
    expect((await stampAndSeal(signed, [], { ...options, recordSize: signed.length })).level).toBe('B-LTA');
    pki.faults.clear();
    advance(HOUR);
    const raised = await renewSeal(waiting.bytes, 'B-T');
    expect(raised.level).toBe('B-LTA');
    expect(await seen(raised.bytes)).toEqual([
      'intact',
      { 'Signature of Signer 1': 'B-LTA', 'Countersign seal': 'B-LTA' },
    ]);
  });

  test('get what they lack at the next renewal', async () => {
    const { bytes: signed } = await signBy(plain, await newSigner(other, 'P-256', { crl: false }));
    other.faults.set('/ocsp', 500);
    const { bytes } = await stampAndSeal(signed, [], { reason: 'All have signed', signingTime: now() });
    expect((await seen(bytes))[1]).toEqual({ 'Signature of Signer 1': 'B-T', 'Countersign seal': 'B-LTA' });
    other.faults.clear();
    advance(100 * DAY);
    const renewed = await renewSeal(bytes, 'B-LTA');
    expect((await seen(renewed.bytes))[1]).toEqual({ 'Signature of Signer 1': 'B-LTA', 'Countersign seal': 'B-LTA' });
  });

  test('by certificates without revocation data leave the seal at B-LTA', async () => {
    const bare = await newSigner(pki, 'P-256', { crl: false, ocsp: false });
    const { bytes: signed } = await signBy(plain, bare);
    const options = { reason: 'All have signed', signingTime: now(), recordSize: plain.length };
    const { bytes, level } = await stampAndSeal(signed, [], options);
    expect(level).toBe('B-LTA');
    expect((await seen(bytes))[1]).toEqual({ 'Signature of Signer 1': 'B-T', 'Countersign seal': 'B-LTA' });
  });

  test('fail wherever a byte is changed, and show a page that was changed between them', async () => {
    const { bytes: first } = await signBy(plain, ada);
    const painted = withUpdate(first, { 3: '<< /Length 22 >>\nstream\n0 g 200 200 90 90 re f\nendstream' });
    const { bytes: second } = await signBy(painted, bob, { fieldName: 'Signer 2' });
    const { bytes } = await stampAndSeal(second, [], { reason: 'All have signed', signingTime: now() });
    expect(await found(bytes)).toContain('signedBeforeChanged');
    const [signature] = await readSignatures(bytes);
    expect(stampsAfter(signature as never, await readSignatures(bytes))).toHaveLength(1);
    const good = (await sealed(plain)).bytes;
    for (const field of ['Signature of Signer 1', 'Signature of Signer 2']) {
      const one = (await readSignatures(good)).find((read) => read.field === field);
      const damaged = Uint8Array.from(good);
      damaged[(one?.end ?? 0) - 8] = 0x20;
      expect((await found(damaged)).filter((check) => /changed|Bad/.test(check)).length).toBeGreaterThan(0);
    }
  });
});
