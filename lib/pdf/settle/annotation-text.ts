import { PdfArray, type PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core';
import type { Colour } from '../content/canvas.ts';
import { numberIn, readOperations } from '../content/content-operations.ts';
import type { PageBox } from '../file/display.ts';
import { inherited, numbers, type Resolve } from '../file/page-box.ts';
import { textString } from '../file/text-string.ts';

/** The text that an annotation or a field is to show by its own entries, and its look. */
export interface GivenText {
  text: string;
  /** `list`: one of several lines, of which the box may show only a part. */
  kind: 'line' | 'area' | 'comb' | 'list';
  /** Number of a comb's cells. */
  cells: number;
  align: 'start' | 'centre' | 'right';
  /** In points; 0: as large as the box allows. */
  size: number;
  colour: Colour;
  rotation: PageBox['rotation'];
  /** In points: free space at the edges of the box. */
  padding: number;
}

/** Flags of fields (ISO 32000-2 tables 229, 231 and 233). */
const [MULTILINE, PASSWORD, COMB, PUSH_BUTTON, COMBO] = [1 << 12, 1 << 13, 1 << 24, 1 << 16, 1 << 17];

const ALIGNMENTS = ['start', 'centre', 'right'] as const;
const PADDING = 2;

/** Returns undefined for an annotation without a text, and for a password, which nobody is to read. */
export const givenText = (annotation: PdfDict, form: PdfDict | undefined, resolve: Resolve): GivenText | undefined => {
  const found = wordsOf(annotation, resolve);
  if (!found || squeezed(found.text) === '') return undefined;
  const look = annotation.getDict('MK', resolve);
  const border = annotation.getDict('BS', resolve)?.getNumber('W', resolve)?.value ?? 1;
  const turns = (look?.getNumber('R', resolve)?.value ?? 0) / 90;
  const quadding = inherited(annotation, 'Q', resolve) ?? form?.get('Q', resolve);
  return {
    cells: 0,
    align: ALIGNMENTS[quadding instanceof PdfNumber ? quadding.value : 0] ?? 'start',
    ...found,
    ...defaultAppearance(inherited(annotation, 'DA', resolve) ?? form?.get('DA', resolve)),
    rotation: ([0, 90, 180, 270] as const)[((Math.round(turns) % 4) + 4) % 4] ?? 0,
    padding: PADDING + (look?.has('BC') ? border : 0),
  };
};

/** A text without blanks, in compatible characters: what counts where lines may break otherwise. */
export const squeezed = (text: string): string => text.normalize('NFKC').replace(/[\s\p{C}]/gu, '');

type Words = Pick<GivenText, 'text' | 'kind'> & Partial<Pick<GivenText, 'cells' | 'align'>>;

const wordsOf = (annotation: PdfDict, resolve: Resolve): Words | undefined => {
  const subtype = annotation.getName('Subtype', resolve)?.value;
  if (subtype === 'FreeText') {
    const plain = textString(annotation.get('Contents', resolve));
    return { text: plain || withoutTags(textString(annotation.get('RC', resolve))), kind: 'area' };
  }
  if (subtype !== 'Widget') return undefined;
  const type = inherited(annotation, 'FT', resolve);
  const stated = inherited(annotation, 'Ff', resolve);
  const flags = stated instanceof PdfNumber ? stated.value : 0;
  const value = inherited(annotation, 'V', resolve);
  switch (type instanceof PdfName ? type.value : '') {
    case 'Tx': {
      if ((flags & PASSWORD) !== 0) return undefined;
      const longest = inherited(annotation, 'MaxLen', resolve);
      const cells = longest instanceof PdfNumber ? longest.value : 0;
      const isComb = (flags & COMB) !== 0 && cells > 0;
      return { text: textString(value), kind: isComb ? 'comb' : (flags & MULTILINE) !== 0 ? 'area' : 'line', cells };
    }
    case 'Ch': {
      const options = optionsOf(inherited(annotation, 'Opt', resolve), resolve);
      const first = inherited(annotation, 'TI', resolve);
      if ((flags & COMBO) === 0) {
        const shown = options.slice(first instanceof PdfNumber ? first.value : 0);
        return { text: shown.map(({ label }) => label).join('\n'), kind: 'list' };
      }
      const chosen = textString(value);
      return { text: options.find((option) => option.value === chosen)?.label ?? chosen, kind: 'line' };
    }
    case 'Btn': {
      if ((flags & PUSH_BUTTON) === 0) return undefined;
      const caption = annotation.getDict('MK', resolve)?.get('CA', resolve);
      return { text: textString(caption), kind: 'line', align: 'centre' };
    }
    default:
      return undefined;
  }
};

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The words of a rich text (ISO 32000-2 section 12.7.4.4), a line for each of its paragraphs. */
const withoutTags = (text: string): string =>
  text
    .replace(/<\/p>|<br\s*\/?>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(x?)([0-9a-fA-F]{1,6});/g, (whole, hex: string, digits: string) => {
      const character = Number.parseInt(digits, hex ? 16 : 10);
      return character <= LAST_CHARACTER ? String.fromCodePoint(character) : whole;
    })
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();

/** The last one of Unicode. */
const LAST_CHARACTER = 0x10ffff;

/** The choices of a list: a text each, or a value and a text (ISO 32000-2 table 234). */
const optionsOf = (list: PdfObject | undefined, resolve: Resolve): { value: string; label: string }[] => {
  const resolved = (item: PdfObject | undefined) => (item instanceof PdfRef ? resolve(item) : item);
  if (!(list instanceof PdfArray)) return [];
  return list.toArray().map((item) => {
    const option = resolved(item);
    const [value, label] =
      option instanceof PdfArray ? [option.at(0, resolve), option.at(1, resolve)] : [option, option];
    return { value: textString(value), label: textString(label) };
  });
};

/** Size and colour of the default appearance (ISO 32000-2 section 12.7.4.3). */
const defaultAppearance = (value: PdfObject | undefined): Pick<GivenText, 'size' | 'colour'> => {
  let size = 0;
  let colour: Colour = [0, 0, 0];
  if (!(value instanceof PdfString)) return { size, colour };
  readOperations(value.bytes, ({ operator, operands }) => {
    const [a = 0, b = 0, c = 0, d = 0] = operands.map(numberIn);
    if (operator === 'Tf') size = b;
    else if (operator === 'g') colour = [a, a, a];
    else if (operator === 'rg') colour = [a, b, c];
    else if (operator === 'k') colour = [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)];
  });
  return { size: Math.max(0, size), colour };
};

/** The rectangle of an annotation, its corners in order. */
export const annotationBox = (
  annotation: PdfDict,
  resolve: Resolve,
): Omit<PageBox, 'width' | 'height' | 'rotation'> | undefined => {
  const [x0, y0, x1, y1] = numbers(annotation.get('Rect', resolve), 4, resolve) ?? [];
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined;
  return { left: Math.min(x0, x1), bottom: Math.min(y0, y1), right: Math.max(x0, x1), top: Math.max(y0, y1) };
};
