import { X509Certificate } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { mergePdfs } from '../../lib/pdf/file/merge.ts';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { encodePng } from '../../lib/pdf/images/png.ts';
import { sealPdf, stampAndSeal } from '../../lib/pdf/seal/seal.ts';
import { expectSealed, signaturesIn } from './expect-sealed.ts';
import { hybrid, LETTER, pagesOf, stream, withStreams, withTable, withUpdate } from './make-pdf.ts';
import { qpdf, qpdfCheck, useSealKey } from './tools.ts';

const options = { reason: 'All parties have signed', signingTime: new Date('2026-03-04T05:06:07Z') };
const plain = withTable(pagesOf(LETTER, `${LETTER} /Rotate 90`, `${LETTER} /CropBox [50 50 300 300]`));

/** A text at the lower left corner of a page. */
const stampOn = (page: number) => ({
  page,
  x: 20,
  y: 20,
  width: 100,
  height: 15,
  type: 'textbox' as const,
  value: 'Ävalue',
});

let forget = (): void => undefined;
beforeAll(async () => {
  forget = await useSealKey();
});
afterAll(() => forget());

describe('a seal', () => {
  it.each([
    ['a classic table', plain],
    ['cross-reference and object streams', withStreams(pagesOf(LETTER, LETTER))],
    ['a hybrid cross-reference', hybrid(pagesOf(LETTER, LETTER))],
    [
      'incremental updates',
      withUpdate(withUpdate(plain, { 3: stream('0 g 1 1 9 9 re f') }), {
        12: `<< /Type /Page /Parent 2 0 R /Contents 3 0 R ${LETTER} >>`,
      }),
    ],
    [
      'content that looks like a placeholder',
      withTable({ ...pagesOf(LETTER), 3: stream('% /ByteRange [0 ********** ********** **********] /Contents <00>') }),
    ],
    ["qpdf's object streams", qpdf(plain, '--object-streams=generate')],
    ['linearization', qpdf(plain, '--linearize')],
    ["qpdf's own writing", qpdf(plain, '--qdf')],
  ])('covers the whole of a file with %s', async (_name, bytes) => {
    const sealed = await sealPdf(bytes, options);
    expectSealed(sealed.bytes);
    expect(sealed.level).toBe('B-B');
    expect(sealed.sha256).toBe(sha256(sealed.bytes));
  });

  it('states the reason and the time it was given', async () => {
    const { bytes } = await sealPdf(plain, { ...options, reason: 'Signed (all of them) – Grüße', location: 'Zürich' });
    const field = (await PDF.load(bytes)).getForm()?.getSignatureFields()[0];
    const signature = field?.getSignatureDict();
    expect(signature?.getString('Reason')?.asString()).toBe('Signed (all of them) – Grüße');
    expect(signature?.getString('Location')?.asString()).toBe('Zürich');
    expect(signature?.getString('M')?.asString()).toContain('20260304050607');
    // The PDF states the time: ETSI EN 319 142-1 forbids the attribute signing-time (1.2.840.113549.1.9.5) beside it.
    expect(Buffer.from(bytes).toString('latin1').toLowerCase()).not.toContain('2a864886f70d010905');
  });

  it('covers stamps too, and one changed byte breaks it', async () => {
    const { bytes } = await stampAndSeal(plain, [1, 2, 3].map(stampOn), options);
    expectSealed(bytes);
    const changed = Uint8Array.from(bytes);
    const at = Buffer.from(bytes).indexOf('/MediaBox [') + 11;
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => expectSealed(changed)).toThrow('the digest is not that of the content');
  });

  it('is appended as one revision to the file, which is unchanged', async () => {
    for (const file of [
      plain,
      withStreams(pagesOf(LETTER)),
      hybrid(pagesOf(LETTER)),
      withTable(pagesOf(LETTER)).slice(0, -1),
    ]) {
      const { bytes } = await stampAndSeal(file, [stampOn(1)], options);
      expect(Buffer.from(bytes.subarray(0, file.length)).equals(file)).toBe(true);
      const added = Buffer.from(bytes.subarray(file.length)).toString('latin1');
      expect(added.match(/%%EOF/g)).toHaveLength(1);
      expect(added.slice(added.indexOf('/ByteRange'))).toMatch(/^\/ByteRange \[0 \d+ +\d+ +\d+ *\]/);
    }
  });

  it('finds its own place, even if the document contains look-alikes', async () => {
    const decoy = '/ByteRange [0 9999999999 9999999999 9999999999] /Contents <00>';
    const file = withTable(pagesOf(`${LETTER} /PieceInfo << ${decoy} >>`));
    expectSealed((await stampAndSeal(file, [stampOn(1)], options)).bytes);
  });

  it('is refused if a page would look different outside the fields', async () => {
    // The page draws objects that the file lacks: a stamped picture would become one of them, and be seen twice.
    const later = [11, 12, 13, 14, 15, 16];
    const names = later.map((number) => `/L${number} ${number} 0 R`).join(' ');
    const file = withTable({
      ...pagesOf(`${LETTER} /Resources << /XObject << ${names} >> >>`),
      3: stream(later.map((number) => `q 99 0 0 99 300 300 cm /L${number} Do Q`).join(' ')),
    });
    const image = encodePng(Uint8Array.of(255, 0, 0, 255), 1, 1, 'rgba');
    const signature = { ...stampOn(1), type: 'signature' as const, value: 'signed', image };
    await expect(stampAndSeal(file, [signature], options)).rejects.toThrow(
      'Page 1 would be sealed with other content than was shown',
    );
  });

  it('doesn’t change other objects: numbers, strings and names are written as they were read', async () => {
    const exact = '/Resources << /Small 0.0000012345 /Text (\\377\\000) /Name /A#20B#2F >>';
    const { bytes } = await stampAndSeal(withTable(pagesOf(`${LETTER} ${exact}`)), [stampOn(1)], options);
    const resources = (await openPdf(bytes)).pages[0]?.dict.getDict('Resources');
    expect(resources?.getNumber('Small')?.value).toBe(0.0000012345);
    expect(resources?.getString('Text')?.bytes).toEqual(Uint8Array.of(255, 0));
    expect(resources?.getName('Name')?.value).toBe('A B/');
  });

  it('adds little more to a short document than the signature and the certificate in it', async () => {
    const { bytes } = await sealPdf(plain, options);
    const [, digits = ''] = /\/Contents <([0-9a-f]+)>/.exec(Buffer.from(bytes).toString('latin1')) ?? [];
    const unused = /(00)*$/.exec(digits)?.[0].length ?? 0;
    expect((digits.length - unused) / 2).toBeGreaterThan(1000);
    expect(unused / 2).toBeLessThan(600);
    expect(bytes.length - plain.length).toBeLessThan(8000);
  });

  it('by an elliptic key is as valid', async () => {
    const forgetElliptic = await useSealKey('EC');
    expectSealed((await sealPdf(plain, options)).bytes);
    forgetElliptic();
    forget = await useSealKey();
  });

  it("contains its certificate's chain, and uses a new certificate without a restart", async () => {
    const own = process.env.SEAL_CERTIFICATE ?? '';
    const forgetOther = await useSealKey('EC');
    const other = process.env.SEAL_CERTIFICATE ?? '';
    forgetOther();
    forget = await useSealKey();
    const [before, after] = [await sealPdf(plain, options), process.env.SEAL_CERTIFICATE ?? ''];
    process.env.SEAL_CERTIFICATE = `${after}${other}`;
    const chained = await sealPdf(plain, options);
    const holds = (bytes: Uint8Array, pem: string): boolean =>
      Buffer.from(bytes).toString('latin1').includes(new X509Certificate(pem).raw.toString('hex'));
    expectSealed(before.bytes);
    expectSealed(chained.bytes);
    expect([own, after, other].map((pem) => holds(before.bytes, pem))).toEqual([false, true, false]);
    expect([own, after, other].map((pem) => holds(chained.bytes, pem))).toEqual([false, true, true]);
  });

  it('of a large file takes memory for one copy of it, not for two', async () => {
    const content = '0 0 m 1 1 l S\n'.repeat(300_000);
    const { bytes } = await sealPdf(withTable({ ...pagesOf(LETTER), 3: stream(content) }), options);
    expect(bytes.buffer.byteLength).toBeLessThan(1.5 * bytes.length);
  });
});

describe('the combined copy', () => {
  it('has the pages of all, in order, and no seal that would be invalid', async () => {
    const { bytes: sealed } = await sealPdf(plain, options);
    const merged = await mergePdfs([sealed, withStreams(pagesOf(LETTER, LETTER)), sealed]);
    expect((await PDF.load(merged)).getPageCount()).toBe(8);
    expect(qpdfCheck(merged)).toContain('No syntax');
    expect(signaturesIn(merged)).toEqual([]);
  });

  it('keeps names whose bytes are not UTF-8', async () => {
    const named = withTable(pagesOf(`${LETTER} /Resources << /Font << /F#E9#2F 3 0 R >> >>`));
    const merged = Buffer.from(await mergePdfs([named])).toString('latin1');
    expect(merged).toContain('/F#E9#2F');
  });

  it("keeps each page's box and rotation", async () => {
    const merged = await mergePdfs([
      withTable({ ...pagesOf(''), 2: `<< /Type /Pages /Kids [10 0 R] /Count 1 ${LETTER} /Rotate 90 >>` }),
    ]);
    const page = (await PDF.load(merged)).getPage(0);
    expect(page?.rotation).toBe(90);
    expect(page?.getMediaBox()).toMatchObject({ x: 0, y: 0, width: 612, height: 792 });
  });
});
