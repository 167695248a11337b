import { type PDF, PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import type { Operation } from '../content/content-operations.ts';
import { pageContent } from '../content/page-content.ts';
import { type Glyph, type Marks, TooMuchTextError, textReader } from '../content/page-text.ts';
import { hasEndlessRange, readFont } from '../content/read-fonts.ts';
import { forgetStandIns } from '../content/remove-text.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import { decodedOrNothing } from '../file/streams.ts';
import { textString } from '../file/text-string.ts';

/**
 * Takes out texts for copying, searching and reading aloud that contradict what a page shows: a font's `/ToUnicode`
 * where its glyphs are a viewer's own, chosen by their names, and an `/ActualText` that has other letters or digits
 * than the glyphs it stands for. Returns true if it found any. A font in the file may draw what it wants: its words are
 * believed.
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

/**
 * Letters and digits in one order and case, without marks: lines are written in several orders, and capitals may be
 * small ones.
 */
const wordOf = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ]
    .sort()
    .join('');

/** Scripts in which a glyph is a letter. In all others, a text stands in because the glyphs can't say it. */
const PLAIN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]+$/u;

const contradicts = (said: string, shown: string): boolean => {
  const [one, other] = [wordOf(said), wordOf(shown)];
  return one !== other && PLAIN.test(one) && PLAIN.test(other);
};

const settleStandIns = (document: OpenPdf): boolean => {
  const { pdf, pages, resolve } = document;
  const judged = pages.flatMap(({ dict }, index) => (mayHaveStandIn(dict, resolve) ? index + 1 : []));
  if (judged.length === 0) return false;
  const read = textReader(document);
  const wrong = judged.flatMap((page) => contradicted(glyphsOf(read, page), resolve));
  forgetStandIns(pdf, wrong);
  return wrong.length > 0;
};

/** A page with more text than anybody reads is not judged. */
const glyphsOf = (read: (page: number) => Glyph[], page: number): Glyph[] => {
  try {
    return read(page);
  } catch (error) {
    if (error instanceof TooMuchTextError) return [];
    throw error;
  }
};

/** Reading a page's text takes time: most have no such entry. */
const mayHaveStandIn = (page: PdfDict, resolve: Resolve): boolean => {
  const resources = inherited(page, 'Resources', resolve);
  if (names(pageContent(page, resolve))) return true;
  if (!(resources instanceof PdfDict)) return false;
  const listed = [...(resources.getDict('Properties', resolve) ?? [])].some(([, entry]) => {
    const properties = entry instanceof PdfRef ? resolve(entry) : entry;
    return properties instanceof PdfDict && properties.has(STAND_IN);
  });
  const drawings = resources.getDict('XObject', resolve);
  return (
    listed ||
    [...(drawings?.keys() ?? [])].some((key) => {
      const drawing = drawings?.get(key.value, resolve);
      return (
        drawing instanceof PdfStream &&
        drawing.getName('Subtype', resolve)?.value === 'Form' &&
        names(decodedOrNothing(drawing))
      );
    })
  );
};

const STAND_IN = 'ActualText';

const names = (content: Uint8Array): boolean =>
  Buffer.from(content.buffer, content.byteOffset, content.length).includes(STAND_IN);

/** The glyphs whose stand-in says something else. */
const contradicted = (glyphs: readonly Glyph[], resolve: Resolve): Glyph[] => {
  const byMark = new Map<Operation, { said: string; glyphs: Glyph[] }>();
  for (const glyph of glyphs) {
    for (let marks = glyph.shown.marks; marks; marks = marks.outer) {
      const said = standInOf(marks, resolve);
      if (said === undefined) continue;
      const known = byMark.get(marks.operation) ?? { said, glyphs: [] };
      byMark.set(marks.operation, known);
      known.glyphs.push(glyph);
    }
  }
  return [...byMark.values()].flatMap(({ said, glyphs }) => {
    const isReadable = glyphs.every(({ text }) => text !== '');
    return isReadable && contradicts(said, glyphs.map(({ text }) => text).join('')) ? glyphs : [];
  });
};

const standInOf = ({ operation, properties }: Marks, resolve: Resolve): string | undefined => {
  if (properties?.has(STAND_IN)) return textString(properties.get(STAND_IN, resolve));
  const list = operation.operands[1];
  if (list?.kind !== 'dictionary') return undefined;
  const at = list.items.findIndex((item, index) => index % 2 === 0 && item.kind === 'name' && item.name === STAND_IN);
  const value = at < 0 ? undefined : list.items[at + 1];
  return value?.kind === 'string' ? textString(PdfString.fromBytes(value.bytes)) : undefined;
};
