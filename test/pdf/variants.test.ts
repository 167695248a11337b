import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { keyFingerprint } from '../../lib/aws/keys/fingerprint.ts';
import { sealCertificates } from '../../lib/aws/keys/seal-signer.ts';
import { Failure } from '../../lib/base/errors.ts';
import { mergePdfs } from '../../lib/pdf/file/merge.ts';
import { takeInPdf } from '../../lib/pdf/intake/intake.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { readTexts, viewPages } from '../../lib/pdf/pdfium/render.ts';
import { stampAndSeal } from '../../lib/pdf/seal/seal.ts';
import { newBudget } from '../../lib/pdf/threads/budget.ts';
import { checkSeal } from '../../lib/signing/validation/check-seal.ts';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { expectSeal } from './expect-sealed.ts';
import { hybrid, LETTER, type Objects, pagesOf, stream, withStreams, withTable, withUpdate } from './make-pdf.ts';
import { packLzw } from './pack-lzw.ts';
import { qpdf, textsOf, useSealKey } from './tools.ts';

const latin = (data: Uint8Array): string => Buffer.from(data).toString('latin1');
const fileOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf16 = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const flate = (text: string): Buffer => deflateSync(Buffer.from(text, 'latin1'));
const hex = (data: Uint8Array): string => `${Buffer.from(data).toString('hex')}>`;
const words = (text: string): string => `BT /F 20 Tf 72 600 Td (${text}) Tj ET`;

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const page = (content: string, resources = '', more: Objects = {}, entries = ''): Objects => ({
  ...pagesOf(`${LETTER} /Resources << /Font << /F 4 0 R >> ${resources} >> ${entries}`),
  3: stream(content),
  4: HELVETICA,
  ...more,
});
/** A page with other entries in place of its own. */
const leaf = (entries: string, more: Objects = {}): Objects =>
  page(words('Rent 900'), '', { 10: `<< /Type /Page /Parent 2 0 R /Contents 3 0 R ${entries} >>`, ...more });
const FONT = '/Resources << /Font << /F 4 0 R >> >>';
/** A page whose content has this number for the width of a red box. */
const width = (number: string): Objects => page(`1 0 0 rg 300 300 ${number} 50 re f 0 g ${words('Rent 900')}`);

const annotated = (annotation: string, more: Objects = {}): Objects => ({
  ...pagesOf(`${LETTER} /Annots [30 0 R]`),
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /NeedAppearances true /Fields [30 0 R] /DA (/F 12 Tf 0 g) /DR << /Font << /F 4 0 R >> >> >> >>',
  3: stream(''),
  4: HELVETICA,
  30: `<< /Type /Annot /F 4 /Rect [100 100 400 140] /DA (/F 12 Tf 0 g) ${annotation} >>`,
  ...more,
});
const form = (content: string, entries = ''): string =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${entries}`);
/** The look of a field. */
const state = (text: string): string =>
  stream(`BT /F 12 Tf 10 10 Td (${text}) Tj ET`, `/Type /XObject /Subtype /Form /BBox [0 0 300 40] ${FONT}`);
const cmap = (pairs: string): string =>
  stream(`begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${pairs} endcmap`);

/** A page whose content object 5 names: 7 in its newest version. */
const priced: Objects = {
  ...page('', '', { 5: '[7 0 R]', 7: stream(words('Rent 900')), 8: stream(words('Rent 100')) }),
  10: `<< /Type /Page /Parent 2 0 R ${LETTER} ${FONT} /Contents 5 0 R >>`,
};
const row = (offset: number, kind: string): string => `${String(offset).padStart(10, '0')} 00000 ${kind} \n`;
const withRows = (file: Uint8Array, rows: string): Uint8Array =>
  fileOf(latin(file).replace(/trailer\n(?!.*trailer\n)/s, `${rows}trailer\n`));
const shadowing = hybrid({ ...priced, 9: stream('5 0 obj\n[8 0 R]\nendobj') });
const elsewhere = (): Uint8Array => {
  const file = latin(withTable(priced));
  const place = String(file.indexOf('8 0 obj')).padStart(10, '0');
  return fileOf(file.replace(/\n7 1\n\d{10}/, `\n7 1\n${place}`));
};
const split = (...parts: string[]): Objects => ({
  ...page('', '', {
    10: `<< /Type /Page /Parent 2 0 R ${LETTER} ${FONT} /Contents [${parts.map((_, at) => `${20 + at} 0 R`).join(' ')}] >>`,
  }),
  ...Object.fromEntries(parts.map((part, at) => [20 + at, stream(part)])),
});
const composite = (more: string): Objects => ({
  5: `<< /Type /Font /Subtype /Type0 /BaseFont /Kozuka /Encoding /UniJIS-UCS2-H /DescendantFonts [6 0 R] ${more} >>`,
  6: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Kozuka /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 4 >> /FontDescriptor 7 0 R >>',
  7: '<< /Type /FontDescriptor /FontName /Kozuka /Flags 7 >>',
});
const typeThree = (glyph: string): Objects =>
  page(`BT /T 20 Tf 72 500 Td (a) Tj ET ${words('Rent 900')}`, '', {
    5: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [600] >>',
    6: stream(glyph),
    10: `<< /Type /Page /Parent 2 0 R ${LETTER} /Contents 3 0 R /Resources << /Font << /F 4 0 R /T 5 0 R >> >> >>`,
  });

const TWO = 'readers could take it in two ways';
const TEXTS = 'texts for reading aloud contradicted what pages show';
const NUMBERS = 'numbers that readers take in two ways were written plainly';
const PIECES = 'pieces of its content that readers join in two ways became one';
const LACKED = 'a font that it lacks was added';
const DISORDER = 'its pages were in disorder';
const FIELDS = 'form fields became part of the pages';
const NEW_FONTS = 'texts were set in fonts that have all their letters';

/** A file, the reasons for which it is written again, and a text that is read of its sealed pages. */
type Sealed = [name: string, file: Objects | Uint8Array, reasons: string[], text?: string];

const SEALED: Sealed[] = [
  [
    'a filter under its escaped key',
    page('', '', { 3: stream(latin(flate(words('Rent 900'))), '/Fil#74er /FlateDecode') }),
    [],
  ],
  [
    'a filter that is a reference',
    page('', '', {
      3: stream(latin(flate(`q .5 0 0 .5 0 0 cm ${words('Rent 900')}`)), '/Filter 9 0 R'),
      9: '/FlateDecode',
    }),
    [],
  ],
  [
    'filters and parameters that are references',
    page('', '', {
      3: stream(hex(flate(words('Rent 900'))), '/Filter [8 0 R 9 0 R] /DecodeParms [null 6 0 R]'),
      6: '<< /Predictor 1 >>',
      8: '/ASCIIHexDecode',
      9: '/FlateDecode',
    }),
    [],
  ],
  ['short names of filters', page('', '', { 3: stream(hex(flate(words('Rent 900'))), '/Filter [/AHx /Fl]') }), []],
  [
    'content packed by LZW that leaves a state open',
    page('', '', {
      3: stream(
        latin(packLzw(Buffer.from(`q .5 0 0 .5 0 0 cm ${'5 5 m 9 9 l S\n'.repeat(400)}${words('Rent 900')}`))),
        '/Filter /LZWDecode',
      ),
    }),
    [],
  ],
  ['an object that is free to old readers', withRows(hybrid(priced), `5 1\n${row(0, 'f')}`), [TWO]],
  [
    'an object that is another one to old readers',
    withRows(shadowing, `5 1\n${row(latin(shadowing).indexOf('5 0 obj\n[8'), 'n')}`),
    [TWO],
  ],
  ['a table that leads to another object', elsewhere(), [TWO], ''],
  [
    'a table that states another generation',
    fileOf(latin(withUpdate(withTable(priced), { 5: '[7 0 R]' })).replace(/\n5 1\n(\d{10}) 00000/g, '\n5 1\n$1 00001')),
    [TWO],
  ],
  [
    'content that is named twice',
    { ...priced, 10: `<< /Type /Page /Parent 2 0 R ${LETTER} ${FONT} /Contents 8 0 R /Contents 7 0 R >>` },
    [TWO],
  ],
  [
    'the same in an object stream',
    withStreams({ ...priced, 10: `<< /Type /Page /Parent 2 0 R ${LETTER} ${FONT} /Contents 8 0 R /Contents 7 0 R >>` }),
    [TWO],
  ],
  ['resources that are named twice', page(words('Rent 900'), '', {}, '/Resources << >>'), [LACKED]],
  ['a trailer with a key twice', withTable(priced, '/Root 1 0 R'), [TWO]],
  ['an update that replaces the content', withUpdate(withTable(priced), { 5: '[8 0 R]' }), [], 'Rent 100'],
  [
    'a font whose codes are half of them others',
    page(words('Rent 900'), '', {
      4: HELVETICA.replace('>>', '/ToUnicode 6 0 R >>'),
      6: cmap('3 beginbfchar <39> <0031> <30> <0030> <52> <0052> endbfchar'),
    }),
    [TEXTS],
  ],
  [
    'a font whose codes have no end',
    page(words('Rent 900'), '', {
      4: HELVETICA.replace('>>', '/ToUnicode 6 0 R >>'),
      6: cmap('1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange'),
    }),
    [TEXTS],
  ],
  [
    'a text that stands in and is half wrong',
    page(`/Span << /ActualText (Rent 901) >> BDC ${words('Rent 900')} EMC`),
    [TEXTS],
  ],
  ['a number after two signs', width('--100'), [NUMBERS]],
  ['two signs that differ', width('+-100'), [NUMBERS]],
  ['a sign within a number', width('100-50'), [NUMBERS]],
  ['two points', width('100.5.5'), [NUMBERS]],
  [
    'such a number in a form',
    page('/X Do', '/XObject << /X 5 0 R >>', { 5: form(`--3 w ${words('Rent 900')}`, FONT) }),
    [NUMBERS],
  ],
  ['such a number in a glyph', typeThree('600 0 --0 0 500 700 d1 0 0 500 700 re f'), [NUMBERS]],
  [
    'such a number in a matrix',
    page('/X Do', '/XObject << /X 5 0 R >>', { 5: form(words('Rent 900'), `/Matrix [1 0 0 1 10. --5] ${FONT}`) }),
    [TWO],
  ],
  [
    'such a number for a width',
    page(words('Rent 900'), '', {
      4: '<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FirstChar 48 /LastChar 49 /Widths [556 --300] /Encoding /WinAnsiEncoding >>',
    }),
    [TWO],
  ],
  ['unusual numbers that are right', page(`+3 w .05 -.0 4. 00.1 re f ${words('Rent 900')}`), []],
  [
    'numbers below 0.1',
    page(`0.09 0.05 0.01 rg .05 w 50 50 500 100 re B .02 .08 .03 .04 k 300 300 100 100 re f 0 g ${words('Rent 900')}`),
    [],
  ],
  ['content that ends within a word', split(`${words('Rent 900')} Q`, 'q 1 0 0 rg 9 9 50 50 re f'), [PIECES]],
  ['content that ends within a string', split('BT /F 20 Tf 72 600 Td (Rent', '900) Tj ET'), [PIECES]],
  ['content that ends between words', split(`${words('Rent 900')} Q\n`, 'q 1 0 0 rg 9 9 50 50 re f'), []],
  ['a font that the page lacks', leaf(LETTER), [LACKED]],
  ['resources of the parent', leaf('', { 2: `<< /Type /Pages /Kids [10 0 R] /Count 1 ${FONT} ${LETTER} >>` }), []],
  [
    'a parent that doesn’t list the page',
    leaf(`${LETTER} ${FONT}`, {
      10: `<< /Type /Page /Parent 20 0 R /Contents 3 0 R ${LETTER} ${FONT} >>`,
      20: '<< /Type /Pages /Kids [] /Count 0 /Rotate 180 >>',
    }),
    [DISORDER],
  ],
  [
    'a number of pages below zero',
    leaf(`${LETTER} ${FONT}`, { 2: '<< /Type /Pages /Kids [10 0 R] /Count -1 >>' }),
    [DISORDER],
  ],
  [
    'a page that is a stream',
    page(words('Rent 900'), '', { 10: stream('', `/Type /Page /Parent 2 0 R ${LETTER} ${FONT} /Contents 3 0 R`) }),
    [DISORDER],
  ],
  ['a page without a box', leaf(FONT), [DISORDER]],
  ['a box of negative corners', leaf(`/MediaBox [-300 -400 312 792] ${FONT}`), []],
  ['a box of reversed corners', leaf(`/MediaBox [612 792 0 0] ${FONT}`), []],
  ['a box of references', leaf(`/MediaBox [0 0 20 0 R 21 0 R] ${FONT}`, { 20: '612', 21: '792' }), []],
  ['a page of 14,400 points', leaf(`/MediaBox [0 0 14400 14400] ${FONT}`), []],
  ['a page that is turned backwards', leaf(`/Rotate -270 ${LETTER} ${FONT}`), []],
  ['a page of larger units', leaf(`/UserUnit 2 ${LETTER} ${FONT}`), []],
  ['a linearized file', qpdf(withTable(priced), '--linearize'), []],
  [
    'a file that is encrypted without a password',
    qpdf(withTable(priced), '--encrypt', '', '', '256', '--'),
    ['it was encrypted without a password'],
  ],
  [
    'a layer that is off',
    {
      ...page(`/OC /L BDC ${words('Rent 100')} EMC ${words('Rent 900')}`, '/Properties << /L 40 0 R >>', {
        40: '<< /Type /OCG /Name (L) >>',
      }),
      1: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [40 0 R] /D << /OFF [40 0 R] >> >> >>',
    },
    ['its layers became fixed'],
  ],
  ['glyphs that are drawings', typeThree('600 0 0 0 500 700 d1 q q 0 0 500 700 re f'), []],
  [
    'forms that draw each other',
    page(`/X Do ${words('Rent 900')}`, '/XObject << /X 5 0 R >>', {
      5: form('0 0 20 20 re f /Y Do', '/Resources << /XObject << /Y 6 0 R >> >>'),
      6: form('30 0 20 20 re f /X Do', '/Resources << /XObject << /X 5 0 R >> >>'),
    }),
    [],
  ],
  [
    'a picture that nobody can read',
    page(`q 200 0 0 200 100 300 cm /X Do Q ${words('Rent 900')}`, '/XObject << /X 5 0 R >>', {
      5: stream(
        'x',
        '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode',
      ),
    }),
    [],
  ],
  [
    'escaped names',
    page(`/X#31 Do ${words('Rent 900')}`, '/XObject << /#58#31 5 0 R >>', { 5: form('1 0 0 rg 0 0 50 50 re f') }),
    [],
  ],
  [
    'escaped keys',
    page('', '', {
      3: stream(words('Rent 900')),
      10: '<< /#54ype /P#61ge /Parent 2 0 R /Media#42ox [0 0 612 792] /Cont#65nts 3 0 R /Re#73ources << /F#6fnt << /F 4 0 R >> >> >>',
    }),
    [],
  ],
  [
    'an object that the library reads without end',
    { ...priced, 1: '<< /Type /Catalog /Pages 2 0 R /X [ ) ] >>' },
    ['its structure was damaged'],
  ],
  [
    'the state of a check box',
    annotated('/Subtype /Widget /FT /Btn /T (a) /V /Yes /AS /Yes /AP << /N << /Yes 60 0 R /Off 61 0 R >> >>', {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [30 0 R] >> >>',
      60: state('Rent 900'),
      61: state('Rent 100'),
    }),
    [FIELDS],
  ],
  ...['สวัสดีครับ', 'नमस्ते क्षत्रिय', '日本語の契約書', 'שלום עולם', 'مرحبا بالعالم', 'Tiếng Việt', 'Łódź ğış'].flatMap(
    (text): Sealed[] => [
      [
        `a note without an appearance: ${text}`,
        annotated(`/Subtype /FreeText /Contents ${utf16(text)}`),
        ['annotations became part of the pages', FIELDS, NEW_FONTS],
        text,
      ],
      [
        `a field whose font lacks letters: ${text}`,
        annotated(`/Subtype /Widget /FT /Tx /T (a) /V ${utf16(text)}`),
        [FIELDS, NEW_FONTS],
        text,
      ],
    ],
  ),
  [
    'a note whose text is rich',
    annotated('/Subtype /FreeText /RC (<body><p>Rent &#57;00</p></body>)'),
    ['annotations became part of the pages', FIELDS, NEW_FONTS],
  ],
];

const REFUSED: [name: string, file: Objects | Uint8Array, reason: string][] = [
  [
    'a filter in a list',
    page('', '', { 3: stream('x', '/Filter [/BrotliDecode /FlateDecode]') }),
    "it is packed in a way that isn't supported (BrotliDecode)",
  ],
  [
    'a filter that is a reference',
    page('', '', { 3: stream('x', '/Filter 9 0 R'), 9: '/ZstdDecode' }),
    "it is packed in a way that isn't supported (ZstdDecode)",
  ],
  [
    'an escaped filter',
    page('', '', { 3: stream('x', '/Filter /Brotli#44ecode') }),
    "it is packed in a way that isn't supported (BrotliDecode)",
  ],
  [
    'a filter of another name',
    page('', '', { 3: stream('x', '/Filter /Foo') }),
    "it is packed in a way that isn't supported (Foo)",
  ],
  [
    'the filter of a font',
    page(words('a'), '', {
      4: '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+X /FontDescriptor 6 0 R >>',
      6: '<< /Type /FontDescriptor /FontName /ABCDEF+X /Flags 4 /FontFile2 7 0 R >>',
      7: stream('x', '/Filter /BrotliDecode'),
    }),
    "it is packed in a way that isn't supported (BrotliDecode)",
  ],
  ['an exponent', width('1e2'), 'page 1 has a number (1e2), which viewers show differently'],
  [
    'a number that is too large',
    width('99999999999'),
    'page 1 has a number (99999999999), which viewers show differently',
  ],
  [
    'Polish and Turkish letters in a font that isn’t in the file',
    page('BT /F 20 Tf 72 600 Td (\\001\\002) Tj ET', '', {
      4: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [1 /aogonek /gbreve] >> >>',
    }),
    "page 1 shows letters (ą ğ) in a font that isn't in the file, which viewers show differently",
  ],
  [
    'Cyrillic letters by number',
    page('BT /F 20 Tf 72 600 Td (\\001) Tj ET', '', {
      4: '<< /Type /Font /Subtype /TrueType /BaseFont /Arial /Encoding << /Differences [1 /afii10017] >> >>',
    }),
    "page 1 shows letters in a font that isn't in the file, which viewers show differently",
  ],
  [
    'Japanese letters',
    page('BT /J 20 Tf 72 600 Td <65E5672C> Tj ET', '', {
      ...composite(''),
      10: `<< /Type /Page /Parent 2 0 R ${LETTER} /Contents 3 0 R /Resources << /Font << /J 5 0 R >> >> >>`,
    }),
    "page 1 shows letters in a font that isn't in the file, which viewers show differently",
  ],
  [
    'a page of two million points',
    leaf(`/MediaBox [0 0 2000000 792] ${FONT}`),
    'page 1 has a page box beyond 1000000 points',
  ],
  ['a password', qpdf(withTable(priced), '--encrypt', 'u', 'o', '256', '--'), 'it is protected by a password'],
];

const bytesOf = (file: Objects | Uint8Array): Uint8Array => (file instanceof Uint8Array ? file : withTable(file));
/** Letters in the order of their code: how a line from the right is written isn't what these tests are about. */
const letters = (text: string): string[] => [...new Set(text.normalize('NFKC').replace(/\s/g, ''))];

describe('an unusual file is sealed with the text and the look that it has', () => {
  beforeAll(() => useSealKey());

  it.each(SEALED)('%s', async (_name, file, reasons, text = 'Rent 900') => {
    const sent = bytesOf(file);
    const { bytes, rewritten, pages } = await takeInPdf(sent, 'deal.pdf', newBudget());
    expect(rewritten).toEqual(reasons);
    if (!reasons.includes(NEW_FONTS)) expect(await comparePages(sent, bytes)).toEqual([]);
    expect(await viewPages(bytes, [1])).toHaveLength(1);
    expect((await readTexts(bytes, 1)).pages).toHaveLength(pages);
    expect((await mergePdfs([bytes, bytes])).length).toBeGreaterThan(0);
    const field = { page: pages, x: 20, y: 20, width: 90, height: 15, type: 'textbox', value: 'Ada' } as const;
    const sealed = await stampAndSeal(bytes, [field], { reason: 'x', signingTime: new Date() });
    expectSeal(sealed.bytes);
    for (const read of textsOf(sealed.bytes)) {
      expect(read.replace(/\s+/g, ' ')).toContain('Ada');
      for (const letter of letters(text)) expect(read.normalize('NFKC')).toContain(letter);
    }
    const [certificate] = await sealCertificates();
    if (!certificate) throw new Error('There is no certificate');
    const trust = await trustInText(certificate.fingerprint256.replaceAll(':', '').toLowerCase());
    const facts = { sealKeys: [keyFingerprint(certificate.publicKey)], isKnown: false };
    const { files } = await verifyFiles([{ name: 'deal.pdf', bytes: Uint8Array.from(sealed.bytes) }], trust);
    expect([(await checkSeal(sealed.bytes, facts)).state, files[0]?.seal]).toEqual(['intact', 'intact']);
  });
});

describe('a file that viewers show differently, or only some can read, is refused with the reason', () => {
  it.each(REFUSED)('%s', async (_name, file, reason) => {
    const refusal = await takeInPdf(bytesOf(file), 'deal.pdf', newBudget()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Failure);
    expect(refusal).toMatchObject({ code: 'unusable_document', details: { name: 'deal.pdf' } });
    expect((refusal as Failure).message).toMatch(/; (save it .* upload that|print it to a PDF and upload that)\.?$/);
    expect((refusal as Failure).message).toContain(`${reason}; `);
  });
});
