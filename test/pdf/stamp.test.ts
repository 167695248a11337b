import { PDF } from '@libpdf/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphicsStateBalance } from '../../lib/pdf/content/content-balance.ts';
import { readOperations } from '../../lib/pdf/content/content-operations.ts';
import { displayMatrix, type PageBox } from '../../lib/pdf/file/display.ts';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { MAX_UNPACKED } from '../../lib/pdf/file/reading-limits.ts';
import { fitText, LINE_HEIGHT } from '../../lib/pdf/fonts/fit-text.ts';
import { encodePng } from '../../lib/pdf/images/png.ts';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import type { StampField } from '../../lib/pdf/stamp/stamp.ts';
import { stampFields } from '../../lib/pdf/stamp/stamp-fields.ts';
import { LETTER, type Objects, pagesOf, stream, withTable } from './make-pdf.ts';
import { findOnPage, isBlack, qpdfCheck, textsOf } from './tools.ts';

const field = (change: Partial<StampField>): StampField => ({
  page: 1,
  x: 100,
  y: 100,
  width: 150,
  height: 15,
  type: 'textbox',
  value: 'value',
  ...change,
});

/** A box of ink that fills a signature image. */
const block = encodePng(
  new Uint8Array(40 * 20 * 4).map((_, index) => (index % 4 === 3 ? 255 : 0)),
  40,
  20,
  'rgba',
);

const nothing = (objects: Objects): Objects => ({ ...objects, 3: stream('') });

describe('where a stamp lands', () => {
  const rotation = fc.constantFrom(0, 90, 180, 270, -90, 450);
  const page = fc.record({
    left: fc.integer({ min: -300, max: 300 }),
    bottom: fc.integer({ min: -300, max: 300 }),
    width: fc.integer({ min: 150, max: 400 }),
    height: fc.integer({ min: 150, max: 400 }),
    crop: fc.integer({ min: 0, max: 40 }),
    rotation,
    inherit: fc.boolean(),
    swap: fc.boolean(),
  });

  it("is its box on the page as displayed, whatever the page's boxes and rotation", async () => {
    await fc.assert(
      fc.asyncProperty(page, fc.nat(60), fc.nat(60), async (p, x, y) => {
        const [right, top] = [p.left + p.width + p.crop, p.bottom + p.height + p.crop];
        const media = p.swap
          ? [right, top, p.left - p.crop, p.bottom - p.crop]
          : [p.left - p.crop, p.bottom - p.crop, right, top];
        const entries = `/MediaBox [${media.join(' ')}] /CropBox [${p.left} ${p.bottom} ${right - p.crop} ${top - p.crop}] /Rotate ${p.rotation}`;
        const objects = nothing(pagesOf(p.inherit ? '' : entries));
        if (p.inherit) objects[2] = `<< /Type /Pages /Kids [10 0 R] /Count 1 ${entries} >>`;

        const inspected = await inspectPdf(withTable(objects), 'x.pdf');
        const size = inspected.pageSizes['1'];
        const box = { x, y, width: 40, height: 20 };
        const stamped = await stampFields(inspected.bytes, [
          field({ ...box, type: 'signature', value: 'signed', image: block }),
        ]);
        const found = await findOnPage(stamped, 1, size?.width ?? 0, isBlack);
        expect([found?.pageWidth, found?.pageHeight]).toEqual([size?.width, size?.height]);
        for (const [edge, expected] of [
          [found?.left, x],
          [found?.bottom, y],
          [found?.right, x + 40],
          [found?.top, y + 20],
        ] as const) {
          expect(Math.abs((edge ?? Number.NaN) - expected)).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('the transformation keeps distances and takes the corners of the display to those of the box', () => {
    const box = fc
      .record({
        left: fc.integer({ min: -500, max: 500 }),
        bottom: fc.integer({ min: -500, max: 500 }),
        across: fc.integer({ min: 1, max: 900 }),
        up: fc.integer({ min: 1, max: 900 }),
        rotation: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
      })
      .map(({ left, bottom, across, up, rotation }): PageBox => {
        const upright = rotation % 180 === 0;
        const size = { width: upright ? across : up, height: upright ? up : across };
        return { left, bottom, right: left + across, top: bottom + up, rotation, ...size };
      });
    fc.assert(
      fc.property(box, (page) => {
        const [a, b, c, d, e, f] = displayMatrix(page);
        expect(a * d - b * c).toBe(1);
        const corners = [
          [0, 0],
          [page.width, 0],
          [page.width, page.height],
          [0, page.height],
        ].map(([x = 0, y = 0]) => `${a * x + c * y + e},${b * x + d * y + f}`);
        const counterClockwise = [
          [page.left, page.bottom],
          [page.right, page.bottom],
          [page.right, page.top],
          [page.left, page.top],
        ].map(String);
        const turns = page.rotation / 90;
        expect(corners).toEqual([...counterClockwise.slice(turns), ...counterClockwise.slice(0, turns)]);
      }),
    );
  });

  it.each([
    ['leaves states open', 'q 0.3 0 0 0.3 200 200 cm q 2 0 0 2 9 9 cm'],
    ['closes states that it did not open', 'Q Q 0.3 0 0 0.3 200 200 cm'],
    ['hides operators in strings and comments', '(Q \\) Q) pop <51> % Q Q\nq 0.3 0 0 0.3 200 200 cm'],
  ])('does not depend on a content that %s', async (_name, content) => {
    const bytes = withTable({ ...pagesOf(LETTER), 3: stream(content) });
    const stamped = await stampFields(bytes, [
      field({ type: 'signature', value: 'signed', image: block, width: 40, height: 20 }),
    ]);
    expect(await findOnPage(stamped, 1, 612, isBlack)).toMatchObject({ left: 100, bottom: 100, right: 140, top: 120 });
  });

  it('inline images do not confuse the count of states', () => {
    const content = Buffer.from('q BI /W 1 /H 1 /BPC 8 /CS /G ID Q Q EIQ EI Q q', 'latin1');
    expect(graphicsStateBalance(content)).toEqual({ lowest: 0, highest: 1, final: 1 });
  });

  it('states are counted as they are when every operation is read', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'q Q ID EI BI ( ) < > << >> [ ] { } / % \\ qQ Qq q1 -q /q /Q /ID ID\n \n \r \0 (q) (Q(q)) <51> %q\n'.split(
          ' ',
        ),
      ),
      fc.constantFrom(' ', '\t', '\f', '0 0 m', 'é', '\u0100'),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const content = Buffer.from(pieces.join(''), 'latin1');
        const counted = { lowest: 0, highest: 0, final: 0 };
        readOperations(content, ({ operator }) => {
          if (operator === 'q') counted.highest = Math.max(counted.highest, ++counted.final);
          if (operator === 'Q') counted.lowest = Math.min(counted.lowest, --counted.final);
        });
        expect(graphicsStateBalance(content)).toEqual(counted);
      }),
      { numRuns: 2000 },
    );
  });

  it('a string as long as a page may be does not exhaust the count of states', () => {
    const long = Buffer.concat([Buffer.from('q ('), Buffer.alloc(MAX_UNPACKED, 'a')]);
    expect(graphicsStateBalance(long)).toEqual({ lowest: 0, highest: 1, final: 1 });
    expect(graphicsStateBalance(Buffer.concat([long, Buffer.from(') Q')])).final).toBe(0);
  });
});

describe('what is stamped', () => {
  const bytes = withTable(nothing(pagesOf(LETTER, LETTER)));

  it.each([
    ['textbox', { value: 'Zoë Łukasz Иван Ελένη' }, 'Zoë Łukasz Иван Ελένη'],
    ['date', { value: '12/31/2026' }, '12/31/2026'],
    ['timestamp', { value: '2026-12-31T23:59:59.000Z' }, '2026-12-31T23:59:59.000Z'],
    ['dropdown', { value: 'First choice' }, 'First choice'],
    ['attachment', { value: 'Attached: id.pdf' }, 'Attached: id.pdf'],
    ['textbox', { value: 'Zoë Ժաննա ქეთი № 7 €' }, 'Zoë Ժաննա ქეთი № 7 €'],
    ['textbox', { value: '山田太郎 김철수 王小明' }, '山田太郎 김철수 王小明'],
    ['textbox', { value: 'of Ur 𒀀' }, 'of Ur [U+12000]'],
    ['signature', { value: 'signed' }, 'signed'],
  ] as const)('a %s shows %j', async (type, change, expected) => {
    const stamped = await stampFields(bytes, [field({ type, ...change })]);
    for (const text of textsOf(stamped)) expect(text.replace(/\s+/g, ' ')).toContain(expected);
    expect(qpdfCheck(stamped)).toContain('No syntax');
    const found = await findOnPage(stamped, 1, 612, isBlack);
    expect(found?.left).toBeGreaterThanOrEqual(99);
    expect(found?.right).toBeLessThanOrEqual(251);
    expect(found?.bottom).toBeGreaterThanOrEqual(99);
    expect(found?.top).toBeLessThanOrEqual(116);
  });

  it.each([
    ['checkbox', 'true', true],
    ['checkbox', 'false', false],
    ['radio', 'true', true],
    ['radio', 'false', false],
    ['textbox', '', false],
  ] as const)('a %s of %j leaves a mark: %j', async (type, value, marked) => {
    const stamped = await stampFields(bytes, [field({ type, value, width: 14, height: 14 })]);
    const found = await findOnPage(stamped, 1, 612, isBlack);
    expect(found !== undefined).toBe(marked);
    if (found) expect(found.left >= 99 && found.right <= 115 && found.bottom >= 99 && found.top <= 115).toBe(true);
  });

  it('a field of page 0 is not stamped, and one of a missing page is an error', async () => {
    expect(await findOnPage(await stampFields(bytes, [field({ page: 0 })]), 1, 612, isBlack)).toBeUndefined();
    await expect(stampFields(bytes, [field({ page: 3 })])).rejects.toThrow('page 3');
  });

  it('pages that share their resources do not share their stamps', async () => {
    const shared = '/Resources 50 0 R';
    const objects = { ...nothing(pagesOf(`${LETTER} ${shared}`, `${LETTER} ${shared}`)), 50: '<< /XObject << >> >>' };
    const stamped = await stampFields(withTable(objects), [
      field({ type: 'signature', value: 'signed', image: block, x: 10, width: 40, height: 20 }),
      field({ page: 2, type: 'checkbox', value: 'true', x: 300, width: 20, height: 20 }),
    ]);
    expect((await findOnPage(stamped, 1, 612, isBlack))?.right).toBe(50);
    expect((await findOnPage(stamped, 2, 612, isBlack))?.left).toBeGreaterThanOrEqual(300);
  });

  it('no character of a text is lost, even in a tiny box', () => {
    const measure = (line: string) => line.length * 0.6;
    const words = fc.array(
      fc.string({ minLength: 1, maxLength: 30 }).map((word) => word.replace(/\s/g, '')),
      { maxLength: 40 },
    );
    const dimensions = fc.record({
      width: fc.integer({ min: 10, max: 300 }),
      height: fc.integer({ min: 8, max: 100 }),
    });
    fc.assert(
      fc.property(words, dimensions, fc.boolean(), (list, box, multiline) => {
        const text = list.filter((word) => word !== '').join(' ');
        const { lines, size } = fitText(text, box, { largest: 11, multiline }, measure);
        expect(
          lines
            .map((line) => line.text)
            .join('')
            .replaceAll(' ', ''),
        ).toBe(text.replaceAll(' ', ''));
        if (size > 0.5) {
          expect(lines.length * size * LINE_HEIGHT).toBeLessThanOrEqual(box.height + 0.001);
          for (const line of lines) expect(size * measure(line.text)).toBeLessThanOrEqual(box.width + 0.001);
        }
      }),
    );
  });
});

describe('a form that is part of the document', () => {
  const appearance = (colour: string): string =>
    stream(`${colour} rg 0 0 20 10 re f`, '/Type /XObject /Subtype /Form /BBox [0 0 20 10]');
  const widget = (rect: string, more: string): string =>
    `<< /Type /Annot /Subtype /Widget /Rect [${rect}] /F 4 ${more} >>`;
  const objects: Objects = {
    ...nothing(pagesOf(`${LETTER} /Annots [30 0 R 31 0 R 32 0 R 33 0 R 34 0 R 35 0 R]`, `${LETTER} /Annots [36 0 R]`)),
    1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AA << /WC 60 0 R >> /Names << /JavaScript << /Names [(x) 60 0 R] >> >> /AcroForm << /Fields [30 0 R 31 0 R 32 0 R 36 0 R] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 61 0 R >> >> >> >>',
    30: widget('100 100 140 120', '/FT /Tx /T (a) /V (red) /AP << /N 40 0 R >>'),
    31: widget('200 100 240 120', '/FT /Btn /T (b) /V /On /AS /On /AP << /N << /On 41 0 R /Off 42 0 R >> >>'),
    32: widget('300 100 440 120', '/FT /Tx /T (c) /Ff 1 /V (Prefilled value)'),
    33: `<< /Type /Annot /Subtype /Stamp /Rect [100 200 140 220] /F 2 /AP << /N 40 0 R >> >>`,
    34: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) /Next 60 0 R >> >>',
    35: '<< /Type /Annot /Subtype /Link /Rect [9 9 19 19] /A << /S /Launch /F (evil.exe) >> >>',
    36: widget('100 100 140 120', '/FT /Tx /T (d) /AP << /N 41 0 R >>'),
    40: appearance('1 0 0'),
    41: appearance('0 0 1'),
    42: appearance('0 1 0'),
    60: '<< /S /JavaScript /JS (this.submitForm\\(\\)) >>',
    61: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  };
  const bytes = withTable(objects);

  const taken = async (): Promise<Uint8Array> => (await inspectPdf(bytes, 'form.pdf')).bytes;

  it('looks the same, at its place, on each page', async () => {
    const flat = await taken();
    expect(await findOnPage(flat, 1, 612, (r, g, b) => r > 200 && g < 50 && b < 50)).toMatchObject({
      left: 100,
      right: 140,
      bottom: 100,
      top: 120,
    });
    expect(await findOnPage(flat, 1, 612, (r, g, b) => b > 200 && g < 50 && r < 50)).toMatchObject({
      left: 200,
      right: 240,
    });
    expect(await findOnPage(flat, 1, 612, (r, g, b) => g > 200 && b < 50 && r < 50)).toBeUndefined();
    expect(await findOnPage(flat, 2, 612, (r, g, b) => b > 200 && g < 50 && r < 50)).toMatchObject({
      left: 100,
      right: 140,
    });
    for (const text of textsOf(flat)) expect(text).toContain('Prefilled value');
    expect(qpdfCheck(flat)).toContain('No syntax');
  });

  it('can’t be filled in any more, and no script or action is left', async () => {
    const flat = await taken();
    const { catalog, pages, resolve } = await openPdf(flat);
    for (const key of ['AcroForm', 'OpenAction', 'AA']) expect(catalog.has(key)).toBe(false);
    const links = pages[0]?.dict.getArray('Annots', resolve);
    expect(links?.length).toBe(2);
    const content = Buffer.from(flat).toString('latin1');
    for (const trace of ['/Widget', 'JavaScript', 'Launch', 'evil', 'submitForm']) expect(content).not.toContain(trace);
    expect(content).toContain('https://example.com');
  });

  it('is removed at intake, which gives the reason and needs no second pass', async () => {
    const { bytes: record, rewritten } = await inspectPdf(bytes, 'form.pdf');
    expect(rewritten).toEqual([
      'annotations became part of the pages',
      'form fields became part of the pages',
      'scripts and actions were removed',
    ]);
    expect((await PDF.load(record)).getForm()).toBeNull();
    expect(await inspectPdf(record, 'form.pdf')).toMatchObject({ bytes: record, rewritten: [] });
  });
});
