import { LETTER, type Objects, pagesOf, stream, withTable } from '../pdf/make-pdf.ts';

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/** A page's entries with the fonts F (Helvetica), G (the same, bold) and H (Courier). */
export const WITH_FONTS = `${LETTER} /Resources << /Font << /F 4 0 R /G 5 0 R /H 8 0 R >> /XObject << /X 6 0 R >> /Properties << /P 7 0 R >> >>`;

/** A document of Letter pages, each with this content, and further objects. */
export const textPdf = (content: string, more: Objects = {}, ...pages: string[]): Uint8Array =>
  withTable({
    ...pagesOf(...(pages.length > 0 ? pages : [WITH_FONTS])),
    3: stream(content),
    4: HELVETICA,
    5: HELVETICA.replace('/Helvetica ', '/Helvetica-Bold '),
    6: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 612 792]'),
    7: '<< >>',
    8: HELVETICA.replace('/Helvetica ', '/Courier '),
    ...more,
  });

/** A line of text at a place on the page. */
export const line = (text: string, x = 72, y = 700): string =>
  `BT /F 12 Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;

/** A document with these lines of text, from the top of the page down. */
export const lines = (...texts: string[]): Uint8Array =>
  textPdf(texts.map((text, index) => line(text, 72, 700 - index * 60)).join('\n'));

/** A field of a form: the entries of its dictionary, which is its annotation too. */
export const widget = (entries: string, rect = '72 600 272 620'): string =>
  `<< /Type /Annot /Subtype /Widget /F 4 /P 10 0 R /Rect [${rect}] ${entries} >>`;

/** A document of one page with a form of these fields, whose numbers begin at 30; further ones belong to parents. */
export const formPdf = (fields: readonly string[], more: Objects = {}, page = LETTER, roots?: string): Uint8Array => {
  const numbers = fields.map((_, index) => `${30 + index} 0 R`).join(' ');
  return withTable({
    ...pagesOf(`${page} /Annots [${numbers}]`),
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${roots ?? numbers}] /DA (/Helv 0 Tf 0 g) >> >>`,
    ...Object.fromEntries(fields.map((field, index) => [30 + index, field])),
    ...more,
  });
};
