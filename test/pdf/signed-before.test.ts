import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFingerprint } from '../../lib/aws/keys/fingerprint.ts';
import { sealSigner } from '../../lib/aws/keys/seal-signer.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { takeInPdf } from '../../lib/pdf/intake/intake.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { readSignatures } from '../../lib/pdf/seal/read-signatures.ts';
import { stampAndSeal } from '../../lib/pdf/seal/seal.ts';
import { newBudget } from '../../lib/pdf/threads/budget.ts';
import { checkSeal } from '../../lib/signing/validation/check-seal.ts';
import { trustInPlatform } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { LETTER, pagesOf, stream, withStreams, withTable, withUpdate } from './make-pdf.ts';
import { signAs } from './sign-as.ts';
import { qpdfCheck, qpdfObjects, useSealKey } from './tools.ts';

let forget = (): void => undefined;
beforeAll(async () => {
  forget = await useSealKey();
});
afterAll(() => forget());

const plain = withTable(pagesOf(LETTER, `${LETTER} /Rotate 90`));
const takeIn = (bytes: Uint8Array) => takeInPdf(bytes, 'a.pdf', newBudget());
const options = { reason: 'All have signed', signingTime: new Date('2026-03-04T05:06:07Z') };
const values = [1, 2].map((page) => ({
  page,
  x: 200,
  y: 300,
  width: 100,
  height: 20,
  type: 'textbox' as const,
  value: `Value ${page}`,
}));

/** The reason of a refusal. */
const refusal = async (bytes: Uint8Array): Promise<string> => {
  try {
    await takeIn(bytes);
  } catch (error) {
    return String(error);
  }
  throw new Error('It was taken');
};

const ownCertificate = async (): Promise<X509Certificate> => new X509Certificate((await sealSigner()).certificate);
const ownKey = async (): Promise<string> => keyFingerprint((await ownCertificate()).publicKey);

/** The checks that the verifier of files makes of a file, with trust in the platform's seal. */
const found = async (bytes: Uint8Array): Promise<string[]> => {
  const seal_certificates = [{ sha256: sha256((await ownCertificate()).raw) }];
  const trust = await trustInPlatform({ seal_certificates, time_stamp_certificates: [] });
  const { files } = await verifyFiles([{ name: 'a', bytes: Uint8Array.from(bytes) }], trust);
  return files.flatMap(({ findings }) => findings.map(({ check }) => check));
};

describe('a document that is signed already', () => {
  test.each([
    ['a cross-reference table', plain],
    ['cross-reference streams', withStreams(pagesOf(LETTER, LETTER))],
  ])('with %s is taken as it is, and says who signed it', async (_, bytes) => {
    const sent = await signAs(bytes);
    const { bytes: record, rewritten, signatures } = await takeIn(sent);
    expect(record).toBe(sent);
    expect(rewritten).toEqual([]);
    expect(signatures).toEqual([
      {
        field: 'Law firm',
        kind: 'signature',
        signer: 'Countersign test seal',
        signed_at: '2026-01-02T03:04:05.000Z',
        is_proven: false,
        permits: 'signing',
      },
    ]);
  });

  test.each([1, 2, 3] as const)(
    'that is certified at level %s is refused by name, or may get no field',
    async (level) => {
      const sent = await signAs(plain, { certifies: level });
      if (level > 1) expect((await takeIn(sent)).signatures).toMatchObject([{ permits: 'filling' }]);
      else expect(await refusal(sent)).toContain('Countersign test seal (in the field “Law firm”) permits no changes');
    },
  );

  test('is refused where a signature locks all fields or all but some, and taken where it locks others', async () => {
    for (const locks of ['All', 'Exclude'] as const) {
      expect(await refusal(await signAs(plain, { locks }))).toContain('permits no changes, not even another signature');
    }
    expect((await takeIn(await signAs(plain, { locks: 'Include' }))).signatures).toMatchObject([
      { permits: 'signing' },
    ]);
  });

  test('is refused where a byte changed, and where a page was changed behind the signature', async () => {
    const sent = await signAs(plain);
    const changed = Uint8Array.from(sent);
    changed[Buffer.from(sent).indexOf('100 100 50 50') + 1] = 0x31;
    expect(await refusal(changed)).toContain("doesn't match the document");
    const covered = withUpdate(sent, { 3: stream('0 g 200 200 90 90 re f') });
    expect(await refusal(covered)).toContain('page 1 was changed after the signature of Countersign test seal');
  });

  test.each([
    ['no room for the signature', (text: string) => text.replace(/\/Contents <[0-9a-f]+>/, '/Contents 7')],
    ['a range that begins later', (text: string) => text.replace('/ByteRange [0', '/ByteRange [9')],
    [
      'a range that leaves out more',
      (text: string) => text.replace(/(\/ByteRange \[0 )(\d+)/, (_, a, b) => `${a}${b - 9}`),
    ],
  ])('is refused with %s', async (_, change) => {
    const sent = Buffer.from(await signAs(plain)).toString('latin1');
    expect(await refusal(Uint8Array.from(Buffer.from(change(sent), 'latin1')))).toMatch(/doesn't match|structure/);
  });

  test('is refused where it would have to be changed, and where its form runs scripts', async () => {
    const scripted = withTable({
      ...pagesOf(`${LETTER} /AA << /O << /S /JavaScript /JS (app.alert\\(1\\)) >> >>`),
    });
    expect(await refusal(await signAs(scripted))).toContain(
      'would break that signature: scripts and actions were removed',
    );
    const form = withTable({
      ...pagesOf(`${LETTER} /Annots [30 0 R]`),
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [30 0 R] >> >>',
      30: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (A) /Rect [9 9 99 29] /AA << /K << /S /JavaScript /JS (1) >> >> >>',
    });
    expect(await refusal(await signAs(form))).toContain('its form runs scripts');
  });
});

describe('its seal', () => {
  test('is appended, shows all values in fields of its own, and leaves pages and signatures as they were', async () => {
    const sent = await signAs(plain);
    const { bytes } = await stampAndSeal(sent, values, options);
    expect(Buffer.compare(bytes.subarray(0, sent.length), sent)).toBe(0);
    expect(qpdfCheck(bytes)).toMatch(/No syntax or stream encoding errors found/);
    const [before, after] = [qpdfObjects(sent), qpdfObjects(bytes)] as Record<string, Record<string, unknown>>[];
    for (const [name, object] of Object.entries(before ?? {})) {
      const { '/Annots': _, ...now } = after?.[name] ?? {};
      if (object?.['/Type'] === '/Page') expect(now).toEqual(object);
    }
    const except = new Map(
      values.map(({ page, ...box }) => [page, [{ ...box, x: 198, y: 298, width: 104, height: 24 }]]),
    );
    expect(await comparePages(sent, bytes, { except })).toEqual([]);
    expect((await comparePages(sent, bytes)).map(({ page }) => page)).toEqual([1, 2]);
    const read = await readSignatures(bytes);
    expect(read.map(({ field, end }) => [field, end])).toEqual([
      ['Law firm', sent.length],
      ['Countersign seal', bytes.length],
    ]);
  });

  test.each([
    ['a cross-reference table', plain],
    ['cross-reference streams', withStreams(pagesOf(LETTER, LETTER))],
  ])('states no fewer objects than the file that was sent, where that promised more, with %s', async (_, bytes) => {
    const more = Buffer.from(bytes)
      .toString('latin1')
      .replace(/\/Size \d+/, '/Size 100');
    const { bytes: sealed } = await stampAndSeal(await signAs(Buffer.from(more, 'latin1')), values, options);
    const stated = [
      ...Buffer.from(sealed)
        .toString('latin1')
        .matchAll(/\/Size (\d+)/g),
    ].map(([, size]) => Number(size));
    expect(qpdfCheck(sealed)).toMatch(/No syntax or stream encoding errors found/);
    expect(stated.length).toBeGreaterThan(2);
    expect(stated).toEqual(stated.toSorted((a, b) => a - b));
  });

  test('is found intact beside what came before, by the server and by the verifier', async () => {
    const sent = await signAs(plain);
    const { bytes } = await stampAndSeal(sent, values, options);
    const sealKeys = [await ownKey()];
    const { state, signatures } = await checkSeal(bytes, { sealKeys, isKnown: false });
    expect(state).toBe('intact');
    expect(signatures).toMatchObject([
      { field: 'Law firm', intact: true, ours: false, later: ['Countersign seal'] },
      { field: 'Countersign seal', intact: true, ours: true, covers_whole_file: true, later: [] },
    ]);
    expect(await found(bytes)).toEqual(['unchanged', 'sealerKnown', 'timeOfServer', 'signedBefore']);
    const changed = Uint8Array.from(bytes);
    changed[Buffer.from(bytes).indexOf('100 100 50 50') + 1] = 0x31;
    expect(await found(changed)).toContain('changed');
    expect(await found(changed)).toContain('signedBeforeBad');
  });

  test('holds for a document that was sealed here before and is sent again', async () => {
    const first = await stampAndSeal(plain, values, options);
    const again = await takeIn(first.bytes);
    expect(again.bytes).toBe(first.bytes);
    const { bytes } = await stampAndSeal(
      again.bytes,
      values.map((value) => ({ ...value, y: 400 })),
      options,
    );
    const { state, signatures } = await checkSeal(bytes, { sealKeys: [await ownKey()], isKnown: false });
    expect([state, signatures.map(({ field, later }) => [field, later])]).toEqual([
      'intact',
      [
        ['Countersign seal', ['Countersign seal 2']],
        ['Countersign seal 2', []],
      ],
    ]);
    expect(await found(bytes)).toEqual(['unchanged', 'sealerKnown', 'timeOfServer', 'signedBefore']);
  });
});
