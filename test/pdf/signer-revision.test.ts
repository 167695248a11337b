import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { checkCms } from '../../lib/pdf/seal/check-cms.ts';
import { type PdfSignature, readSignatures } from '../../lib/pdf/seal/read-signatures.ts';
import {
  AlteredSignatureError,
  finishSignerRevision,
  prepareSignerRevision,
  type SignerRevision,
} from '../../lib/pdf/seal/signer-revision.ts';
import { algorithmFor } from '../../lib/pdf/seal/signing-algorithm.ts';
import { forgetRests } from '../../lib/pdf/trust/authority.ts';
import { startPki, type TestPki } from '../trust/test-pki.ts';
import { LETTER, pagesOf, withStreams, withTable } from './make-pdf.ts';
import { signAs } from './sign-as.ts';
import { newSigner, SIGNER_KEYS, type SignerKey, signBy, type TestSigner } from './signer.ts';
import { qpdfCheck, qpdfObjects } from './tools.ts';

let pki: TestPki;
let ada: TestSigner;
let bob: TestSigner;
beforeAll(async () => {
  process.env.ALLOW_LOOPBACK = 'true';
  pki = await startPki();
  ada = await newSigner(pki, 'P-256');
  bob = await newSigner(pki, 'P-256', { name: 'Bob Smith' });
});
afterEach(() => {
  delete process.env.TSA_URLS;
  pki.faults.clear();
  forgetRests();
});
afterAll(() => {
  delete process.env.ALLOW_LOOPBACK;
  pki.stop();
});

const plain = withTable(pagesOf(LETTER, `${LETTER} /Rotate 90`));
const valueAt = (page: number, y: number) => ({
  page,
  x: 200,
  y,
  width: 100,
  height: 20,
  type: 'textbox' as const,
  value: `Value ${page} ${y}`,
});

const revision = ({ certificate, chain, algorithm }: TestSigner, more: Partial<SignerRevision> = {}) => ({
  fields: [],
  fieldName: 'Signer 1',
  reason: 'I sign',
  name: 'Ada Lovelace',
  signingTime: new Date('2026-03-04T05:06:07Z'),
  certificate,
  chain,
  algorithm,
  ...more,
});

/** The signatures of a file, each with its checks. */
const checked = async (bytes: Uint8Array) =>
  Promise.all(
    (await readSignatures(bytes)).map(async (one: PdfSignature) => ({
      ...one,
      cms: await checkCms(one.contents, one.covered),
    })),
  );

describe("a signer's signature", () => {
  test.each(Object.keys(SIGNER_KEYS) as SignerKey[])('by %s is valid and covers the file', async (kind) => {
    const signer = await newSigner(pki, kind);
    const { bytes, sha256: hash, level } = await signBy(plain, signer, { fieldName: 'a.b' });
    expect([level, hash]).toEqual(['B-B', sha256(bytes)]);
    expect(Buffer.compare(bytes.subarray(0, plain.length), plain)).toBe(0);
    expect(qpdfCheck(bytes)).toMatch(/No syntax or stream encoding errors found/);
    const [found, ...others] = await checked(bytes);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ field: 'Signature of a b', reason: 'I sign', coversWholeFile: true });
    expect(found?.cms).toMatchObject({ valid: true, fits: true, alone: true });
    expect(Buffer.from(signer.certificate).equals(found?.cms?.certificate.raw ?? Buffer.from(''))).toBe(true);
  });

  test("takes ECDSA's numbers one after the other, too", async () => {
    for (const kind of ['P-256', 'P-521'] as const) {
      const [found] = await checked((await signBy(plain, await newSigner(pki, kind, { plain: true }))).bytes);
      expect(found?.cms).toMatchObject({ valid: true, fits: true });
    }
  });

  test('gets a time-stamp where an authority answers, and is finished without one where none does', async () => {
    process.env.TSA_URLS = pki.tsa;
    const stamped = await signBy(plain, ada);
    expect(stamped.level).toBe('B-T');
    expect((await checked(stamped.bytes))[0]?.cms?.timestamp?.authority).toContain('Test time');
    pki.faults.set('/tsa', 500);
    const silent = await signBy(plain, ada);
    expect(silent.level).toBe('B-B');
    expect((await checked(silent.bytes))[0]?.cms).toMatchObject({ valid: true, fits: true, timestamp: null });
  });

  test('is finished from a plan that was kept as JSON beside the file', async () => {
    const prepared = await prepareSignerRevision(plain, revision(ada));
    const kept = JSON.stringify(prepared.plan);
    expect(kept.length).toBeLessThan(5000);
    const { bytes } = await finishSignerRevision({ bytes: prepared.bytes, plan: JSON.parse(kept) }, ada.sign(prepared));
    expect((await checked(bytes))[0]?.cms).toMatchObject({ valid: true, fits: true });
  });

  test('of other attributes, by another key, or damaged, is refused before anything is written', async () => {
    const prepared = await prepareSignerRevision(plain, revision(ada));
    const other = await prepareSignerRevision(plain, revision(ada, { reason: 'I approve' }));
    const before = sha256(prepared.bytes);
    const damaged = Uint8Array.from(ada.sign(prepared));
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    const byBob = bob.sign(await prepareSignerRevision(plain, revision(bob)));
    for (const wrong of [ada.sign(other), byBob, damaged, new Uint8Array(), new Uint8Array(64)]) {
      await expect(finishSignerRevision(prepared, wrong)).rejects.toThrow(AlteredSignatureError);
    }
    expect(sha256(prepared.bytes)).toBe(before);
  });

  test('is not written into a file that is no longer the prepared one', async () => {
    const prepared = await prepareSignerRevision(plain, revision(ada));
    const signature = ada.sign(prepared);
    prepared.bytes[9] = (prepared.bytes[9] ?? 0) ^ 1;
    await expect(finishSignerRevision(prepared, signature)).rejects.toThrow('another one');
  });

  test.each([
    ['a plain document', async () => plain],
    ['one with cross-reference streams', async () => withStreams(pagesOf(LETTER, LETTER))],
    ['one that others have signed', () => signAs(plain)],
  ])('on %s shows its values in fields of its own, and leaves pages as they were', async (_, make) => {
    const record = await make();
    const first = await signBy(record, ada, { fields: [valueAt(1, 300), valueAt(2, 300)] });
    const second = await signBy(first.bytes, bob, { fieldName: 'Signer 2', fields: [valueAt(1, 400)] });
    expect(Buffer.compare(second.bytes.subarray(0, first.bytes.length), first.bytes)).toBe(0);
    const [before, after] = [qpdfObjects(record), qpdfObjects(second.bytes)] as Record<
      string,
      Record<string, unknown>
    >[];
    for (const [name, object] of Object.entries(before ?? {})) {
      const { '/Annots': __, ...now } = after?.[name] ?? {};
      if (object?.['/Type'] === '/Page') expect(now).toEqual(object);
    }
    const box = ({ page, x, y }: ReturnType<typeof valueAt>) =>
      [page, { x: x - 2, y: y - 2, width: 104, height: 24 }] as const;
    const except = new Map([
      [1, [box(valueAt(1, 300))[1], box(valueAt(1, 400))[1]]],
      [2, [box(valueAt(2, 300))[1]]],
    ]);
    expect(await comparePages(record, second.bytes, { except })).toEqual([]);
    expect((await comparePages(record, second.bytes)).map(({ page }) => page)).toEqual([1, 2]);
    const found = (await checked(second.bytes)).filter(({ field }) => field !== 'Law firm');
    expect(found.map(({ field, cms, end }) => [field, cms?.valid, cms?.fits, end])).toEqual([
      ['Signature of Signer 1', true, true, first.bytes.length],
      ['Signature of Signer 2', true, true, second.bytes.length],
    ]);
  });

  test('keeps clear of the places of values that others will show', async () => {
    const fields = [valueAt(1, 300), valueAt(1, 500)];
    const widgets = async (more: Partial<SignerRevision>) => {
      const { bytes } = await signBy(plain, ada, { fields, ...more });
      return (Object.values(qpdfObjects(bytes)) as Record<string, unknown>[]).filter(
        (object) => object?.['/Subtype'] === '/Widget' && '/AP' in object,
      ).length;
    };
    expect(await widgets({})).toBe(1);
    expect(await widgets({ later: [{ page: 2, x: 200, y: 400, width: 100, height: 20 }] })).toBe(1);
    expect(await widgets({ later: [{ page: 1, x: 200, y: 400, width: 100, height: 20 }] })).toBe(2);
  });
});

describe('the algorithm of a key', () => {
  test('is the first that its service offers for the key of its certificate', async () => {
    const rsa = (await newSigner(pki, 'RSA')).certificate;
    expect(algorithmFor(rsa, ['1.2.840.113549.1.1.10', '1.2.840.113549.1.1.11'])).toBe('1.2.840.113549.1.1.11');
    expect(algorithmFor(rsa, ['1.2.840.113549.1.1.10'])).toBe('1.2.840.113549.1.1.10');
    expect(algorithmFor(rsa, ['1.2.840.10045.4.3.2', '1.2.840.113549.1.1.5'])).toBeUndefined();
    expect(algorithmFor(ada.certificate, ['1.2.840.113549.1.1.11'])).toBeUndefined();
    expect(algorithmFor(ada.certificate, ['1.2.840.10045.4.3.2'])).toBe('1.2.840.10045.4.3.2');
  });

  test('is none for a short key, another curve, and Ed25519', async () => {
    const all = Object.values(SIGNER_KEYS).flat();
    const keys = [
      generateKeyPairSync('rsa', { modulusLength: 1024 }),
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
      generateKeyPairSync('ed25519'),
    ];
    for (const { publicKey } of keys) {
      expect(algorithmFor((await pki.signerCertificate(publicKey)).certificate, all)).toBeUndefined();
    }
  });
});
