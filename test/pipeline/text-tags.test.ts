import { readFileSync } from 'node:fs';
import { degrees, PDF } from '@libpdf/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOperations } from '../../lib/pdf/content/content-operations.ts';
import { TooMuchTextError, textReader } from '../../lib/pdf/content/page-text.ts';
import { removeGlyphs } from '../../lib/pdf/content/remove-text.ts';
import { openPdf, savePdf } from '../../lib/pdf/file/open.ts';
import { findTags } from '../../lib/pdf/intake/text-tags.ts';
import { LETTER, pagesOf, stream, withStreams, withTable } from '../pdf/make-pdf.ts';
import { qpdfCheck, textsOf } from '../pdf/tools.ts';
import { line, textPdf, WITH_FONTS } from './documents.ts';

const DEJAVU = new URL('../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf', import.meta.url);

const found = async (bytes: Uint8Array) => findTags(await openPdf(bytes));

/** The file without the tags that it holds, and what else its pages show before and after. */
const without = async (bytes: Uint8Array) => {
  const document = await openPdf(bytes);
  const tags = findTags(document);
  const gone = new Set(tags.flatMap(({ glyphs }) => glyphs));
  removeGlyphs(document.pdf, [...gone]);
  const cleaned = await savePdf(document);
  return { tags, gone, cleaned, before: await shown(bytes), after: await shown(cleaned) };
};

/** Every character of a document, and where it is. */
const shown = async (bytes: Uint8Array): Promise<string[]> => {
  const document = await openPdf(bytes);
  const read = textReader(document);
  const near = (value: number): number => Math.round(value * 10) / 10 + 0;
  return document.pages
    .flatMap((_, index) => read(index + 1).map((glyph) => ({ page: index + 1, ...glyph })))
    .map(({ page, text, x, y }) => `${page} ${text} ${near(x)} ${near(y)}`)
    .sort();
};

/** Checks that no text of the tags is left, and that no other text is missing or moved. */
const expectGone = async (bytes: Uint8Array, ...texts: string[]): Promise<void> => {
  const { tags, gone, cleaned, before, after } = await without(bytes);
  expect(tags.map(({ text }) => text)).toEqual(texts);
  expect(before.length - after.length).toBe(gone.size);
  expect(after.join('')).not.toMatch(/[{}]/);
  expect(before).toEqual(expect.arrayContaining(after));
  for (const text of textsOf(cleaned)) expect(text).not.toMatch(/[{}]|signature|Buyer/);
  expect(qpdfCheck(cleaned)).toContain('No syntax or stream encoding errors');
};

const inFont = (content: string): string => `BT /F 12 Tf 72 700 Td ${content} ET`;

describe('tags are found and removed', () => {
  test.each([
    ['in one string', line('By {{signature:Buyer}} only')],
    ['in strings with kerning', inFont('[(By {{si) 20 (gna) -30 (ture:Bu) 15 (yer}} only)] TJ')],
    ['in strings of their own', inFont('(By {) Tj ({sig) Tj (nature:) Tj (Buyer}) Tj (} only) Tj')],
    ['in hexadecimal', inFont(`<${Buffer.from('By {{signature:Buyer}} only').toString('hex')}> Tj`)],
    ['with escapes', inFont('(By \\173\\173signature:Bu\\\nyer}} \\(only\\)) Tj')],
    ['with spacing and stretching', inFont('1.5 Tc 3 Tw 80 Tz 2 Ts (By {{signature:Buyer}} only) Tj (ever) Tj')],
    ['on the next line', inFont("14 TL (By) Tj ({{signature:Buyer}} only) '")],
    ['on the next line with spacing', inFont('14 TL (By) Tj 2 1 ({{signature:Buyer}} only) "')],
    ['in two fonts', inFont('(By {{signature:) Tj /G 12 Tf (Buyer}} only) Tj')],
    [
      'letter by letter, in any order',
      [...'{{signature:Buyer}}']
        .map((letter, index) => `BT /H 12 Tf 1 0 0 1 ${72 + index * 7.2} 700 Tm (${letter}) Tj ET`)
        .reverse()
        .join(' '),
    ],
    ['set twice to look bold', `${line('{{signature:Buyer}}')} ${line('{{signature:Buyer}}', 72.4)}`],
    ['in white', `1 g ${line('{{signature:Buyer}}')}`],
    ['without ink', inFont('3 Tr (By {{signature:Buyer}} only) Tj')],
    ['turned', 'BT /F 12 Tf 0 1 -1 0 300 300 Tm (By {{signature:Buyer}} only) Tj ET'],
    ['scaled', `q 0.1 0 0 -0.1 0 792 cm BT /F 1 Tf 120 0 0 -120 720 920 Tm (By {{signature:Buyer}} only) Tj ET Q`],
    [
      'with a text that stands in',
      `/Span << /MCID 0 /ActualText ({{signature:Buyer}}) >> BDC ${line('{{signature:Buyer}}')} EMC`,
    ],
  ])('%s', async (_, content) => {
    await expectGone(textPdf(content), 'signature:Buyer');
  });

  test('among malformed content', async () => {
    const { tags, before, after } = await without(textPdf(`] >> ) 1 2 Td Tj Q Q ${line('By {{a}} only')} [[[ (`));
    expect(tags.map(({ text }) => text)).toEqual(['a']);
    expect(before.length - after.length).toBe('{{a}}'.length);
  });

  test('in a form that the page draws once or often', async () => {
    const form = stream(
      line('By {{signature:Buyer}} only', 0, 0),
      '/Type /XObject /Subtype /Form /BBox [0 0 600 600] /Matrix [1 0 0 1 20 30]',
    );
    const content = 'q 1 0 0 1 50 500 cm /X Do Q q 1 0 0 1 50 300 cm /X Do Q';
    await expectGone(textPdf(content, { 6: form }), 'signature:Buyer', 'signature:Buyer');
    const [first] = await found(textPdf(content, { 6: form }));
    expect(first?.box.x).toBeCloseTo(70 + 17.3, 0);
    expect(first?.box.y).toBeCloseTo(530 - 2.4, 1);
  });

  test('with a text in the page’s property list', async () => {
    const bytes = textPdf(`/Span /P BDC ${line('{{signature:Buyer}}')} EMC`, {
      7: '<< /ActualText ({{signature:Buyer}}) >>',
    });
    const { cleaned } = await without(bytes);
    expect(Buffer.from(cleaned).toString('latin1')).not.toContain('ActualText');
  });

  test('in an embedded font of two-byte codes, whose other texts stay', async () => {
    const pdf = PDF.create();
    const font = pdf.embedFont(new Uint8Array(readFileSync(DEJAVU)));
    pdf.addPage().drawText('Größe {{signature:Käufer}} weiter', { x: 72, y: 600, size: 12, font });
    pdf.addPage().drawText('{{date:Käufer}}', { x: 72, y: 600, size: 12, font, rotate: degrees(90) });
    const { tags, cleaned, before, after } = await without(await pdf.save());
    expect(tags.map(({ text, page }) => [text, page])).toEqual([
      ['signature:Käufer', 1],
      ['date:Käufer', 2],
    ]);
    expect(before).toEqual(expect.arrayContaining(after));
    for (const text of textsOf(cleaned)) expect(text.split(/\s+/).filter(Boolean)).toEqual(['Größe', 'weiter']);
  });

  test('on one page only, where pages share their content', async () => {
    const bytes = textPdf(line('{{signature:Buyer}}'), {}, WITH_FONTS, WITH_FONTS);
    const document = await openPdf(bytes);
    const [first, second] = findTags(document);
    expect([first?.page, second?.page]).toEqual([1, 2]);
    removeGlyphs(document.pdf, first?.glyphs ?? []);
    expect((await found(await savePdf(document))).map(({ page }) => page)).toEqual([2]);
  });

  test('in a file of object streams, whose content is in several streams', async () => {
    const objects = {
      ...pagesOf(`${WITH_FONTS.replace(/\/XObject.*?>>/, '')}`),
      10: `<< /Type /Page /Parent 2 0 R /Contents [3 0 R 8 0 R] ${LETTER} /Resources << /Font << /F 4 0 R >> >> >>`,
      3: stream('BT /F 12 Tf 72 700 Td (By {{signa) Tj'),
      4: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      8: stream('(ture:Buyer}} only) Tj ET'),
    };
    await expectGone(withStreams(objects), 'signature:Buyer');
  });
});

describe('the place of a tag', () => {
  test.each([
    ['', { x: 72, y: 697.6 }],
    ['/Rotate 90', { x: 697.6, y: 612 - 72 - 100.1 }],
    ['/Rotate 180', { x: 612 - 72 - 100.1, y: 792 - 697.6 - 12 }],
    ['/Rotate 270', { x: 792 - 697.6 - 12, y: 72 }],
    ['/CropBox [50 100 600 780]', { x: 22, y: 597.6 }],
    ['/Rotate 90 /CropBox [50 100 600 780]', { x: 597.6, y: 600 - 72 - 100.1 }],
  ])('is given in points of the page as displayed: %s', async (entry, { x, y }) => {
    const [tag] = await found(textPdf(line('{{signature:Buyer}}'), {}, `${WITH_FONTS} ${entry}`));
    expect(tag?.box.x).toBeCloseTo(x, 0);
    expect(tag?.box.y).toBeCloseTo(y, 0);
  });

  test('is one line: an opening that isn’t closed there, or only in the next column, is no tag', async () => {
    const bytes = textPdf(
      [line('{{signature:'), line('Buyer}}', 72, 686), line('{{a {{date:Buyer}}', 72, 600), line('x}}', 500, 700)].join(
        ' ',
      ),
    );
    expect((await found(bytes)).map(({ text, closed }) => [text, closed])).toEqual([
      ['signature:', false],
      ['a', false],
      ['date:Buyer', true],
    ]);
  });

  test('can be shared by several on a line, in reading order', async () => {
    const bytes = textPdf([line('{{c}}', 72, 300), line('{{b}} and', 300), line('{{a}}')].join(' '));
    expect((await found(bytes)).map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });
});

describe('a hostile file', () => {
  const form = (content: string): string =>
    stream(
      content,
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R /Y 8 0 R >> /Font << /F 4 0 R >> >>',
    );

  test('draws a form in itself: it is still read', async () => {
    expect(await found(textPdf(`/X Do ${line('{{a}}')}`, { 6: form('/X Do') }))).toHaveLength(1);
  });

  test('draws forms in forms in forms: reading ends', async () => {
    const many = '/X Do '.repeat(60);
    const bytes = textPdf(many, { 6: form(many) });
    await expect(found(bytes)).rejects.toThrow(TooMuchTextError);
  });

  test('shows more text than a page can hold: reading ends', async () => {
    await expect(found(textPdf(inFont(`(${'{'.repeat(300_000)}) Tj`)))).rejects.toThrow(TooMuchTextError);
  });

  test.each([
    ['a font that is none', '<< /Type /Font /Subtype /Type0 >>'],
    [
      'a font whose parts point at each other',
      '<< /Type /Font /Subtype /Type0 /DescendantFonts [4 0 R] /ToUnicode 4 0 R >>',
    ],
    [
      'a font without size',
      '<< /Type /Font /Subtype /Type3 /FontMatrix [0 0 0 0 0 0] /CharProcs << >> /FirstChar 0 /LastChar 1 /Widths [1e30 -1e30] >>',
    ],
  ])('has %s: its text is unknown, that of others is read', async (_, font) => {
    const bytes = textPdf(`${line('{{x}}')} BT /G 12 Tf 72 600 Td ({{a}}) Tj ET`, { 4: font });
    expect((await found(bytes)).map(({ text }) => text)).toContain('a');
    await savePdf(await openPdf((await without(bytes)).cleaned));
  });

  test('has any bytes for content: it is read or refused', async () => {
    const token = fc.constantFrom(
      'BT',
      'ET',
      '(a{{b}})',
      '<7b7b>',
      '[',
      ']',
      '<<',
      '>>',
      '/F',
      '12',
      '-1e9',
      'Tf',
      'TJ',
      'Tj',
      "'",
      'q',
      'Q',
      'cm',
      'BI',
      'ID',
      'EI',
      'Do',
      '(',
      ')',
      '%',
      '\\',
      'BDC',
      'EMC',
      '/ActualText',
    );
    const contents = fc.oneof(
      fc.array(token, { maxLength: 60 }).map((tokens) => Buffer.from(tokens.join(' '))),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const operations: { start: number; end: number }[] = [];
        readOperations(content, ({ start, end }) => operations.push({ start, end }));
        for (const { start, end } of operations) expect(start < end && end <= content.length).toBe(true);
        const { cleaned } = await without(textPdf(content.toString('latin1')));
        expect((await found(cleaned)).filter(({ closed }) => closed)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

test('a document without tags is not changed', async () => {
  expect(await found(withTable(pagesOf(LETTER)))).toEqual([]);
});
