import { PDF } from '@libpdf/core';
import { describe, expect, test } from 'vitest';
import { readPageText } from '../../lib/pdf/render.ts';
import { line, textPdf, WITH_FONTS } from '../pipeline/documents.ts';
import { stream } from './make-pdf.ts';

describe('the text of a page', () => {
  test('is read line by line, in the order in which people read', async () => {
    const bytes = textPdf(
      [line('The lease'), line('between us', 72, 680), line('Name:', 72, 640), line('Date:', 300, 640)].join(' '),
    );
    const boxes = await readPageText(bytes, 1);
    expect(boxes.map(({ text }) => text)).toEqual(['The lease', 'between us', 'Name:', 'Date:']);
    expect(boxes.every(({ width, height }) => width > 20 && height > 8 && height < 20)).toBe(true);
  });

  test('holds what forms that the page draws show, and no empty lines', async () => {
    const form = stream(line('in a form', 0, 0), '/Type /XObject /Subtype /Form /BBox [0 0 600 600]');
    const boxes = await readPageText(textPdf(`${line('   ')} q 1 0 0 1 50 500 cm /X Do Q`, { 6: form }), 1);
    expect(boxes.map(({ text }) => text)).toEqual(['in a form']);
  });

  test('is whole where letters are kerned, and where a word is divided', async () => {
    const content = "BT /F 12 Tf 72 700 Td 14 TL [(a con) 20 (si) -30 (der-)] TJ (able sum) ' ET";
    const text = (await readPageText(textPdf(content), 1)).map((box) => box.text);
    expect(text).toEqual(['a consider-', 'able sum']);
  });

  test.each([
    ['', 72, 700],
    ['/Rotate 90', 700, 540],
    ['/Rotate 180', 540, 92],
    ['/Rotate 270', 92, 72],
    ['/CropBox [50 100 600 780]', 22, 600],
    ['/Rotate 90 /CropBox [50 100 600 780]', 600, 528],
  ])('stands in points of the page as displayed: %s', async (entry, x, y) => {
    const [box] = await readPageText(textPdf(line('Buyer'), {}, `${WITH_FONTS} ${entry}`), 1);
    const { x: left = 0, y: bottom = 0, width = 0, height = 0 } = box ?? {};
    // The line begins at this point, be it upright, upside down, or turned.
    expect(left - 4 <= x && x <= left + width + 4 && bottom - 4 <= y && y <= bottom + height + 4).toBe(true);
    expect(Math.abs(width - height)).toBeGreaterThan(10);
  });

  test('is empty on a page without text, and unknown where there is no page', async () => {
    const pdf = PDF.create();
    pdf.addPage();
    const bytes = await pdf.save();
    expect(await readPageText(bytes, 1)).toEqual([]);
    await expect(readPageText(bytes, 2)).rejects.toMatchObject({ code: 'page_not_found' });
  });

  test('ends where a page holds more than anybody reads', async () => {
    const bytes = textPdf(Array.from({ length: 300 }, (_, row) => line(`${row} `.repeat(300), 72, row * 2)).join(' '));
    const length = (await readPageText(bytes, 1)).map(({ text }) => text).join(' ').length;
    expect(length).toBeGreaterThan(100_000);
    expect(length).toBeLessThanOrEqual(200_000);
  });
});
