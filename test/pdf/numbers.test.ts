import { PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { type Operand, readOperations } from '../../lib/pdf/content/content-operations.ts';
import { pageContent } from '../../lib/pdf/content/page-content.ts';
import { decodedData } from '../../lib/pdf/file/decode-stream.ts';
import { numberText, operator } from '../../lib/pdf/file/number-text.ts';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { LETTER, type Objects, pagesOf, stream, withTable } from './make-pdf.ts';
import { findOnPage } from './tools.ts';

/** Numbers of all sizes and both signs, the same in each run. */
const numbers = Array.from({ length: 4000 }, (_, index) => {
  const digits = Math.sin(index + 1) * 10;
  return digits * 10 ** ((index % 60) - 30);
});
const AWKWARD = [0, -0, 0.05, 0.005, 0.0999, -0.05, 1.05, 100.075, 1e-7, -1e-7, 1e21, -1e300, 0.1 + 0.2, 2 ** 53];

describe('a number', () => {
  const PLAIN = /^-?\d+(\.\d+)?$/;

  it('is the same once it is written and read, without an exponent', () => {
    for (const value of [...numbers, ...AWKWARD]) {
      expect(numberText(value)).toMatch(PLAIN);
      expect(Number(numberText(value))).toBe(value + 0);
    }
  });

  it('keeps seven digits where it is computed, however small it is', () => {
    for (const value of [...numbers, ...AWKWARD]) {
      const text = operator(value);
      expect(text).toMatch(PLAIN);
      expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.abs(value) * 5e-7);
    }
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('is never written if it is none: %d', (value) => {
    expect(() => numberText(value)).toThrow();
    expect(() => operator(value)).toThrow();
  });
});

/** A page of its own with annotations, or with fields of a form. */
const annotated = (...annotations: readonly string[]): Objects => {
  const refs = annotations.map((_, index) => `${index + 30} 0 R`).join(' ');
  return {
    ...pagesOf(`${LETTER} /Annots [${refs}]`),
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /NeedAppearances true /Fields [${refs}] /DA (/Helv 12 Tf 0 g) >> >>`,
    3: stream(''),
    ...Object.fromEntries(annotations.map((annotation, index) => [index + 30, `<< /Type /Annot ${annotation} >>`])),
  };
};

/** The numbers of an operator in the drawings of the record's first page. */
const operandsOf = async (record: Uint8Array, wanted: string): Promise<number[][]> => {
  const { pages, resolve } = await openPdf(record);
  const page = pages[0]?.dict;
  const found: number[][] = [];
  const drawings = page?.getDict('Resources', resolve)?.getDict('XObject', resolve);
  const contents = [...(drawings?.keys() ?? [])].flatMap((name) => {
    const drawing = drawings?.get(name, resolve);
    return drawing instanceof PdfStream ? decodedData(drawing) : [];
  });
  for (const content of [...contents, ...(page ? [pageContent(page, resolve)] : [])]) {
    readOperations(content, (operation) => {
      const values = operation.operands.map((operand: Operand) =>
        operand.kind === 'number' ? operand.value : Number.NaN,
      );
      if (operation.operator === wanted) found.push(values);
    });
  }
  return found;
};

const SMALL = [0.5, 0.05, 0.005, 0.0005, 0.0999, 0.09226, 0.01234567, 1.05, 10.075, 100.003, 123.0456, 599.9];

describe('what the intake draws for annotations and fields', () => {
  it('stands where the file says: positions below a tenth and with zeros behind the point', async () => {
    const points = SMALL.map((value) => `${value} ${value}`).join(' ');
    const ink = `/Subtype /Ink /F 4 /Rect [0 0 612 792] /C [0 0 0] /InkList [[${points}]]`;
    const { bytes } = await inspectPdf(withTable(annotated(ink)), 'plan.pdf');
    const drawn = await operandsOf(bytes, 'l');
    expect(drawn).toHaveLength(SMALL.length);
    for (const [index, value] of SMALL.entries()) {
      for (const place of drawn[index] ?? []) expect(Math.abs(place - value)).toBeLessThanOrEqual(value * 1e-5);
    }
  });

  it('has no numbers with exponents, which PDF doesn’t have', async () => {
    const tiny =
      '/Subtype /Ink /F 4 /Rect [0 0 612 792] /C [0 0 0] /InkList [[0.00005 100 200 0.0000007 2345678.9 300]]';
    const { bytes } = await inspectPdf(withTable(annotated(tiny)), 'plan.pdf');
    const drawn = (await operandsOf(bytes, 'l')).flat();
    for (const [index, value] of [0.00005, 100, 200, 0.0000007, 2345678.9, 300].entries()) {
      expect(Math.abs((drawn[index] ?? 0) - value)).toBeLessThanOrEqual(value * 1e-5);
    }
  });

  it('has the width that the file says', async () => {
    const square = (width: number) => `/Subtype /Square /F 4 /Rect [100 100 200 200] /C [0 0 0] /BS << /W ${width} >>`;
    const { bytes } = await inspectPdf(withTable(annotated(...SMALL.slice(0, 8).map(square))), 'plan.pdf');
    const widths = (await operandsOf(bytes, 'w')).map(([width]) => width);
    expect(widths).toEqual(SMALL.slice(0, 8).map((width) => Number(width.toPrecision(6))));
  });

  it('has the colours that the file says: a nearly black frame stays nearly black', async () => {
    const colour = [0.09226, 0.09003, 0.08394];
    const field = `/Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [100 100 300 200] /MK << /BC [${colour.join(' ')}] /BG [0.05 0.9 0.05] >>`;
    const { bytes } = await inspectPdf(withTable(annotated(field)), 'form.pdf');
    expect(await operandsOf(bytes, 'rg')).toContainEqual(colour);
    expect(await operandsOf(bytes, 'rg')).toContainEqual([0.05, 0.9, 0.05]);
    const frame = await findOnPage(bytes, 1, 612, (red, green, blue) => Math.max(red, green, blue) < 60);
    expect([frame?.left, frame?.right, frame?.bottom, frame?.top]).toEqual([100, 300, 100, 200]);
  });
});

/** Operators with the count of their numbers (ISO 32000-2 annex A). */
const OPERATORS = Object.entries({
  w: 1,
  M: 1,
  i: 1,
  cm: 6,
  m: 2,
  l: 2,
  c: 6,
  v: 4,
  y: 4,
  re: 4,
  g: 1,
  G: 1,
  rg: 3,
  RG: 3,
  k: 4,
  K: 4,
  Tc: 1,
  Tw: 1,
  Tz: 1,
  TL: 1,
  Ts: 1,
  Td: 2,
  TD: 2,
  Tm: 6,
});

const numbersIn = (content: Uint8Array): number[] => {
  const found: number[] = [];
  const note = (operand: Operand): void => {
    if (operand.kind === 'number') found.push(operand.value);
    else if (operand.kind === 'array') operand.items.forEach(note);
  };
  readOperations(content, ({ operands }) => operands.forEach(note));
  return found;
};

it('numbers below 0.1 are the same in all operators of a page, a form and a pattern when the file is written again', async () => {
  const small = (index: number): string => numberText(Math.sin(index + 1) * 0.1 ** (1 + (index % 5)));
  let at = 0;
  const drawing = (): string =>
    Array.from({ length: 20 }, () =>
      OPERATORS.map(([name, count]) => `${Array.from({ length: count }, () => small(at++)).join(' ')} ${name}\n`).join(
        '',
      ),
    ).join('');
  const contents = [drawing(), drawing(), drawing()];
  const parts = '/XObject << /X 61 0 R >> /Pattern << /P 62 0 R >>';
  const sent = withTable(
    {
      ...pagesOf(`${LETTER} /Resources << ${parts} >>`),
      3: stream(`q /X Do Q\n${contents[0]}`),
      61: stream(contents[1] as string, '/Type /XObject /Subtype /Form /BBox [0 0 9.05 9.05]'),
      62: stream(
        contents[2] as string,
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 .05 .05] /XStep .07 /YStep .09 /Resources << >>',
      ),
    },
    '/Root 1 0 R',
  );
  const { bytes, rewritten } = await inspectPdf(sent, 'small.pdf');
  expect(rewritten).toEqual(['readers could take it in two ways']);
  const { pages, resolve } = await openPdf(bytes);
  const page = pages[0]?.dict;
  const resources = page?.getDict('Resources', resolve);
  const form = resources?.getDict('XObject', resolve)?.get('X', resolve);
  const pattern = resources?.getDict('Pattern', resolve)?.get('P', resolve);
  if (!page || !(form instanceof PdfStream) || !(pattern instanceof PdfStream)) throw new Error('A drawing is lost');
  const read = [pageContent(page, resolve), decodedData(form), decodedData(pattern)].map(numbersIn);
  expect(read).toEqual(contents.map((content) => numbersIn(Buffer.from(content))));
  expect(pattern.getNumber('XStep', resolve)?.value).toBeCloseTo(0.07, 6);
});
