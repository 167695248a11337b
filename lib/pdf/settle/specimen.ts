import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import type { OpenPdf } from '../file/open-pdf.ts';
import { numbers, type Resolve } from '../file/page-box.ts';
import { writeObjects } from '../file/write-file.ts';
import { readToUnicode } from '../fonts/to-unicode.ts';
import { CELLS, placeOf, SHEET, SHEET_SIDE, SIGNS, signOf } from '../pdfium/glyph-sheets.ts';

/** Codes of a font that are drawn on one sheet, cell by cell. */
export interface Sheet {
  font: PdfDict;
  codes: readonly number[];
}

/** Fonts of every viewer, whose signs are known. */
const KNOWN_FONTS = [
  ...['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Times-Roman', 'Times-Bold', 'Times-Italic'],
  ...['Courier', 'Courier-Bold'],
];

/** Sheets of known signs. */
export const KNOWN_SHEETS: readonly Sheet[] = KNOWN_FONTS.map((name) => ({
  font: PdfDict.of({
    Type: PdfName.Font,
    Subtype: PdfName.of('Type1'),
    BaseFont: PdfName.of(name),
    Encoding: PdfName.of('WinAnsiEncoding'),
  }),
  codes: SIGNS.map((sign) => sign.charCodeAt(0)),
}));

/** A font has the glyphs of a script in the rest. */
const MOST_SHEETS = 4;

/** Sheets with the glyphs of a font that may be read as a Latin letter or a digit. */
export const sheetsOf = (font: PdfDict, resolve: Resolve): Sheet[] => {
  const codes = isComposite(font, resolve)
    ? [...readToUnicode(font, resolve)].flatMap(([code, text]) => (signOf(text) ? code : []))
    : simpleCodes(font, resolve);
  const sheets: Sheet[] = [];
  for (let at = 0; at < codes.length && sheets.length < MOST_SHEETS; at += CELLS) {
    sheets.push({ font, codes: codes.slice(at, at + CELLS) });
  }
  return sheets;
};

/** The codes that have a width, and so a glyph. */
const simpleCodes = (font: PdfDict, resolve: Resolve): number[] => {
  const codes = Array.from({ length: CELLS }, (_, code) => code);
  const first = font.getNumber('FirstChar', resolve)?.value;
  const widths = widthsOf(font, resolve);
  return first === undefined || widths.length === 0 ? codes : codes.filter((code) => widths[code - first]);
};

const widthsOf = (font: PdfDict, resolve: Resolve): number[] => {
  const listed = font.getArray('Widths', resolve);
  return numbers(listed, listed?.length ?? 0, resolve) ?? [];
};

export const isComposite = (font: PdfDict, resolve: Resolve): boolean =>
  font.getName('Subtype', resolve)?.value === 'Type0';

export const isDrawn = (font: PdfDict, resolve: Resolve): boolean =>
  font.getName('Subtype', resolve)?.value === 'Type3';

/** A file with a page for each sheet, and with the fonts as they are in the document. */
export const specimenOf = ({ resolve }: Pick<OpenPdf, 'resolve'>, sheets: readonly Sheet[]): Uint8Array => {
  const objects = new Map<PdfRef, PdfObject>();
  for (const { font } of sheets) addReferred(font, objects, resolve);
  let last = Math.max(0, ...[...objects.keys()].map(({ objectNumber }) => objectNumber));
  const add = (object: PdfObject): PdfRef => {
    const ref = PdfRef.of(++last);
    objects.set(ref, object);
    return ref;
  };
  const pages = PdfDict.of({ Type: PdfName.Pages, Count: PdfNumber.of(sheets.length) });
  const parent = add(pages);
  const kids = sheets.map(({ font, codes }) =>
    add(
      PdfDict.of({
        Type: PdfName.Page,
        Parent: parent,
        MediaBox: new PdfArray([0, 0, SHEET_SIDE, SHEET_SIDE].map((edge) => PdfNumber.of(edge))),
        Resources: PdfDict.of({ Font: PdfDict.of({ F: font }) }),
        Contents: add(new PdfStream([], Buffer.from(contentOf(font, codes, resolve), 'latin1'))),
      }),
    ),
  );
  pages.set('Kids', new PdfArray(kids));
  return writeObjects(objects, PdfDict.of({ Root: add(PdfDict.of({ Type: PdfName.Catalog, Pages: parent })) }));
};

const addReferred = (root: PdfObject, found: Map<PdfRef, PdfObject>, resolve: Resolve): void => {
  const open: PdfObject[] = [root];
  while (open.length > 0) {
    const object = open.pop();
    if (object instanceof PdfRef) {
      const target = found.has(object) ? null : resolve(object);
      if (!target) continue;
      found.set(object, target);
      open.push(target);
    } else if (object instanceof PdfDict) {
      for (const [, value] of object) open.push(value);
    } else if (object instanceof PdfArray) open.push(...object);
  }
};

const contentOf = (font: PdfDict, codes: readonly number[], resolve: Resolve): string => {
  const digits = isComposite(font, resolve) ? 4 : 2;
  const shown = codes.map((code, cell) => {
    const { x, y } = placeOf(cell);
    return `1 0 0 1 ${x} ${y} Tm <${code.toString(16).padStart(digits, '0')}> Tj`;
  });
  return `BT /F ${SHEET.size * scaleOf(font, resolve)} Tf ${shown.join('\n')} ET`;
};

/** Width of a font's widest glyph as a share of its size. */
const WIDEST = 0.8;

/** Glyphs of a Type3 font have any unit: here they are as wide as those of other fonts. */
const scaleOf = (font: PdfDict, resolve: Resolve): number => {
  if (!isDrawn(font, resolve)) return 1;
  const [across = 0.001] = numbers(font.get('FontMatrix', resolve), 6, resolve) ?? [];
  const widest = Math.max(0, ...widthsOf(font, resolve).map((width) => Math.abs(width * across)));
  return widest > 0 ? WIDEST / widest : 1;
};
