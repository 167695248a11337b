import { describe, expect, it } from 'vitest';
import { type Glyph, textReader } from '../../lib/pdf/content/page-text.ts';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { type InspectedPdf, inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { LETTER, type Objects, pagesOf, stream, withTable } from './make-pdf.ts';
import { findOnPage } from './tools.ts';

const utf16 = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/** A page that shows nothing but one annotation, which is the form's field. */
const annotated = (annotation: string, more: Objects = {}, form = '/NeedAppearances true'): Uint8Array =>
  withTable({
    ...pagesOf(`${LETTER} /Annots [30 0 R]`),
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << ${form} /Fields [30 0 R] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 50 0 R >> >> >> >>`,
    3: stream(''),
    30: `<< /Type /Annot /F 4 /Rect [100 100 300 130] /DA (/Helv 12 Tf 0 g) ${annotation} >>`,
    50: HELVETICA,
    ...more,
  });

const NEW_FONTS = 'texts were set in fonts that have all their letters';

const glyphsOf = async ({ bytes }: InspectedPdf): Promise<Glyph[]> => textReader(await openPdf(bytes))(1);
const wordsOf = (glyphs: readonly Glyph[]): string => glyphs.map(({ text }) => text).join('');
/** Letters in the order of their code: how a line from the right is written isn't what these tests are about. */
const letters = (text: string): string => [...text.normalize('NFKC').replace(/\s/g, '')].sort().join('');

/** Takes a file in whose record has other letters than PDFium's drawing of it; a second intake changes nothing. */
const taken = async (sent: Uint8Array): Promise<InspectedPdf> => {
  const inspected = await inspectPdf(sent, 'form.pdf');
  expect(await inspectPdf(inspected.bytes, 'form.pdf')).toMatchObject({ bytes: inspected.bytes, rewritten: [] });
  return inspected;
};

describe('a text that becomes a part of the page is whole, in fonts of the file', () => {
  const TEXT = '/Subtype /Widget /FT /Tx /T (a)';
  it.each<[string, string, string]>([
    ['a note in Arabic', `/Subtype /FreeText /Contents ${utf16('مرحبا بالعالم')}`, 'مرحبا بالعالم'],
    ['a field in Polish', `${TEXT} /V ${utf16('Załącznik')}`, 'Załącznik'],
    ['one of a size that the viewer chooses', `${TEXT} /DA (/Helv 0 Tf 0 g) /V ${utf16('Załącznik')}`, 'Załącznik'],
    ['one in Arabic', `${TEXT} /V ${utf16('مرحبا')}`, 'مرحبا'],
    ['one in Japanese and Latin', `${TEXT} /V ${utf16('日本語 abc')}`, '日本語 abc'],
    ['one in UTF-8', `${TEXT} /V <efbbbf${Buffer.from('Załącznik').toString('hex')}>`, 'Załącznik'],
    [
      'one of several lines',
      `${TEXT} /Ff 4096 /V ${utf16('Za\nłącznik, a text over more than one line, is whole')}`,
      'Za\nłącznik, a text over more than one line, is whole',
    ],
    ['one in cells', `${TEXT} /Ff ${1 << 24} /MaxLen 10 /V ${utf16('Załącz')}`, 'Załącz'],
    ['one that is turned', `${TEXT} /MK << /R 90 >> /V ${utf16('Załącz')}`, 'Załącz'],
    [
      'one whose value is longer than its box',
      `${TEXT} /V (${'The rent is due. '.repeat(8)})`,
      'The rent is due. '.repeat(8),
    ],
    ['a choice', `/Subtype /Widget /FT /Ch /Ff 131072 /T (a) /V (l) /Opt [[(l) ${utf16('łódź')}]]`, 'łódź'],
    ['a button', `/Subtype /Widget /FT /Btn /Ff 65536 /T (a) /MK << /CA ${utf16('łódź')} >>`, 'łódź'],
  ])('%s', async (_name, annotation, text) => {
    const inspected = await taken(annotated(annotation));
    expect(inspected.rewritten).toContain(NEW_FONTS);
    const glyphs = await glyphsOf(inspected);
    expect(letters(wordsOf(glyphs))).toBe(letters(text));
    for (const { shown, x, y, endX, endY } of glyphs) {
      expect(shown.font.program).not.toBe('none');
      for (const across of [x, endX]) expect(across >= 100 && across <= 300.5).toBe(true);
      for (const up of [y, endY]) expect(up >= 100 && up <= 130.5).toBe(true);
    }
  });

  it('where the file’s own drawing names a letter that no viewer has: a font that isn’t in the file', async () => {
    const differences = '/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /lslash /aogonek] >>';
    const look = stream(
      'BT /F 12 Tf 2 10 Td (Za\\001\\002cznik) Tj ET 1 0 0 rg 180 5 15 15 re f',
      '/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources << /Font << /F 51 0 R >> >>',
    );
    const font = `<< /Type /Font /Subtype /TrueType /BaseFont /Arial ${differences} >>`;
    const field = `/Subtype /Widget /FT /Tx /T (a) /V ${utf16('Załącznik')} /AP << /N 60 0 R >>`;
    const inspected = await taken(annotated(field, { 51: font, 60: look }, ''));
    const glyphs = await glyphsOf(inspected);
    expect(wordsOf(glyphs)).toBe('Załącznik');
    expect(glyphs.every(({ shown }) => shown.font.program === 'subset')).toBe(true);
    // All else that the file draws there stays.
    const isRed = (red: number, green: number, blue: number) => red > 200 && green < 60 && blue < 60;
    expect(await findOnPage(inspected.bytes, 1, 612, isRed)).toMatchObject({ left: 280, right: 295 });
  });

  it('a list of choices that can’t be shown whole is refused, with the reason', async () => {
    const list = `/Subtype /Widget /FT /Ch /T (a) /V (b) /Opt [(b) ${utf16('łódź')}]`;
    await expect(inspectPdf(annotated(list), 'form.pdf')).rejects.toThrow(
      'page 1 has a list with letters that its font lacks',
    );
  });
});

describe('what viewers show alike keeps its look', () => {
  it.each<[string, string]>([
    ['a text whose letters every viewer has', '/Subtype /Widget /FT /Tx /T (a) /V (Caf\\351 \\200 100)'],
    ['a note of such letters', '/Subtype /FreeText /Contents (Caf\\351)'],
    ['a list of such choices', '/Subtype /Widget /FT /Ch /T (a) /V (b) /Opt [(b) (c) (d) (e) (f)]'],
    ['a check mark', '/Subtype /Widget /FT /Btn /T (a) /V /Yes /AS /Yes /MK << /CA (4) >> /DA (/ZaDb 12 Tf 0 g)'],
  ])('%s', async (_name, annotation) => {
    const sent = annotated(annotation);
    const inspected = await taken(sent);
    expect(inspected.rewritten).not.toContain(NEW_FONTS);
    expect(await comparePages(sent, inspected.bytes)).toEqual([]);
  });

  it('a password is on no page', async () => {
    const inspected = await taken(annotated('/Subtype /Widget /FT /Tx /Ff 8192 /T (a) /V (tajne\\206)'));
    expect(wordsOf(await glyphsOf(inspected))).toMatch(/^\*+$/);
  });
});
