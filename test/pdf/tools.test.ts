import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealPdf } from '../../lib/pdf/seal/seal.ts';
import { expectSeal, expectSealed, signaturesIn } from './expect-sealed.ts';
import { LETTER, pagesOf, stream, withTable, withUpdate } from './make-pdf.ts';
import { qpdf, qpdfCheck, textsOf, useSealKey } from './tools.ts';
import { pdfiumText, runQpdf } from './wasm-tools.ts';

const plain = withTable(pagesOf(LETTER));
const options = { reason: 'For the test', signingTime: new Date('2026-03-04T05:06:07Z') };

describe('qpdf, as it comes with the packages', () => {
  test('finds a sound file sound and a damaged one damaged', () => {
    expect(qpdfCheck(plain)).toContain('No syntax or stream encoding errors');
    expect(qpdfCheck(plain.slice(0, plain.length - 100))).toContain("can't find startxref");
    const broken = stream('x\u009c not packed', '/Filter /FlateDecode');
    expect(qpdfCheck(withTable({ ...pagesOf(LETTER), 3: broken }))).not.toContain('No syntax or stream');
  });

  test('says why it can’t write a file', () => {
    expect(() => qpdf(Buffer.from('Dear Sir or Madam'))).toThrow("can't find PDF header");
    expect(() => qpdf(plain, '--no-such-option')).toThrow('no-such-option');
  });

  test('works again after a run that died', () => {
    const dies = { args: ['--version'], files: { '/no/such/folder/x.pdf': plain } };
    expect(() => runQpdf(dies)).toThrow('qpdf died');
    expect(qpdfCheck(plain)).toContain('No syntax or stream encoding errors');
  });
});

describe('readers of text', () => {
  test('find what a page says', () => {
    const font = '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
    const said = withTable({ ...pagesOf(`${LETTER} ${font}`), 3: stream('BT /F 12 Tf 72 700 Td (Dear Ada) Tj ET') });
    for (const text of textsOf(said)) expect(text.trim()).toBe('Dear Ada');
  });

  test('throw if there is nothing to read', () => {
    expect(() => pdfiumText(Buffer.from('nothing'))).toThrow("PDFium can't read the text");
  });
});

describe.each(['RSA', 'EC'] as const)('the checker of seals, for a seal by a key of %s,', (kind) => {
  let sealed: Buffer;
  let other: Buffer;
  let forget = (): void => undefined;
  beforeAll(async () => {
    forget = await useSealKey(kind);
    const seal = async (reason: string) => Buffer.from((await sealPdf(plain, { ...options, reason })).bytes);
    [sealed, other] = [await seal('For the test'), await seal('For another')];
  });
  afterAll(() => forget());

  /** The place of the seal's digits. */
  const digits = (bytes: Buffer): [from: number, to: number] => {
    const from = bytes.indexOf('/Contents <') + '/Contents <'.length;
    return [from, bytes.indexOf('>', from)];
  };

  test('answers the certificate of a valid seal', () => {
    expect(expectSealed(sealed).subject).toContain('CN=Countersign test seal');
  });

  test('throws if a byte of the file has changed', () => {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(changed.indexOf('612')) ^ 1, changed.indexOf('612'));
    expect(() => expectSealed(changed)).toThrow('the digest is not that of the content');
  });

  test('throws if the signature is that of another file', () => {
    const moved = Buffer.from(sealed);
    other.copy(moved, digits(moved)[0], ...digits(other));
    expect(() => expectSealed(moved)).toThrow('the digest is not that of the content');
  });

  test('throws if the key did not sign', () => {
    const forged = Buffer.from(sealed);
    const [from, to] = digits(forged);
    const last = from + forged.subarray(from, to).toString('latin1').replace(/0+$/, '').length - 3;
    forged.write(forged.toString('latin1', last, last + 1) === '5' ? '6' : '5', last, 'latin1');
    expect(() => expectSealed(forged)).toThrow("the signature is not of the certificate's key");
  });

  test('throws if something was added, behind the file or in the padding', () => {
    const added = withUpdate(sealed, { 99: '<< /Added true >>' });
    expect(() => expectSeal(added)).toThrow('the whole file');
    const padded = Buffer.from(sealed);
    padded.write('41', digits(padded)[1] - 2, 'latin1');
    expect(() => expectSealed(padded)).toThrow('something follows the signature');
  });

  test('throws if there is no seal, or more than one', () => {
    expect(() => expectSealed(plain)).toThrow('there are 0 signatures');
    const field = '<< /FT /Sig /T (other) /V 99 0 R >>';
    const twice = withUpdate(sealed, { 98: field, 99: '<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>' });
    expect(signaturesIn(twice)).toHaveLength(2);
    expect(() => expectSealed(twice)).toThrow('there are 2 signatures');
  });
});
