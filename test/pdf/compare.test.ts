import { describe, expect, it } from 'vitest';
import type { Box } from '../../lib/pdf/file/display.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { LETTER, type Objects, stream, withTable, withUpdate } from './make-pdf.ts';

const FONTS = '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';

/** A document of pages with these contents, each as large as US Letter unless `entries` say otherwise. */
const contentPages = (contents: readonly string[], entries = LETTER): Objects => ({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: `<< /Type /Pages /Kids [${contents.map((_, at) => `${2 * at + 10} 0 R`).join(' ')}] /Count ${contents.length} >>`,
  ...Object.fromEntries(
    contents.flatMap((content, at) => [
      [2 * at + 10, `<< /Type /Page /Parent 2 0 R ${entries} ${FONTS} /Contents ${2 * at + 11} 0 R >>`],
      [2 * at + 11, stream(content)],
    ]),
  ),
});
const contents = (...all: string[]): Uint8Array => withTable(contentPages(all));
const text = (words: string, size = 8, x = 100, y = 500, grey = 0): string =>
  `BT ${grey} g /F ${size} Tf ${x} ${y} Td (${words}) Tj ET\n`;

const price = text('The rent is 3,816.00 a month.');
const border = '0 G 0.5 w 100 600 150 20 re S\n';
const check = '0 G 1 w 102 304 m 105 301 l 110 309 l S\n';

describe('pages that show something else are found', () => {
  const digits = [...'0123456789'];
  const pairs = digits.flatMap((one, at) => digits.slice(at + 1).map((other) => [one, other] as const));

  it('each digit for each other one, in 7 pt text', async () => {
    const pages = (pick: 0 | 1) => contents(...pairs.map((pair) => text(`Pay 1${pair[pick]}4.00`, 7, 100.3, 500.7)));
    const differences = await comparePages(pages(0), pages(1));
    expect(differences.map(({ page }) => pairs[page - 1])).toEqual(pairs);
  });

  it.each<[string, string, string]>([
    ['a decimal point that moved', price, price.replace('3,816.00', '3,8160.0')],
    ['a comma that was a point', price, price.replace('3,816', '3.816')],
    ['a lost word', price, price.replace(' a month', '')],
    ['a lost border of half a point', price + border, price],
    ['a lost hairline', `${price}0 G 0 w 100 400 m 300 400 l S\n`, price],
    ['a lost check mark of 10 pt', price + check, price],
    ['light grey text that vanishes', price + text('Not transferable', 8, 100, 300, 0.93), price],
    ['pale text that vanishes', price + text('Not transferable', 8, 100, 300, 0.975), price],
    ['a pale frame that vanishes', `${price}0.97 G 0.25 w 100 400 m 300 400 l S\n`, price],
    ['a nearly black frame that becomes pale', `${border}`, border.replace('0 G', '0.92 0.9 0.84 RG')],
    ['a line that becomes a third as wide', '0 G 1.5 w 100 400 m 300 400 l S', '0 G 0.5 w 100 400 m 300 400 l S'],
    ['a white box over a price', price, `${price}1 g 138 498 40 10 re f\n`],
    ['another colour', price, price.replace('0 g', '0.6 0 0 rg')],
    ['a box that became a little darker', `${price}0.9 g 100 300 50 50 re f`, `${price}0.84 g 100 300 50 50 re f`],
    ['text that moved by a line', price, text('The rent is 3,816.00 a month.', 8, 100, 490)],
    ['everything', price, `${text('Another contract', 30, 50, 700)}0 0 1 rg 50 50 400 400 re f\n`],
  ])('%s', async (_name, before, after) => {
    const expected = [{ page: 1, reason: 'content' }];
    expect(await comparePages(contents(before), contents(after))).toMatchObject(expected);
    expect(await comparePages(contents(after), contents(before))).toMatchObject(expected);
  });

  it('an annotation, a field and its value, as viewers show them on screen', async () => {
    const look = (content: string) => stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 100 20] ${FONTS}`);
    const field = (entries: string) => `<< /Type /Annot /Rect [100 100 200 120] /AP << /N 60 0 R >> ${entries} >>`;
    const page = contentPages([price], `${LETTER} /Annots [61 0 R]`);
    const widget = '/Subtype /Widget /FT /Tx /T (Rent)';
    const form = { ...page, 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [61 0 R] >> >>' };
    const filled = withTable({ ...form, 60: look(text('OLD 1,000', 10, 2, 5)), 61: field(`${widget} /V (OLD 1,000)`) });
    const other = withTable({ ...form, 60: look(text('NEW 9,999', 10, 2, 5)), 61: field(`${widget} /V (NEW 9,999)`) });
    const hidden = withTable({ ...form, 60: look(text('OLD 1,000', 10, 2, 5)), 61: field(`${widget} /F 2`) });
    const square = withTable({ ...page, 60: look('1 g 0 0 100 20 re f'), 61: field('/Subtype /Square') });
    for (const [before, after] of [
      [filled, other],
      [filled, hidden],
      [filled, square],
    ] as const) {
      const [difference] = await comparePages(before, after);
      expect(difference).toMatchObject({ page: 1, reason: 'content' });
      expect(difference?.box?.x).toBeGreaterThan(98);
      expect(difference?.box?.y).toBeGreaterThan(98);
    }
  });

  it('another page box or rotation, and pages that only one document has', async () => {
    const letter = contents(price, price, price);
    const a4 = withTable(contentPages([price, price, price], '/MediaBox [0 0 595 842]'));
    const turned = withTable(contentPages([price, price, price], `${LETTER} /Rotate 90`));
    const size = [1, 2, 3].map((page) => ({ page, reason: 'size' }));
    expect(await comparePages(letter, a4)).toEqual(size);
    expect(await comparePages(letter, turned)).toEqual(size);
    const missing = [
      { page: 2, reason: 'missing' },
      { page: 3, reason: 'missing' },
    ];
    expect(await comparePages(letter, contents(price))).toEqual(missing);
    expect(await comparePages(contents(price), letter)).toEqual(missing);
  });

  it('each page that differs, with a box around what differs', async () => {
    const mark = '0 g 200 300 40 20 re f\n';
    const differences = await comparePages(contents(price, price, price), contents(price, price + mark, mark));
    expect(differences.map(({ page }) => page)).toEqual([2, 3]);
    const { x, y, width, height } = differences[0]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
    expect([x, y, x + width, y + height].map(Math.round)).toEqual([200, 300, 240, 320]);
  });

  it.each([
    ['turned', `${LETTER} /Rotate 90`, [300, 612 - 240, 20, 40]],
    ['cropped', `${LETTER} /CropBox [150 250 500 700]`, [50, 50, 40, 20]],
  ])('the box of a difference is in points of the page as displayed: %s', async (_name, entries, expected) => {
    const mark = '0 g 200 300 40 20 re f\n';
    const pages = [price, price + mark].map((content) => withTable(contentPages([content], entries)));
    const [difference] = await comparePages(pages[0] as Uint8Array, pages[1] as Uint8Array);
    const { x, y, width, height } = difference?.box ?? { x: 0, y: 0, width: 0, height: 0 };
    expect([x, y, width, height].map(Math.round)).toEqual(expected);
  });

  it('a difference on a page of poster size', async () => {
    const poster = (content: string) => withTable(contentPages([content], '/MediaBox [0 0 14400 14400]'));
    const differences = await comparePages(poster(text('A', 200, 9000, 9000)), poster(text('B', 200, 9000, 9000)));
    expect(differences).toMatchObject([{ page: 1, reason: 'content' }]);
  });
});

describe('pages that look the same are alike', () => {
  const drawing = `${price}${border}${check}`;
  it.each<[string, string, string]>([
    ['text and lines that moved by a fifth of a point', drawing, `1 0 0 1 0.2 0 cm\n${drawing}`],
    ['also upwards', drawing, `1 0 0 1 0 0.2 cm\n${drawing}`],
    ['also both', drawing, `1 0 0 1 -0.14 0.14 cm\n${drawing}`],
    ['text drawn letter by letter', text('ab', 12), `BT 0 g /F 12 Tf 100 500 Td (a) Tj 6.7 0 Td (b) Tj ET\n`],
    ['a filled box that moved by a fifth of a point', '0 g 100 600 150 20 re f', '0 g 100.2 600 150 20 re f'],
    ['a pale one', '0.9 g 100 600 150 20 re f', '0.9 g 100.2 600.2 150 20 re f'],
    ['white on white', price, `${price}1 g 300 300 50 50 re f\n`],
    ['what lies off the page', price, `${price}0 g 700 300 50 50 re f\n`],
    ['a colour that differs by less than can be seen', '0.5 g 9 9 99 99 re f', '0.51 g 9 9 99 99 re f'],
  ])('%s', async (_name, before, after) => {
    expect(await comparePages(contents(before), contents(after))).toEqual([]);
  });

  it('a file and its update that shows nothing new', async () => {
    const file = contents(price, border);
    expect(await comparePages(file, withUpdate(file, { 90: stream('0 g 0 0 600 600 re f') }))).toEqual([]);
    expect(await comparePages(file, file)).toEqual([]);
  });
});

describe('a part that is left out', () => {
  const stamped = price + text('Ada Lovelace', 12, 205, 305) + border;
  const box: Box = { x: 200, y: 300, width: 100, height: 20 };

  it('is the inside of boxes, on their page', async () => {
    const [before, after] = [contents(price, price), contents(price, stamped.replace(border, ''))];
    expect(await comparePages(before, after, { except: new Map([[2, [box]]]) })).toEqual([]);
    expect(await comparePages(before, after, { except: new Map([[1, [box]]]) })).toMatchObject([{ page: 2 }]);
  });

  it('does not hide differences beside the boxes', async () => {
    const except = new Map([[1, [box]]]);
    const [difference] = await comparePages(contents(price), contents(stamped), { except });
    expect(difference?.box?.y).toBeGreaterThan(590);
    const wider = contents(`${price}0 g 199 299 102 22 re f`);
    expect(await comparePages(contents(price), wider, { except })).toHaveLength(1);
  });

  it('is every page except the requested ones', async () => {
    const [before, after] = [contents(price, price, price), contents(border, border, border)];
    expect(await comparePages(before, after, { pages: [2] })).toMatchObject([{ page: 2 }]);
    expect(await comparePages(before, after, { pages: [] })).toEqual([]);
    expect(await comparePages(before, after, { pages: [4] })).toEqual([{ page: 4, reason: 'missing' }]);
  });
});

it('a file that cannot be read is an error, never a file without differences', async () => {
  const garbage = Buffer.from('%PDF-1.7\ngarbage');
  const error = { name: 'PdfiumError', fault: 'unreadable' };
  await expect(comparePages(garbage, contents(price))).rejects.toMatchObject(error);
  await expect(comparePages(contents(price), garbage)).rejects.toMatchObject(error);
});
