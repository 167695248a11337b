import { expect, test } from 'vitest';
import { viewPages } from '../../lib/pdf/pdfium/render.ts';
import { LETTER, type Objects, pagesOf, stream, withTable } from './make-pdf.ts';

const FONT = '/Resources << /Font << /F 4 0 R >> >>';
const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

const pageOf = (content: string, entries = LETTER, more: Objects = {}): Uint8Array =>
  withTable({ ...pagesOf(`${FONT} ${entries}`), 3: stream(content), 4: HELVETICA, ...more });

const textOf = async (bytes: Uint8Array) => (await viewPages(bytes, [1]))[0]?.text ?? [];

const wordsOf = (text: Awaited<ReturnType<typeof textOf>>) =>
  text.map(({ lines }) => lines.map((line) => line.text).join(' | '));

test('a page’s text is returned in paragraphs of lines, each with its displayed place', async () => {
  const text = await textOf(
    pageOf(
      'BT /F 12 Tf 14 TL 72 700 Td (The tenant pays) Tj T* (the rent.) Tj 0 -60 Td (Signed) Tj 200 0 Td (Landlord) Tj ET',
    ),
  );
  expect(wordsOf(text)).toEqual(['The tenant pays | the rent.', 'Signed', 'Landlord']);
  const [first] = text[0]?.lines ?? [];
  expect(first?.x).toBeCloseTo(72, 0);
  expect(first?.y).toBeGreaterThan(690);
  expect(first?.y).toBeLessThan(700);
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeGreaterThan(708);
  expect(text[2]?.lines[0]?.x).toBeCloseTo(272, 0);
});

test('a rotated and cropped page’s text has its displayed place', async () => {
  const text = await textOf(
    pageOf(
      'BT /F 12 Tf 0 1 -1 0 300 200 Tm (Upright) Tj ET',
      '/MediaBox [0 0 612 792] /CropBox [100 100 500 700] /Rotate 90',
    ),
  );
  // A quarter turn to the right: what was 100 above the crop box's lower edge is 100 from the left.
  const [line] = text[0]?.lines ?? [];
  expect(line?.text).toBe('Upright');
  expect(line?.x).toBeCloseTo(100, 0);
  expect(line?.width).toBeGreaterThan(line?.height ?? 0);
  expect(line?.y).toBeGreaterThan(190);
  expect(line?.y).toBeLessThan(200);
});

test.each([
  ['', 72, 700],
  ['/Rotate 90', 700, 540],
  ['/Rotate 180', 540, 92],
  ['/Rotate 270', 92, 72],
  ['/CropBox [50 100 600 780]', 22, 600],
  ['/Rotate 90 /CropBox [50 100 600 780]', 600, 528],
])('a line begins where it is displayed: %s', async (entry, x, y) => {
  const [block] = await textOf(pageOf('BT /F 12 Tf 72 700 Td (Buyer) Tj ET', `${LETTER} ${entry}`));
  const { x: left = 0, y: bottom = 0, width = 0, height = 0 } = block?.lines[0] ?? {};
  expect(left - 4 <= x && x <= left + width + 4 && bottom - 4 <= y && y <= bottom + height + 4).toBe(true);
  expect(Math.abs(width - height)).toBeGreaterThan(10);
});

test('words stay whole if letters are kerned or a line divides them; blank lines are dropped', async () => {
  const text = await textOf(
    pageOf("BT /F 12 Tf 72 700 Td 14 TL [(a con) 20 (si) -30 (der-)] TJ (able sum) ' (   ) ' ET"),
  );
  expect(wordsOf(text)).toEqual(['a consider- | able sum']);
});

test('the text of forms that the page draws is included', async () => {
  const form = stream('BT /F 12 Tf (in a form) Tj ET', '/Type /XObject /Subtype /Form /BBox [0 0 600 600]');
  const page = `${LETTER} /Resources << /Font << /F 4 0 R >> /XObject << /X 6 0 R >> >>`;
  const text = await textOf(
    withTable({ ...pagesOf(page), 3: stream('q 1 0 0 1 50 500 cm /X Do Q'), 4: HELVETICA, 6: form }),
  );
  expect(wordsOf(text)).toEqual(['in a form']);
});

test('a tagged file is read in the order of its tags, headings as such, artifacts last', async () => {
  const content = [
    '/Artifact BMC BT /F 9 Tf 300 20 Td (Page 1) Tj ET EMC',
    '/P << /MCID 1 >> BDC BT /F 12 Tf 72 600 Td (Second ) Tj ET EMC',
    '/Span << /MCID 2 >> BDC BT /F 12 Tf 120 600 Td (and bold) Tj ET EMC',
    '/H1 << /MCID 0 >> BDC BT /F 20 Tf 72 700 Td (Lease) Tj ET EMC',
    '/Sub << /MCID 3 >> BDC BT /F 14 Tf 72 500 Td (Rent) Tj ET EMC',
  ].join('\n');
  const text = await textOf(
    pageOf(content, `${LETTER} /StructParents 0`, {
      1: '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 20 0 R >>',
      20: '<< /Type /StructTreeRoot /K 21 0 R /ParentTree 26 0 R /RoleMap << /Sub /H2 >> >>',
      21: '<< /Type /StructElem /S /Document /P 20 0 R /K [22 0 R 23 0 R 25 0 R] >>',
      22: '<< /Type /StructElem /S /H1 /P 21 0 R /Pg 10 0 R /K 0 >>',
      23: '<< /Type /StructElem /S /P /P 21 0 R /Pg 10 0 R /K [1 24 0 R] >>',
      24: '<< /Type /StructElem /S /Span /P 23 0 R /Pg 10 0 R /K 2 >>',
      25: '<< /Type /StructElem /S /Sub /P 21 0 R /Pg 10 0 R /K 3 >>',
      26: '<< /Nums [0 [22 0 R 23 0 R 24 0 R 25 0 R]] >>',
    }),
  );
  expect(text.map(({ heading, lines }) => [heading, lines.map((line) => line.text).join(' ')])).toEqual([
    [1, 'Lease'],
    [0, 'Second and bold'],
    [2, 'Rent'],
    [0, 'Page 1'],
  ]);
});

test('the text of a page that is made to overload the reader is limited', async () => {
  const row = `(${'x'.repeat(500)}) Tj T*`;
  const text = await textOf(pageOf(`BT /F 1 Tf 1 TL 0 790 Td ${Array(200).fill(row).join(' ')} ET`));
  expect(text.flatMap(({ lines }) => lines.map((line) => line.text)).join('').length).toBeLessThanOrEqual(20_000);
});

test('existing pages of several are drawn, each with its own text', async () => {
  const file = withTable({
    ...pagesOf(`${FONT} ${LETTER}`, `${FONT} ${LETTER}`),
    3: stream('BT /F 12 Tf 72 700 Td (Both) Tj ET'),
    4: HELVETICA,
  });
  const views = await viewPages(file, [1, 2, 3]);
  expect(views.map(({ page, text }) => [page, ...wordsOf(text)])).toEqual([
    [1, 'Both'],
    [2, 'Both'],
  ]);
});
