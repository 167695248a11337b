import { OctetString } from 'asn1js';
import fc from 'fast-check';
import { ContentInfo, SignedData } from 'pkijs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSignatures } from '../../lib/pdf/read-signatures.ts';
import { sealPdf } from '../../lib/pdf/seal.ts';
import { checkCms } from '../../lib/verify/cms.ts';
import { LETTER, pagesOf, withTable, withUpdate } from '../pdf/make-pdf.ts';
import { useSealKey } from '../pdf/tools.ts';
import { startAuthority } from './time-stamp-authority.ts';

const plain = withTable(pagesOf(LETTER));
const options = { reason: 'For the test', signingTime: new Date('2026-03-04T05:06:07Z') };

let forget = (): void => undefined;
let sealed: Uint8Array;
beforeAll(async () => {
  forget = await useSealKey();
  sealed = (await sealPdf(plain, options)).bytes;
});
afterAll(() => forget());

/** What is found out about the one signature of a file. */
const check = async (bytes: Uint8Array) => {
  const [signature] = await readSignatures(bytes);
  const cms = signature && (await checkCms(signature.cms, signature.covered));
  return { ...signature, ...cms };
};

const HOLDS = { valid: true, fits: true, coversWholeFile: true };

describe('a signature', () => {
  test.each(['RSA', 'EC'] as const)('by a key of %s holds, and says when and why it was made', async (kind) => {
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

  test('is proven to have existed at the time of its time-stamp', async () => {
    const authority = await startAuthority(new Date('2026-03-04T05:06:09Z'));
    process.env.TSA_URLS = authority.url;
    const { bytes, level } = await sealPdf(plain, options);
    delete process.env.TSA_URLS;
    authority.stop();
    expect(level).toBe('B-T');
    const timestamp = { time: '2026-03-04T05:06:09.000Z', authority: 'CN=Test time' };
    expect(await check(bytes)).toMatchObject({ ...HOLDS, timestamp });
  });

  test('breaks with any byte of the file, its own digits aside', async () => {
    const text = Buffer.from(sealed).toString('latin1');
    const [from, to] = [text.indexOf('<', text.indexOf('/Contents <')), text.indexOf('>', text.indexOf('/Contents <'))];
    const outside = fc.oneof(fc.nat(from - 1), fc.integer({ min: to + 1, max: sealed.length - 1 }));
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

  test('does not cover what was added', async () => {
    const added = withUpdate(sealed, { 50: '<< /Added true >>' });
    expect(await check(added)).toMatchObject({ valid: true, fits: true, coversWholeFile: false });
    const trailing = Buffer.concat([sealed, Buffer.from('\n%more')]);
    expect(await check(trailing)).toMatchObject({ valid: true, coversWholeFile: false });
  });

  test('is about the document alone: content of its own, which would hide any change, is refused', async () => {
    const [signature] = await readSignatures(sealed);
    const cms = signature?.cms ?? new Uint8Array();
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

  test('that is any bytes is none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await checkCms(bytes, bytes)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  test('is none in a file that can not be read', async () => {
    expect(await readSignatures(plain)).toEqual([]);
    expect(await readSignatures(Buffer.from('%PDF-1.7 nothing'))).toEqual([]);
  });
});
