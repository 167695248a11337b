import { type PDF, PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { hasEndlessRange, readFont } from '../content/read-fonts.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import { contradicts, settleStandIns } from './stand-ins.ts';

/** Reason for changing a file: the phrase. */
export const CONTRADICTORY = 'texts for reading aloud contradicted what pages show';

/**
 * Takes out texts for copying, searching and reading aloud that contradict what a page shows: a font's `/ToUnicode`
 * where its glyphs are a viewer's own, chosen by their names, and texts that stand in for others (`stand-ins.ts`).
 * Returns true if it found any. Fonts in the file draw what they want: `settle-glyphs.ts` looks at their pictures.
 */
export const settleText = (document: OpenPdf): boolean => {
  const fonts = fontsOf(document).filter((font) => contradictsItself(document.pdf, font, document.resolve));
  for (const font of fonts) font.delete('ToUnicode');
  return settleStandIns(document) || fonts.length > 0;
};

/** Forms within forms; deeper nesting is a loop. */
const DEEPEST_FORM = 8;

/** All fonts of pages, and of the forms that they draw. */
export const fontsOf = ({ pages, resolve }: Pick<OpenPdf, 'pages' | 'resolve'>): PdfDict[] => {
  const fonts = new Set<PdfDict>();
  const visited = new Set<PdfDict>();
  const visit = (resources: unknown, depth: number): void => {
    if (!(resources instanceof PdfDict) || visited.has(resources) || depth > DEEPEST_FORM) return;
    visited.add(resources);
    const named = resources.getDict('Font', resolve);
    for (const key of named?.keys() ?? []) {
      const font = named?.getDict(key.value, resolve);
      if (font) fonts.add(font);
    }
    const drawings = resources.getDict('XObject', resolve);
    for (const key of drawings?.keys() ?? []) {
      const drawing = drawings?.get(key.value, resolve);
      if (drawing instanceof PdfStream) visit(drawing.getDict('Resources', resolve), depth + 1);
    }
  };
  for (const { dict } of pages) visit(inherited(dict, 'Resources', resolve), 0);
  return [...fonts];
};

export const CODES = Array.from({ length: 256 }, (_, code) => code);
export const SIMPLE = new Set(['Type1', 'TrueType', 'MMType1']);

const contradictsItself = (pdf: PDF, font: PdfDict, resolve: Resolve): boolean => {
  if (!font.has('ToUnicode') || !SIMPLE.has(font.getName('Subtype', resolve)?.value ?? '')) return false;
  const said = readFont(pdf, font, resolve);
  if (said.program !== 'none') return false;
  if (hasEndlessRange(font, resolve)) return true;
  const named = font.clone();
  named.delete('ToUnicode');
  if (!named.has('Encoding')) named.set('Encoding', PdfName.of('StandardEncoding'));
  const shown = readFont(pdf, named, resolve);
  said.read(CODES);
  shown.read(CODES);
  return CODES.some((code) => contradicts(said.code(code).text, shown.code(code).text));
};
