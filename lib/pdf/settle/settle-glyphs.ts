import { type PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { programOf } from '../content/read-fonts.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { readToUnicode, toUnicode } from '../fonts/to-unicode.ts';
import type { JudgedGlyph } from '../pdfium/glyph-sheets.ts';
import { runPdfium } from '../pdfium/pdfium.ts';
import { fontsOf } from './settle-text.ts';
import { isComposite, isDrawn, KNOWN_SHEETS, sheetsOf, specimenOf } from './specimen.ts';

/**
 * Corrects the texts of the glyphs that the file brings along: where a glyph is read as a letter or a digit and its
 * picture is clearly another one, it is read as that one. Returns true if there were any. Throws `PdfiumError` if the
 * glyphs can't be drawn.
 */
export const settleGlyphs = async (document: OpenPdf): Promise<boolean> => {
  const { pdf, resolve } = document;
  const fonts = fontsOf(document).filter((font) => programOf(font, resolve) !== 'none');
  const sheets = fonts.flatMap((font) => sheetsOf(font, resolve));
  if (sheets.length === 0) return false;
  const bytes = specimenOf(document, [...KNOWN_SHEETS, ...sheets]);
  const drawn = sheets.map(({ font }) => isDrawn(font, resolve));
  const { glyphs } = await runPdfium('glyphs', { bytes, known: KNOWN_SHEETS.length, drawn });
  const texts = new Map<PdfDict, Map<number, JudgedGlyph>>();
  for (const [index, { font, codes }] of sheets.entries()) {
    const judged = texts.get(font) ?? new Map();
    texts.set(font, judged);
    for (const [cell, code] of codes.entries()) judged.set(code, glyphs[index]?.[cell] ?? { text: '' });
  }
  const wrong = [...texts].filter(([, judged]) => [...judged.values()].some(({ shown }) => shown !== undefined));
  for (const [font, judged] of wrong) {
    const said = isComposite(font, resolve) ? readToUnicode(font, resolve) : new Map<number, string>();
    for (const [code, { text, shown }] of judged) said.set(code, shown ?? text);
    const map = new PdfStream([], Buffer.from(toUnicode(said, isComposite(font, resolve) ? 2 : 1), 'latin1'));
    map.set('Type', PdfName.of('CMap'));
    font.set('ToUnicode', pdf.register(map));
  }
  return wrong.length > 0;
};
