import { X509Certificate } from 'node:crypto';
import { OctetString } from 'asn1js';
import fc from 'fast-check';
import {
  Attribute,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
} from 'pkijs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueSealCertificate } from '../../lib/aws/keys/seal-certificate.ts';
import { checkCms } from '../../lib/pdf/seal/check-cms.ts';
import { readSignatures } from '../../lib/pdf/seal/read-signatures.ts';
import { sealPdf } from '../../lib/pdf/seal/seal.ts';
import { LETTER, pagesOf, withTable, withUpdate } from '../pdf/make-pdf.ts';
import { useSealKey } from '../pdf/tools.ts';
import { startPki } from '../trust/test-pki.ts';
import { digitsOf } from './moved-seals.ts';

const plain = withTable(pagesOf(LETTER));

/** A certificate of a key that sealed nothing. */
const otherCertificate = async (): Promise<string> => {
  const [key, certificate] = [process.env.SEAL_KEY, process.env.SEAL_CERTIFICATE];
  const forgetOther = await useSealKey();
  const other = process.env.SEAL_CERTIFICATE ?? '';
  forgetOther();
  process.env.SEAL_KEY = key;
  process.env.SEAL_CERTIFICATE = certificate;
  return other;
};

const options = { reason: 'For the test', signingTime: new Date('2026-03-04T05:06:07Z') };

let forget = (): void => undefined;
let sealed: Uint8Array;
beforeAll(async () => {
  forget = await useSealKey();
  sealed = (await sealPdf(plain, options)).bytes;
});
afterAll(() => forget());

/** Facts of the one signature of a file. */
const check = async (bytes: Uint8Array) => {
  const [signature] = await readSignatures(bytes);
  const cms = signature && (await checkCms(signature.contents, signature.covered));
  return { ...signature, ...cms };
};

const HOLDS = { valid: true, fits: true, coversWholeFile: true, alone: true, asMadeHere: true, lowerCase: true };

describe('a signature', () => {
  test.each(['RSA', 'EC'] as const)('by a key of %s is valid, with its time and reason', async (kind) => {
    const forgetThis = await useSealKey(kind);
    const { bytes } = await sealPdf(plain, options);
    forgetThis();
    forget = await useSealKey();
    expect(await check(bytes)).toMatchObject({
      ...HOLDS,
      claimedAt: '2026-03-04T05:06:07.000Z',
      reason: 'For the test',
      timestamp: null,
    });
  });

  test('is proven to be as old as its time-stamp', async () => {
    const pki = await startPki();
    const time = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);
    pki.tokenFault = { time };
    process.env.TSA_URLS = pki.tsa;
    process.env.ALLOW_LOOPBACK = 'true';
    const { bytes, level } = await sealPdf(plain, options);
    delete process.env.ALLOW_LOOPBACK;
    delete process.env.TSA_URLS;
    pki.stop();
    expect(level).toBe('B-T');
    const timestamp = { time: time.toISOString(), authority: 'CN=Test time' };
    expect(await check(bytes)).toMatchObject({ ...HOLDS, timestamp });
  });

  test('is invalid after a change of any byte of the file outside its own digits', async () => {
    const [from, to] = digitsOf(sealed);
    const outside = fc.oneof(fc.nat(from - 1), fc.integer({ min: to, max: sealed.length - 1 }));
    await fc.assert(
      fc.asyncProperty(outside, fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Uint8Array.from(sealed);
        changed[at] = (changed[at] as number) ^ by;
        const { valid, fits, coversWholeFile } = await check(changed);
        expect(valid && fits && coversWholeFile).not.toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test.each(['RSA', 'EC'] as const)(
    'is invalid after a change of any byte of its own digits, by a key of %s',
    async (kind) => {
      const forgetThis = await useSealKey(kind);
      const { bytes } = await sealPdf(plain, options);
      forgetThis();
      forget = await useSealKey();
      const [from, to] = digitsOf(bytes);
      const used = Buffer.from(bytes.subarray(from, to)).toString('latin1').replace(/0+$/, '').length;
      const inside = fc.oneof(
        fc.integer({ min: from, max: from + used }),
        fc.integer({ min: from + used, max: to - 1 }),
      );
      await fc.assert(
        fc.asyncProperty(inside, fc.integer({ min: 1, max: 255 }), async (at, by) => {
          const changed = Uint8Array.from(bytes);
          changed[at] = (changed[at] as number) ^ by;
          expect(await check(changed)).not.toMatchObject(HOLDS);
        }),
        { numRuns: 100 },
      );
    },
  );

  test('that is followed by more than zeros, or is not in lower case, is not alone in its reserved space', async () => {
    const [from, to] = digitsOf(sealed);
    const written = (change: (digits: string) => string): Uint8Array => {
      const changed = Buffer.from(sealed);
      changed.write(change(changed.toString('latin1', from, to)), from, 'latin1');
      return changed;
    };
    const used = Buffer.from(sealed.subarray(from, to)).toString('latin1').replace(/0+$/, '').length;
    const room = to - from;
    const itself = (digits: string): string => digits.slice(0, used + (used % 2));
    for (const change of [
      (digits: string) => `${digits.slice(0, -2)}01`,
      (digits: string) => `${digits.slice(0, -1)}1`,
      (digits: string) => `${itself(digits)}41`.padEnd(room, '0'),
      (digits: string) =>
        itself(digits) +
        itself(digits)
          .slice(0, room - itself(digits).length)
          .padEnd(room - itself(digits).length, '0'),
    ]) {
      expect(await check(written(change))).toMatchObject({ valid: true, fits: true, alone: false });
    }
    for (const change of [
      (digits: string) => `${digits.slice(0, -1)} `,
      (digits: string) => `${digits.slice(0, -1)}\n`,
      (digits: string) => `${itself(digits)}>/Evil(`.padEnd(room - 2, ' ').concat(')<'),
      (digits: string) => `${digits.slice(0, 40)}${digits.slice(40, 60).toUpperCase()}${digits.slice(60)}`,
    ]) {
      expect(await check(written(change))).toMatchObject({ valid: true, fits: true, coversWholeFile: false });
    }
    const upper = await check(written((digits) => digits.toUpperCase()));
    expect(upper).toMatchObject({ valid: true, fits: true, coversWholeFile: true, lowerCase: false });
  });

  test('with an added certificate, or an unsigned attribute, is reported as changed', async () => {
    const [signature] = await readSignatures(sealed);
    const parsed = () =>
      new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(signature?.contents ?? []).buffer).content });
    const checked = (signed: SignedData) => {
      const content = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema() });
      return checkCms(new Uint8Array(content.toSchema().toBER(false)), signature?.covered ?? null);
    };
    expect(await checked(parsed())).toMatchObject({ valid: true, fits: true, asMadeHere: true });

    const guest = Certificate.fromBER(Uint8Array.from(new X509Certificate(await otherCertificate()).raw).buffer);
    const accompanied = parsed();
    accompanied.certificates?.push(guest);
    expect(await checked(accompanied)).toMatchObject({ valid: true, fits: true, asMadeHere: false });

    const annotated = parsed();
    const note = new Attribute({ type: '1.2.3.4.5', values: [new OctetString({ valueHex: new ArrayBuffer(9) })] });
    for (const signer of annotated.signerInfos) {
      signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [note] });
    }
    expect(await checked(annotated)).toMatchObject({ valid: true, fits: true, asMadeHere: false });
  });

  test('with another certificate of the same key is not valid', async () => {
    const forgetThis = await useSealKey();
    const [signature] = await readSignatures((await sealPdf(plain, options)).bytes);
    const pem = await issueSealCertificate({
      key: process.env.SEAL_KEY ?? '',
      subject: 'CN=Somebody else',
      validFrom: new Date('2026-01-01T00:00:00Z'),
      years: 10,
    });
    forgetThis();
    forget = await useSealKey();
    const other = Certificate.fromBER(Uint8Array.from(new X509Certificate(pem).raw).buffer);
    const signed = new SignedData({
      schema: ContentInfo.fromBER(Uint8Array.from(signature?.contents ?? []).buffer).content,
    });
    signed.certificates = [other];
    for (const signer of signed.signerInfos) {
      signer.sid = new IssuerAndSerialNumber({ issuer: other.issuer, serialNumber: other.serialNumber });
    }
    const content = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema() });
    expect(await checkCms(new Uint8Array(content.toSchema().toBER(false)), signature?.covered ?? null)).toMatchObject({
      byItsKey: true,
      valid: false,
      fits: true,
    });
  });

  test('doesn’t cover additions', async () => {
    const added = withUpdate(sealed, { 50: '<< /Added true >>' });
    expect(await check(added)).toMatchObject({ valid: true, fits: true, coversWholeFile: false });
    const trailing = Buffer.concat([sealed, Buffer.from('\n%more')]);
    expect(await check(trailing)).toMatchObject({ valid: true, coversWholeFile: false });
  });

  test('is refused if it has content of its own, which would hide any change', async () => {
    const [signature] = await readSignatures(sealed);
    const cms = signature?.contents ?? new Uint8Array();
    const covered = signature?.covered ?? new Uint8Array();
    const signed = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(cms).buffer).content });
    signed.encapContentInfo.eContent = new OctetString({ valueHex: Uint8Array.from(covered).buffer });
    const forged = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema() });
    const bytes = new Uint8Array(forged.toSchema().toBER(false));
    expect(await checkCms(bytes, Buffer.from('something else'))).toBeUndefined();
    expect(await checkCms(cms, Buffer.from('something else'))).toMatchObject({ valid: true, fits: false });
    expect(await checkCms(cms, null)).toMatchObject({ fits: false });
  });

  test.each([
    '[0 1 2]',
    '[0 10 20 -5]',
    '[10 10 20 30]',
    '[0 1e9 2e9 1]',
    '[0 (a) /b null]',
    '[0 99999999999999999999 0 0]',
    '[0 30 10 10]',
  ])('whose ranges are %s covers nothing', async (range) => {
    const text = Buffer.from(sealed).toString('latin1');
    const old = /\/ByteRange\s*\[[^\]]*\]/.exec(text)?.[0] ?? '';
    const bytes = Buffer.from(text.replace(old, `/ByteRange ${range}`.padEnd(old.length)), 'latin1');
    expect(await check(bytes)).toMatchObject({ covered: null, coversWholeFile: false });
  });

  test('of random bytes is no signature', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await checkCms(bytes, bytes)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  test('is not found in a file that can’t be read', async () => {
    expect(await readSignatures(plain)).toEqual([]);
    expect(await readSignatures(Buffer.from('%PDF-1.7 nothing'))).toEqual([]);
  });
});
