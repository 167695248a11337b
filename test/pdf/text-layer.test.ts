import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { PLAIN_FONTS } from '../../lib/pdf/fonts/font-files.ts';
import { TrueType } from '../../lib/pdf/fonts/true-type.ts';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { renderPage, viewPages } from '../../lib/pdf/pdfium/render.ts';
import { LETTER, pagesOf, stream, withTable } from './make-pdf.ts';
import { textOfFirstPage, textsOf } from './tools.ts';

/** A page that shows a price. */
const priced = (content: string, font = '', more = '', objects = {}): Uint8Array =>
  withTable({
    ...pagesOf(`${LETTER} /Resources << /Font << /F 4 0 R >> ${more} >>`),
    3: stream(`BT /F 20 Tf 100 500 Td ${content} ET`),
    4: `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding ${font} >>`,
    ...objects,
  });

const cmap = (pairs: string, codes = '<00> <FF>'): string =>
  stream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange ${codes} endcodespacerange ${pairs} endcmap end end`,
  );
const nineIsOne = cmap('2 beginbfchar <39> <0031> <30> <0030> endbfchar');
const REASON = 'texts for reading aloud contradicted what pages show';

describe('who can’t see the page hears what it shows', () => {
  it.each<[string, Uint8Array]>([
    ['where a font calls the 9 that it shows a 1', priced('(900 EUR) Tj', '/ToUnicode 5 0 R', '', { 5: nineIsOne })],
    [
      'where another price stands in for the one that is shown',
      priced('/Span << /ActualText (100 EUR) >> BDC (900 EUR) Tj EMC'),
    ],
    [
      'where it stands beside the page',
      priced('/Span /P BDC (900 EUR) Tj EMC', '', '/Properties << /P << /ActualText (100 EUR) >> >>'),
    ],
  ])('%s', async (_name, sent) => {
    const { bytes, rewritten } = await inspectPdf(sent, 'price.pdf');
    expect(rewritten).toEqual([REASON]);
    expect(await textOfFirstPage(bytes)).toContain('900');
    expect(await textOfFirstPage(bytes)).not.toContain('100');
    expect(await inspectPdf(bytes, 'price.pdf')).toMatchObject({ bytes, rewritten: [] });
  });

  it.each<[string, Uint8Array]>([
    [
      'the same in other capitals, with a hyphen',
      priced('/Span << /ActualText (CO\\255OPERATE) >> BDC (cooperate) Tj EMC'),
    ],
    ['a letter with its mark', priced('/Span << /ActualText (caf\\351) >> BDC (cafe\\264) Tj EMC')],
    ['a script whose glyphs can’t say it', priced('/Span << /ActualText <feff0645> >> BDC (m) Tj EMC')],
    ['a blank', priced('/Span << /ActualText ( ) >> BDC (x) Tj EMC')],
    [
      'what the font says, too',
      priced('(900) Tj', '/ToUnicode 5 0 R', '', { 5: cmap('2 beginbfchar <39> <0039> <30> <0030> endbfchar') }),
    ],
  ])('a file stays as it was sent if a text stands in that says the same: %s', async (_name, sent) => {
    expect((await inspectPdf(sent, 'price.pdf')).bytes).toBe(sent);
  });
});

/** A page that shows 100 EUR in a font of the file, whose codes for 1 say \`said\`. */
const dejavu = readFileSync(createRequire(import.meta.url).resolve(PLAIN_FONTS.regular));
const glyphOf = (letter: string): string =>
  new TrueType(dejavu)
    .glyphOf(letter.codePointAt(0) ?? 0)
    .toString(16)
    .padStart(4, '0');
const hexOf = (text: string): string => [...text].map(glyphOf).join('');
const program = stream(dejavu.toString('latin1'), `/Length1 ${dejavu.length}`);
const descriptor =
  '<< /Type /FontDescriptor /FontName /ABCDEF+DejaVuSans /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 7 0 R >>';

const composite = (meanings: string): Uint8Array =>
  withTable({
    ...pagesOf(`${LETTER} /Resources << /Font << /F 4 0 R >> >>`),
    3: stream(`BT /F 20 Tf 100 500 Td <${hexOf('100 EUR')}> Tj ET`),
    4: '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+DejaVuSans /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 8 0 R >>',
    5: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+DejaVuSans /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 6 0 R /DW 600 /CIDToGIDMap /Identity >>',
    6: descriptor,
    7: program,
    8: cmap(meanings, '<0000> <FFFF>'),
  });
const meaning = (shown: string, said: string): string =>
  `<${glyphOf(shown)}> <${(said.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}>`;
const meanings = (one: string): string =>
  `5 beginbfchar ${meaning('1', one)} ${meaning('0', '0')} ${['E', 'U', 'R'].map((letter) => meaning(letter, letter)).join(' ')} endbfchar`;

const simple = (said: string): Uint8Array =>
  withTable({
    ...pagesOf(`${LETTER} /Resources << /Font << /F 4 0 R >> >>`),
    3: stream('BT /F 20 Tf 100 500 Td (100 EUR) Tj ET'),
    4: '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+DejaVuSans /Encoding /WinAnsiEncoding /FirstChar 48 /LastChar 57 /Widths [600 600 600 600 600 600 600 600 600 600] /FontDescriptor 6 0 R /ToUnicode 8 0 R >>',
    6: descriptor.replace('/Flags 4', '/Flags 32'),
    7: program,
    8: cmap(`1 beginbfchar <31> <${said}> endbfchar`),
  });

/** Glyphs that are drawings: a bar, a ring and a nine, whose codes are 1, 0 and 9. */
const drawn = (shown: string, said: string): Uint8Array =>
  withTable({
    ...pagesOf(`${LETTER} /Resources << /Font << /F 4 0 R >> >>`),
    3: stream(`BT /F 20 Tf 100 500 Td (${shown}) Tj ET`),
    4: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /CharProcs << /a 5 0 R /b 6 0 R >> /Encoding << /Type /Encoding /Differences [97 /a /b] >> /FirstChar 97 /LastChar 98 /Widths [600 600] /Resources << >> /ToUnicode 8 0 R >>',
    5: stream('600 0 d0 250 0 100 700 re f'),
    6: stream('600 0 d0 80 w 150 150 m 150 800 450 800 450 350 c 450 -100 150 -100 150 350 c s'),
    8: cmap(said),
  });

describe('a font of the file says what its glyphs show', () => {
  it.each<[string, Uint8Array]>([
    ['a composite one, of TrueType', composite(meanings('9'))],
    ['one whose letters have codes of one byte', simple('0039')],
    ['one that says it in wide digits', simple('ff19')],
    ['one of drawings', drawn('abb', '2 beginbfchar <61> <0039> <62> <0030> endbfchar')],
    ['one that says a range', drawn('abb', '1 beginbfrange <61> <62> [<0039> <0030>] endbfrange')],
  ])('%s', async (_name, sent) => {
    expect(await textOfFirstPage(sent)).toMatch(/[9９]00/u);
    const { bytes, rewritten } = await inspectPdf(sent, 'price.pdf');
    expect(rewritten).toEqual([REASON]);
    for (const text of textsOf(bytes)) {
      expect(text).toContain('100');
      expect(text).not.toMatch(/[9９]/u);
    }
    const [view] = await viewPages(bytes, [1]);
    expect(JSON.stringify(view?.text)).toContain('100');
    expect(Buffer.compare(await renderPage(bytes, 1), await renderPage(sent, 1))).toBe(0);
    expect((await inspectPdf(bytes, 'price.pdf')).rewritten).toEqual([]);
  });

  it.each<[string, Uint8Array]>([
    ['a composite one', composite(meanings('1'))],
    ['one with codes of one byte', simple('0031')],
    ['one of drawings', drawn('abb', '2 beginbfchar <61> <0031> <62> <0030> endbfchar')],
  ])('and a file stays as it was sent where it does: %s', async (_name, sent) => {
    expect((await inspectPdf(sent, 'price.pdf')).rewritten).toEqual([]);
  });

  it('a drawing that is no digit is none to read, either', async () => {
    const sent = Buffer.from(drawn('abb', '2 beginbfchar <61> <0037> <62> <0030> endbfchar'));
    const star = Buffer.from(sent.toString('latin1').replace('250 0 100 700 re', '100 0 600 90 re'), 'latin1');
    const { bytes } = await inspectPdf(star, 'price.pdf');
    for (const text of textsOf(bytes)) expect(text).not.toContain('7');
  });
});

/** A tagged page: its content, and the entries of the element that it belongs to. */
const tagged = (content: string, element: string, objects = {}): Uint8Array =>
  priced('', '', '/XObject << /I 40 0 R >>', {
    1: '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 20 0 R >>',
    3: stream(content),
    20: '<< /Type /StructTreeRoot /K [21 0 R] /ParentTree << /Nums [0 [22 0 R]] >> >>',
    21: '<< /Type /StructElem /S /Document /P 20 0 R /K [22 0 R] >>',
    22: `<< /Type /StructElem /P 21 0 R /Pg 10 0 R ${element} >>`,
    40: stream('\x80', '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8'),
    ...objects,
  });
const PRICE = '/P << /MCID 0 >> BDC BT /F 20 Tf 100 500 Td (100 EUR) Tj ET EMC';

describe('what stands in for a text in the structure of a file says the same', () => {
  it.each<[string, Uint8Array]>([
    ['another text', tagged(PRICE, '/S /Span /K 0 /ActualText (900 EUR)')],
    ['one that describes it', tagged(PRICE, '/S /Figure /K 0 /Alt (900 EUR)')],
    ['one that expands it', tagged(PRICE, '/S /Span /K [<< /Type /MCR /Pg 10 0 R /MCID 0 >>] /E (900 EUR)')],
    [
      'one of an element around it',
      tagged(PRICE, '/S /Sect /K [23 0 R] /Alt (900 EUR)', { 23: '<< /Type /StructElem /S /P /P 22 0 R /K 0 >>' }),
    ],
    [
      'one of an element whose content is in a form',
      tagged('/X Do', '/S /P /K [<< /Type /MCR /Stm 40 0 R /MCID 3 >>] /ActualText (900 EUR)', {
        40: stream(
          '/P << /MCID 3 >> BDC BT /F 20 Tf 100 500 Td (100 EUR) Tj ET EMC',
          '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F 4 0 R >> >>',
        ),
        10: `<< /Type /Page /Parent 2 0 R /Contents 3 0 R ${LETTER} /Resources << /XObject << /X 40 0 R >> >> >>`,
      }),
    ],
    ['a description of marked content', priced('/Figure << /Alt (900 EUR) >> BDC (100 EUR) Tj EMC')],
    ['an expansion of marked content', priced('/Span << /E (900 EUR) >> BDC (100 EUR) Tj EMC')],
  ])('%s is taken out', async (_name, sent) => {
    const { bytes, rewritten } = await inspectPdf(sent, 'price.pdf');
    expect(rewritten).toEqual([REASON]);
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('900 EUR');
    expect(await textOfFirstPage(bytes)).toContain('100 EUR');
    expect((await inspectPdf(bytes, 'price.pdf')).rewritten).toEqual([]);
  });

  it.each<[string, Uint8Array]>([
    [
      'a picture’s description',
      tagged('/Figure << /MCID 0 >> BDC q 99 0 0 99 9 9 cm /I Do Q EMC', '/S /Figure /K 0 /Alt (Our logo)'),
    ],
    ['the same text', tagged(PRICE, '/S /Span /K 0 /ActualText (100 EUR)')],
    ['a script whose glyphs can’t say it', tagged(PRICE, '/S /Span /K 0 /ActualText <feff06450646>')],
  ])('%s stays, and so does the file', async (_name, sent) => {
    expect((await inspectPdf(sent, 'price.pdf')).rewritten).toEqual([]);
  });
});
