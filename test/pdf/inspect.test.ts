import { deflateSync } from 'node:zlib';
import { PDF } from '@libpdf/core';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../lib/base/errors.ts';
import { withinTimeLimit } from '../../lib/pdf/file/time-limit.ts';
import { encodePng } from '../../lib/pdf/images/png.ts';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { renderPage } from '../../lib/pdf/pdfium/render.ts';
import { hybrid, LETTER, type Objects, pagesOf, stream, withStreams, withTable, withUpdate } from './make-pdf.ts';
import { findOnPage, qpdf, qpdfCheck } from './tools.ts';

const refusal = async (bytes: Uint8Array): Promise<Failure> => {
  try {
    await inspectPdf(bytes, 'lease.pdf');
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('It was accepted');
};

const text = (content: string): Uint8Array => Uint8Array.from(Buffer.from(content, 'latin1'));

const form = (catalog: string, acroForm: string, ...fields: string[]): Objects => ({
  ...pagesOf(`${LETTER} /Annots [${fields.map((_, index) => `${index + 30} 0 R`).join(' ')}]`),
  1: `<< /Type /Catalog /Pages 2 0 R ${catalog} /AcroForm << ${acroForm} >> >>`,
  ...Object.fromEntries(fields.map((field, index) => [index + 30, field])),
});

const whole = withTable(pagesOf(LETTER, LETTER));

/** A file that was saved incrementally over a linearized one, whose first section is behind the second. */
const overLinearized = (...options: string[]): Uint8Array => {
  const linearized = qpdf(whole, '--linearize', ...options);
  const [, root] = /\/Root (\d+ 0 R)/.exec(Buffer.from(linearized).toString('latin1')) ?? [];
  return withUpdate(linearized, { 90: stream('0 g 1 1 9 9 re f') }, root);
};

describe('a document that is taken in', () => {
  it.each([
    ['a classic table', withTable(pagesOf(LETTER, LETTER))],
    ['a cross-reference stream and object streams', withStreams(pagesOf(LETTER, LETTER))],
    ['both, in a hybrid file', hybrid(pagesOf(LETTER, LETTER))],
    ['an incremental update', withUpdate(withTable(pagesOf(LETTER, LETTER)), { 3: stream('0 g 1 1 9 9 re f') })],
    ['an update of a linearized file', overLinearized()],
    ['an update of a linearized file with object streams', overLinearized('--object-streams=generate')],
    ['an update of a linearized file', overLinearized()],
    ['an update of a linearized file with object streams', overLinearized('--object-streams=generate')],
  ])('with %s is kept byte for byte', async (_name, bytes) => {
    const inspected = await inspectPdf(bytes, 'lease.pdf');
    expect(inspected.pages).toBe(2);
    expect(inspected.pageSizes).toEqual({ 1: { width: 612, height: 792 }, 2: { width: 612, height: 792 } });
    expect(inspected.bytes).toBe(bytes);
  });

  it.each([
    ['upright', '/MediaBox [0 0 612 792]', 612, 792],
    ['rotated by 90', '/MediaBox [0 0 612 792] /Rotate 90', 792, 612],
    ['rotated by 180', '/MediaBox [0 0 612 792] /Rotate 180', 612, 792],
    ['rotated by -90', '/MediaBox [0 0 612 792] /Rotate -90', 792, 612],
    ['rotated by 450', '/MediaBox [0 0 612 792] /Rotate 450', 792, 612],
    ['cropped', '/MediaBox [0 0 612 792] /CropBox [100 50 400 250]', 300, 200],
    ['cropped and rotated', '/MediaBox [0 0 612 792] /CropBox [100 50 400 250] /Rotate 270', 200, 300],
    ['cropped beyond the medium', '/MediaBox [0 0 612 792] /CropBox [-50 -50 5000 400]', 612, 400],
    ['of negative coordinates', '/MediaBox [-300 -200 100 100]', 400, 300],
    ['with swapped corners', '/MediaBox [612 792 0 0]', 612, 792],
    ['without a box', '', 612, 792],
    ['with a crop box outside', '/MediaBox [0 0 612 792] /CropBox [700 800 900 900]', 612, 792],
  ])('a page %s has the size that its image shows', async (_name, entries, width, height) => {
    const { bytes, pageSizes } = await inspectPdf(withTable(pagesOf(entries)), 'lease.pdf');
    expect(pageSizes['1']).toEqual({ width, height });
    const image = PNG.sync.read(Buffer.from(await renderPage(bytes, 1, { width })));
    expect(image.width).toBe(width);
    expect(Math.abs(image.height - height)).toBeLessThanOrEqual(1);
  });

  it('attributes are inherited from the page tree', async () => {
    const objects = {
      ...pagesOf(''),
      2: '<< /Type /Pages /Kids [10 0 R] /Count 1 /MediaBox [0 0 300 200] /Rotate 90 >>',
    };
    const { pageSizes } = await inspectPdf(withTable(objects), 'lease.pdf');
    expect(pageSizes['1']).toEqual({ width: 200, height: 300 });
  });

  it('pages are found in any page tree', async () => {
    const objects = {
      ...pagesOf(LETTER, LETTER),
      2: '<< /Type /Pages /Kids 40 0 R /Count 3 >>',
      40: '[10 0 R 41 0 R 10 0 R]',
      41: '<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [11 0 R] >>',
    };
    const inspected = await inspectPdf(withTable(objects), 'lease.pdf');
    expect(inspected.pages).toBe(3);
    expect(qpdfCheck(inspected.bytes)).toContain('No syntax');
    expect((await PDF.load(inspected.bytes)).getPageCount()).toBe(3);
  });

  it.each([
    ['bytes before the header', text(`mail header\n${Buffer.from(whole).toString('latin1')}`)],
    ['a lost cross-reference table', whole.slice(0, Buffer.from(whole).lastIndexOf('xref\n0 1'))],
    [
      'wrong offsets',
      text(
        Buffer.from(whole)
          .toString('latin1')
          .replace(/000000(\d{4}) 00000 n/g, '0000000$100000 n')
          .replace(/startxref\n\d+/, 'startxref\n7'),
      ),
    ],
  ])('with %s is repaired', async (_name, bytes) => {
    const inspected = await inspectPdf(bytes, 'lease.pdf');
    expect(inspected.pages).toBe(2);
    expect(qpdfCheck(inspected.bytes)).toContain('No syntax');
  });

  it.each(['3 0 R', '-5', '(x)', '50 0 R', '4', '400', '99999999'])(
    'with a stream whose stated length is %s is rewritten with the right length',
    async (length) => {
      const content = '0.5 g 100 100 50 50 re f';
      const misstated = withTable({
        ...pagesOf(LETTER),
        3: `<< /Length ${length} >>\nstream\n${content}\nendstream`,
        50: 'null',
      });
      const inspected = await inspectPdf(misstated, 'lease.pdf');
      expect(inspected.rewritten).not.toEqual([]);
      expect(qpdfCheck(inspected.bytes)).toContain('No syntax');
      expect(await findOnPage(inspected.bytes, 1, 612, (red) => red < 200)).toMatchObject({ left: 100, right: 150 });
    },
  );

  it('with a stream whose length is a separate object is kept byte for byte', async () => {
    const content = '0.5 g 100 100 50 50 re f';
    const stated = { ...pagesOf(LETTER), 3: `<< /Length 50 0 R >>\nstream\n${content}\nendstream`, 50: '24' };
    const bytes = withTable(stated);
    expect((await inspectPdf(bytes, 'lease.pdf')).bytes).toBe(bytes);
  });

  it.each(['--encrypt "" owner 256 --', '--encrypt "" "" 128 --use-aes=y --'])(
    'that opens without a password is decrypted (%s)',
    async (options) => {
      const encrypted = qpdf(whole, ...options.split(' ').map((option) => option.replaceAll('"', '')));
      const inspected = await inspectPdf(encrypted, 'lease.pdf');
      expect(inspected.pages).toBe(2);
      expect(Buffer.from(inspected.bytes).includes('/Encrypt')).toBe(false);
      expect(qpdfCheck(inspected.bytes)).toContain('No syntax');
    },
  );

  it.each([
    ['filling in and signing', '--modify=form'],
    ['comments', '--modify=annotate'],
  ])('whose owner allows nothing but %s is taken', async (_, allowed) => {
    const encrypted = qpdf(whole, '--encrypt', '', 'owner', '256', allowed, '--');
    const inspected = await inspectPdf(encrypted, 'lease.pdf');
    expect(inspected).toMatchObject({ pages: 2, rewritten: ['it was encrypted without a password'] });
  });

  it.each([
    ['PNG', 400, 200, 300, 150],
    ['large PNG', 2000, 1000, 841.89, 420.945],
  ])('a %s becomes a page no larger than A4', async (_name, across, down, width, height) => {
    const pixels = new Uint8Array(across * down * 4).fill(200);
    const { bytes, pages, pageSizes } = await inspectPdf(encodePng(pixels, across, down, 'rgba'), 'photo.png');
    expect(pages).toBe(1);
    expect(pageSizes['1']?.width).toBeCloseTo(width, 1);
    expect(pageSizes['1']?.height).toBeCloseTo(height, 1);
    expect(qpdfCheck(bytes)).toContain('No syntax');
  });
});

describe('a photograph', () => {
  const photo = (): Buffer => {
    const data = Buffer.alloc(400 * 200 * 4, 160);
    return jpeg.encode({ data, width: 400, height: 200 }, 80).data;
  };
  const exif = Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001' + '00060000' + '00000000',
    'hex',
  );

  it('is embedded into the PDF as it is', async () => {
    const { bytes, pageSizes } = await inspectPdf(photo(), 'photo.jpg');
    expect(pageSizes['1']).toEqual({ width: 300, height: 150 });
    expect(Buffer.from(bytes).includes(photo())).toBe(true);
    expect(qpdfCheck(bytes)).toContain('No syntax');
  });

  it('that was taken upright is displayed upright', async () => {
    const turned = Buffer.concat([photo().subarray(0, 2), exif, photo().subarray(2)]);
    const { bytes, pageSizes } = await inspectPdf(turned, 'photo.jpg');
    expect(pageSizes['1']).toEqual({ width: 150, height: 300 });
    const image = PNG.sync.read(Buffer.from(await renderPage(bytes, 1, { width: 150 })));
    expect([image.width, image.height]).toEqual([150, 300]);
    expect(image.data[(150 * 150 + 75) * 4]).toBeLessThan(200);
  });

  it('that is cut off is refused', async () => {
    expect((await refusal(photo().subarray(0, 700))).message).toContain('the image is damaged');
  });
});

/** The end of each refusal. */
const WHAT_TO_DO = /; (save|print|upload|divide) .*\.?$/;

describe('a document that is refused', () => {
  const encrypted = qpdf(whole, '--encrypt', 'secret', 'owner', '256', '--');
  const packed = deflateSync(Buffer.from('0.5 g 10 10 100 100 re f\n'.repeat(200))).toString('latin1');
  const damagedContent = stream(`${packed.slice(0, 20)}\xff\xff\xff${packed.slice(23)}`, '/Filter /FlateDecode');
  const protectedFile = qpdf(whole, '--encrypt', '', 'owner', '256', '--modify=none', '--');

  const refused: [name: string, bytes: Uint8Array, reason: string][] = [
    ['empty', new Uint8Array(), 'it is empty'],
    ['a text', text('Dear Sir or Madam'), 'not a PDF, PNG or JPEG'],
    ['a ZIP', text('PK\x03\x04'), 'not a PDF, PNG or JPEG'],
    ['a header and nothing else', text('%PDF-1.7\n'), 'damaged'],
    ['cut off in the middle', whole.slice(0, whole.length / 3), 'damaged'],
    [
      'with a page whose content is damaged',
      withTable({
        ...pagesOf(LETTER, LETTER),
        4: damagedContent,
        11: `<< /Type /Page /Parent 2 0 R ${LETTER} /Contents 4 0 R >>`,
      }),
      'page 2 is damaged',
    ],
    [
      'without pages',
      withTable({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Kids [] /Count 0 >>' }),
      'no pages',
    ],
    ['without a page tree', withTable({ 1: '<< /Type /Catalog >>' }), 'no pages'],
    ['of too many pages', withTable(pagesOf(...Array<string>(2001).fill(LETTER))), 'more than 2000 pages'],
    ['a dynamic XFA form', withTable(form('/NeedsRendering true', '/XFA 3 0 R /Fields []')), 'XFA'],
    ['an XFA form without fields', withTable(form('', '/XFA 3 0 R /Fields []')), 'XFA'],
    [
      'signed by nothing',
      withTable(
        form(
          '',
          '/SigFlags 3 /Fields [30 0 R]',
          '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S) /Rect [0 0 0 0] /V << /Type /Sig >> >>',
        ),
      ),
      "doesn't match the document, or can't be checked; upload it as it was before it was signed",
    ],
    ['protected by a password', encrypted, 'a password'],
    ['protected against signing', protectedFile, 'permission bits 4, 6 and 9'],
    [
      'protected against signing by rules that know no bit for it',
      qpdf(whole, '--allow-weak-crypto', '--encrypt', '', 'owner', '40', '--modify=n', '--annotate=n', '--'),
      'permission bits 4, 6 and 9',
    ],
    [
      'with a box in numbers that are none',
      withTable(pagesOf('/MediaBox [0 0 6e2 792]')),
      'page box without area; print it',
    ],
    ['with a box of two signs', withTable(pagesOf('/MediaBox [0 0 --612 792]')), 'page box without area; print it'],
    [
      'with a drawing that viewers make themselves',
      withTable({
        ...pagesOf(`${LETTER} /Annots [30 0 R]`),
        30: '<< /Type /Annot /Subtype /Line /Rect [9 9 99 99] /L [9 9 99 99] >>',
      }),
      'page 1 has a drawing (Line) without an appearance, which viewers show differently; print it',
    ],
    [
      'with content that breaks off',
      withTable({ ...pagesOf(LETTER), 3: stream('9 9 99 99 re') }),
      "can't be stamped without changing what it shows; print it",
    ],
    [
      'with an unknown filter',
      withTable({ ...pagesOf(LETTER), 3: stream('x', '/Filter /BrotliDecode') }),
      "isn't supported (BrotliDecode); print it",
    ],
    [
      'with a box that no viewer shows',
      withTable(pagesOf('/MediaBox [0 0 2000000 9]')),
      'beyond 1000000 points; print it',
    ],
    ['a broken image', encodePng(new Uint8Array(4), 1, 1, 'rgb').subarray(0, 45), 'the image is damaged'],
  ];
  it.each(refused)('%s: 406 with the name and the reason', async (_name, bytes, reason) => {
    const failure = await refusal(bytes);
    expect(failure.code).toBe('unusable_document');
    expect(failure.message).toContain('lease.pdf');
    expect(failure.message).toContain(reason);
    expect(failure.message).toMatch(WHAT_TO_DO);
  });

  it('a parser that a file sends into an endless loop is stopped', () => {
    const endless = () => {
      for (;;);
    };
    expect(() => withinTimeLimit(endless, 20)).toThrow('timed out');
    expect(withinTimeLimit(() => 'done')).toBe('done');
  });

  it('above 50 MB: 413', async () => {
    expect((await refusal(new Uint8Array(50 * 1024 * 1024 + 1))).code).toBe('too_large');
  });

  it('an image of more pixels than memory holds: 406 before it is decoded', async () => {
    const bomb = Buffer.from(encodePng(new Uint8Array(4), 1, 1, 'rgb'));
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    expect((await refusal(bomb)).message).toContain('too many pixels');
  });

  it('after a refusal the next document is read normally', async () => {
    await refusal(text('%PDF-1.7\ngarbage'));
    await expect(inspectPdf(whole, 'lease.pdf')).resolves.toMatchObject({ pages: 2 });
  });
});

describe('page images', () => {
  it('a page that does not exist is 404', async () => {
    await expect(renderPage(whole, 3)).rejects.toMatchObject({ code: 'page_not_found' });
    await expect(renderPage(whole, 0)).rejects.toMatchObject({ code: 'page_not_found' });
  });

  it('a page of poster size stays within bounds', async () => {
    const poster = withTable(pagesOf('/MediaBox [0 0 14400 14400]'));
    const image = PNG.sync.read(Buffer.from(await renderPage(poster, 1, { width: 100_000 })));
    expect(image.width).toBeLessThanOrEqual(4000);
    expect(image.width * image.height).toBeLessThanOrEqual(8_000_000);
  });

  it('many at a time are rendered correctly', async () => {
    const sizes = [100, 200, 300, 150, 250].map((side) => withTable(pagesOf(`/MediaBox [0 0 ${side} ${side}]`)));
    const images = await Promise.all(sizes.map((bytes) => renderPage(bytes, 1)));
    const widths = images.map((image) => PNG.sync.read(Buffer.from(image)).width);
    expect(widths).toEqual([175, 350, 525, 262, 437]);
  });
});

describe('a check box that states no state', () => {
  const look = (content: string) => stream(content, '/Type /XObject /Subtype /Form /BBox [0 0 20 20]');
  const box = (value: string) =>
    withTable({
      ...form(
        '',
        '/Fields [30 0 R]',
        `<< /Type /Annot /Subtype /Widget /FT /Btn /T (a) /F 4 /Rect [100 400 120 420] ${value} /AP << /N << /Yes 40 0 R /Off 41 0 R >> >> >>`,
      ),
      3: stream(''),
      40: look('1 0 0 rg 0 0 20 20 re f'),
      41: look('0 0 20 20 re S'),
    });
  const isRed = (red: number, green: number) => red > 200 && green < 60;

  it('is off', async () => {
    const { bytes } = await inspectPdf(box(''), 'form.pdf');
    expect(await findOnPage(bytes, 1, 612, isRed)).toBeUndefined();
    expect(await findOnPage(bytes, 1, 612, (red) => red < 100)).toMatchObject({ left: 100 });
  });

  it('is what its value says', async () => {
    const { bytes } = await inspectPdf(box('/V /Yes'), 'form.pdf');
    expect(await findOnPage(bytes, 1, 612, isRed)).toMatchObject({ left: 100, right: 120 });
  });
});

describe('a page whose content an update has freed', () => {
  it('looks to all viewers as the page image does', async () => {
    const file = Buffer.from(withTable(pagesOf(LETTER))).toString('latin1');
    const [, before] = /startxref\s+(\d+)/.exec(file) ?? [];
    const trailer = `trailer\n<< /Size 100 /Root 1 0 R /Prev ${before} >>\nstartxref\n${file.length}\n%%EOF\n`;
    const sent = text(`${file}xref\n3 1\n0000000000 00001 f \n${trailer}`);
    const { bytes, rewritten } = await inspectPdf(sent, 'lease.pdf');
    expect(rewritten).toEqual(['readers could take it in two ways']);
    expect(await comparePages(sent, bytes)).toEqual([]);
    expect(qpdfCheck(bytes)).toContain('No syntax');
  });
});

describe('a document that refers to missing objects', () => {
  // Object 99 doesn't exist. An appended object must not get its number: the page would draw a stamp where nobody saw
  // one.
  const file = withTable({
    ...pagesOf(`${LETTER} /Resources << /XObject << /Later 14 0 R >> >>`),
    3: stream('q 100 0 0 100 300 300 cm /Later Do Q'),
  });

  it('is rewritten, so that no appended object takes their number', async () => {
    const { bytes, rewritten } = await inspectPdf(file, 'dangling.pdf');
    expect(rewritten).toEqual(['it refers to parts that it lacks']);
    expect(Buffer.from(bytes).toString('latin1')).toContain('/Later null');
  });
});

describe('a page whose content breaks off', () => {
  it.each([
    ['within a path, which a stamp would go on with', '100 100 200 200 re'],
    ['within a string, which would swallow stamps', '/P (unfinished'],
  ])('%s, is refused with its number', async (_where, content) => {
    const file = withTable({
      ...pagesOf(LETTER, LETTER),
      4: stream(content),
      11: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${LETTER} >>`,
    });
    await expect(inspectPdf(file, 'broken.pdf')).rejects.toThrow(
      "page 2 can't be stamped without changing what it shows",
    );
  });

  it('is refused with its number, even if it has a large picture', async () => {
    const [width, height] = [600, 600];
    const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
    const page = `/Type /Page /Parent 2 0 R ${LETTER} /Resources << /XObject << /Scan 21 0 R >> >>`;
    const scan = (more: string) =>
      withTable({
        ...pagesOf(LETTER, LETTER),
        4: stream(`q 612 0 0 792 0 0 cm /Scan Do Q ${more}`),
        11: `<< ${page} /Contents 4 0 R >>`,
        21: stream('\x80'.repeat(width * height), image),
      });
    const whole = scan('0 g 300 300 9 9 re f');
    expect((await inspectPdf(whole, 'scan.pdf')).bytes).toBe(whole);
    for (const end of ['100 100 200 200 re', '/P (unfinished']) {
      await expect(inspectPdf(scan(end), 'scan.pdf')).rejects.toThrow("page 2 can't be stamped");
    }
  });

  it('is accepted if only graphics states are left open', async () => {
    const file = withTable({ ...pagesOf(LETTER), 3: stream('0 g q 2 0 0 2 0 0 cm 1 0 0 rg') });
    expect((await inspectPdf(file, 'open.pdf')).bytes).toBe(file);
  });

  it('is accepted if the page is dark all over', async () => {
    const file = withTable({ ...pagesOf(LETTER), 3: stream('0 g 0 0 612 792 re f') });
    expect((await inspectPdf(file, 'dark.pdf')).bytes).toBe(file);
  });
});
