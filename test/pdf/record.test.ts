import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { type InspectedPdf, inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { stampFields } from '../../lib/pdf/stamp/stamp-fields.ts';
import { LETTER, type Objects, pagesOf, stream, withStreams, withTable, withUpdate } from './make-pdf.ts';
import { findOnPage, isBlack } from './tools.ts';

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/** A page that shows nothing of its own, with annotations. */
const annotated = (annotations: readonly string[], more: Objects = {}, acroForm = ''): Objects => ({
  ...pagesOf(
    `${LETTER} /Resources << /Font << /Helv 50 0 R >> >> /Annots [${annotations.map((_, index) => `${index + 30} 0 R`).join(' ')}]`,
  ),
  1: `<< /Type /Catalog /Pages 2 0 R ${acroForm} >>`,
  3: stream(''),
  50: HELVETICA,
  ...Object.fromEntries(annotations.map((annotation, index) => [index + 30, `<< /Type /Annot ${annotation} >>`])),
  ...more,
});

/** A page with form fields, one above the other. */
const form = (entries: string, fields: readonly string[], more: Objects = {}): Objects =>
  annotated(
    fields.map(
      (field, index) =>
        `/Subtype /Widget /T (field ${index}) /Rect [100 ${100 + index * 60} 300 ${140 + index * 60}] ${field}`,
    ),
    more,
    `/AcroForm << /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 50 0 R >> >> ${entries} /Fields [${fields
      .map((_, index) => `${index + 30} 0 R`)
      .join(' ')}] >>`,
  );

const OLD = stream(
  'BT /Helv 12 Tf 2 14 Td (OLD 1,000) Tj ET',
  '/Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources << /Font << /Helv 50 0 R >> >>',
);

const isRed = (red: number, green: number, blue: number): boolean => red > 200 && green < 60 && blue < 60;
const isGreen = (red: number, green: number, blue: number): boolean => green > 200 && red < 60 && blue < 60;

/**
 * Takes a file in, and checks what every document of record guarantees: it looks like the file, and a second intake
 * doesn't change it.
 */
const record = async (objects: Objects | Uint8Array): Promise<InspectedPdf> => {
  const sent = objects instanceof Uint8Array ? objects : withTable(objects);
  const inspected = await inspectPdf(sent, 'lease.pdf');
  expect(await comparePages(sent, inspected.bytes)).toEqual([]);
  expect(inspected.bytes === sent).toBe(inspected.rewritten.length === 0);
  expect(await inspectPdf(inspected.bytes, 'lease.pdf')).toMatchObject({ bytes: inspected.bytes, rewritten: [] });
  const { catalog, pages, resolve } = await openPdf(inspected.bytes);
  for (const key of ['OCProperties', 'AA', 'Collection', 'AF']) expect(catalog.has(key)).toBe(false);
  expect((await PDF.load(inspected.bytes)).getForm()?.getFields() ?? []).toEqual([]);
  for (const { dict } of pages) {
    for (const annotation of dict.getArray('Annots', resolve) ?? []) {
      const link = annotation.type === 'ref' ? resolve(annotation) : annotation;
      expect(link?.type === 'dict' && link.getName('Subtype')?.value).toBe('Link');
    }
  }
  return inspected;
};

const refusal = async (objects: Objects | Uint8Array): Promise<string> => {
  const sent = objects instanceof Uint8Array ? objects : withTable(objects);
  const failure = await inspectPdf(sent, 'lease.pdf').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unusable_document' });
  return (failure as Error).message;
};

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('form fields look like in the page images', () => {
  const FORM = 'form fields became part of the pages';

  it.each<[string, string, string[]]>([
    [
      'a value other than its appearance, which is to be made anew',
      '/NeedAppearances true',
      ['/FT /Tx /V (NEW 9,999) /AP << /N 51 0 R >>'],
    ],
    ['a value other than its appearance', '', ['/FT /Tx /V (NEW 9,999) /AP << /N 51 0 R >>']],
    ['no appearance', '', ['/FT /Tx /V (NEW 9,999)']],
    ['an empty appearance', '', ['/FT /Tx /V (NEW 9,999) /AP << >>']],
    ['an appearance that is a reference to nothing', '', ['/FT /Tx /V (NEW 9,999) /AP << /N 99 0 R >>']],
    ['several lines', '/NeedAppearances true', ['/FT /Tx /Ff 4096 /V (one\\rtwo two two two two two two two two two)']],
    ['a comb', '/NeedAppearances true', ['/FT /Tx /Ff 16777216 /MaxLen 8 /V (12345) /MK << /BC [0 0 0] >>']],
    ['a password', '/NeedAppearances true', ['/FT /Tx /Ff 8192 /V (secret)']],
    ['text at its right end', '/NeedAppearances true', ['/FT /Tx /Q 2 /V (right)']],
    ['text on its side', '/NeedAppearances true', ['/FT /Tx /MK << /R 90 >> /V (up)']],
    ['rich text', '/NeedAppearances true', ['/FT /Tx /Ff 33554432 /V (plain) /RV (<b>rich</b>)']],
    ['a border and a background', '', ['/FT /Tx /V (x) /MK << /BC [1 0 0] /BG [0.8 1 0.8] >> /BS << /W 3 /S /B >>']],
    ['a list of choices', '', ['/FT /Ch /Ff 131072 /Opt [(one) (two)] /V (two)']],
    ['a list box', '', ['/FT /Ch /Opt [(one) (two) (three)] /V (two) /I [1]']],
    ['a ticked box without a tick', '', ['/FT /Btn /V /Yes /AS /Yes']],
    ['a box without a box', '', ['/FT /Btn /V /Off /AS /Off /MK << /BC [0 0 0] >>']],
    ['a box of another state than its appearances', '', ['/FT /Btn /V /Yes /AS /Yes /AP << /N << /On 51 0 R >> >>']],
    ['a radio button', '', ['/FT /Btn /Ff 32768 /V /A /AS /A /MK << /BC [1 0 0] /BG [0 1 0] >>']],
    ['a button to press', '', ['/FT /Btn /Ff 65536 /MK << /CA (Press) /BG [0.8 0.8 0.8] >>']],
    ['a value that its parent has', '/NeedAppearances true', ['/Parent 60 0 R']],
    ['what is hidden', '', ['/F 2 /FT /Tx /V (hidden) /AP << /N 51 0 R >>']],
    ['what is for printing only', '', ['/F 36 /FT /Tx /V (print) /AP << /N 51 0 R >>']],
    ['what is for the screen only', '', ['/F 0 /FT /Tx /V (screen) /AP << /N 51 0 R >>']],
  ])('%s', async (_name, entries, fields) => {
    const { rewritten } = await record(
      form(entries, fields, { 51: OLD, 60: '<< /FT /Tx /T (p) /V (inherited) /Kids [30 0 R] >>' }),
    );
    expect(rewritten).toEqual([FORM]);
  });

  it('a widget without a field is not displayed, and is removed', async () => {
    const stray = `/Subtype /Widget /FT /Tx /Rect [100 100 300 140] /AP << /N 51 0 R >>`;
    const { bytes, rewritten } = await record(annotated([stray], { 51: OLD }));
    expect(rewritten).toEqual([FORM]);
    expect(await findOnPage(bytes, 1, 612, isBlack)).toBeUndefined();
  });

  it('an invisible field is removed, and so is a form without fields on pages', async () => {
    expect((await record(form('/XFA (x) /NeedAppearances true', ['/FT /Tx']))).rewritten).toEqual([FORM]);
  });

  it('an empty form, as many producers write it, is no reason to rewrite the file', async () => {
    expect((await record(form('', []))).rewritten).toEqual([]);
  });

  it('the value that people saw is on the page, and a differing one is nowhere in the file', async () => {
    const { bytes } = await record(
      form('/NeedAppearances true', ['/FT /Tx /V (NEW 9,999) /AP << /N 51 0 R >>'], { 51: OLD }),
    );
    expect(await findOnPage(bytes, 1, 612, isBlack)).toBeDefined();
    expect(text(bytes)).not.toContain('OLD 1,000');
  });
});

describe('annotations look like in the page images', () => {
  const RECT = '/Rect [100 100 200 200]';
  const QUADS = '/QuadPoints [100 200 200 200 100 100 200 100]';
  const red = stream('1 0 0 rg 0 0 100 100 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 100]');
  const price = { 3: stream('BT /Helv 40 Tf 110 140 Td (9,999) Tj ET') };

  it.each([
    ['a white square without an appearance, over a price', `/Subtype /Square ${RECT} /IC [1 1 1] /C [1 1 1]`],
    ['a circle', `/Subtype /Circle ${RECT} /IC [1 0 0] /C [0 0 0] /BS << /W 4 >>`],
    ['a highlight', `/Subtype /Highlight ${RECT} ${QUADS} /C [1 1 0]`],
    ['an underline', `/Subtype /Underline ${RECT} ${QUADS} /C [1 0 0]`],
    ['a wavy underline', `/Subtype /Squiggly ${RECT} ${QUADS} /C [1 0 0]`],
    ['text struck out', `/Subtype /StrikeOut ${RECT} ${QUADS} /C [1 0 0]`],
    ['ink', `/Subtype /Ink ${RECT} /InkList [[110 110 190 190 150 110]] /C [1 0 0]`],
    ['a text', `/Subtype /FreeText ${RECT} /DA (/Helv 12 Tf 0 g) /Contents (9,999)`],
    ['a note', `/Subtype /Text ${RECT} /Contents (Read this)`],
    ['a stamp', `/Subtype /Stamp ${RECT} /AP << /N 51 0 R >>`],
    ['a stamp that is hidden', `/Subtype /Stamp ${RECT} /F 2 /AP << /N 51 0 R >>`],
    ['a stamp that is only printed', `/Subtype /Stamp ${RECT} /F 36 /AP << /N 51 0 R >>`],
    ['a stamp that is not printed', `/Subtype /Stamp ${RECT} /F 0 /AP << /N 51 0 R >>`],
    ['a film', `/Subtype /Screen ${RECT} /AP << /N 51 0 R >> /A << /S /Rendition >>`],
    ['an attached file', `/Subtype /FileAttachment ${RECT} /AP << /N 51 0 R >>`],
    ['a turned appearance', `/Subtype /Stamp ${RECT} /AP << /N 52 0 R >>`],
  ])('%s', async (_name, annotation) => {
    const turned = stream('1 0 0 rg 0 0 100 50 re f', '/Subtype /Form /BBox [0 0 100 100] /Matrix [0 1 -1 0 0 0]');
    const { bytes, rewritten } = await record(annotated([annotation], { ...price, 51: red, 52: turned }));
    expect(rewritten).toEqual(['annotations became part of the pages']);
    expect((await openPdf(bytes)).pages[0]?.dict.has('Annots')).toBe(false);
  });

  it.each([
    ['a line', `/Subtype /Line ${RECT} /L [100 100 200 200] /C [1 0 0]`],
    ['a polygon', `/Subtype /Polygon ${RECT} /Vertices [100 100 200 200 100 200] /C [1 0 0]`],
  ])(
    '%s without an appearance, which other viewers show and page images do not, is refused with its page',
    async (_name, annotation) => {
      const message = await refusal(annotated([annotation]));
      expect(message).toContain('page 1');
      expect(message).toContain('without an appearance');
    },
  );

  it('one that several pages share stays on all of them', async () => {
    const { bytes } = await record({
      ...pagesOf(`${LETTER} /Annots [30 0 R]`, `${LETTER} /Annots [30 0 R]`),
      30: `<< /Type /Annot /Subtype /Stamp ${RECT} /AP << /N 51 0 R >> >>`,
      51: red,
    });
    for (const page of [1, 2])
      expect(await findOnPage(bytes, page, 612, isRed)).toMatchObject({ left: 100, right: 200 });
  });

  it('links are kept, and their look becomes part of the page', async () => {
    const link = '/Subtype /Link /A << /S /URI /URI (https://example.com) >>';
    const { bytes, rewritten } = await record(annotated([`${link} ${RECT} /AP << /N 51 0 R >>`], { 51: red }));
    expect(rewritten).toEqual(['annotations became part of the pages']);
    expect(await findOnPage(bytes, 1, 612, isRed)).toMatchObject({ left: 100, right: 200 });
    expect(text(bytes)).toContain('https://example.com');
  });

  it('a link whose border would cover the page loses it', async () => {
    const { rewritten } = await record(annotated([`/Subtype /Link ${RECT} /Border [0 0 200] /C [1 1 1]`]));
    expect(rewritten).toEqual(['borders of links were removed']);
  });
});

describe('names are kept byte for byte', () => {
  const drawing = (name: string, written = name): Objects => ({
    ...pagesOf(
      `${LETTER} /Resources << /Font << /${written} 50 0 R >> /XObject << /Bild${written} 52 0 R >> >> /Annots [30 0 R]`,
    ),
    3: stream(`BT /${name} 40 Tf 100 400 Td (Hamburg) Tj ET q 50 0 0 50 300 300 cm /Bild${name} Do Q`),
    // An entry that makes intake rewrite the file.
    30: '<< /Type /Annot /Subtype /Square /Rect [10 10 20 20] /C [1 0 0] >>',
    50: HELVETICA,
    52: stream('0 0 1 rg 0 0 1 1 re f', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]'),
  });

  it.each([
    ['Latin-1, escaped', 'F#E9'],
    ['Latin-1, as it is', 'F\xe9'],
    ['Latin-1, escaped in one place', 'F\xfc', 'F#FC'],
    ['UTF-8, escaped', 'F#C3#A9'],
    ['UTF-8, as it is', 'F\xc3\xa9'],
    ['GBK', '#CB#CE#CC#E5'],
    ['a space', 'A#20B'],
    ['a delimiter', 'A#2FB#28'],
  ])('%s', async (_name, name, written = name) => {
    for (const file of [withTable, withStreams]) {
      const { bytes } = await record(file(drawing(name, written)));
      expect(await findOnPage(bytes, 1, 612, isBlack)).toBeDefined();
      expect(await findOnPage(bytes, 1, 612, (r, g, b) => b > 200 && r < 60 && g < 60)).toMatchObject({ left: 300 });
    }
  });

  it.each(['F#E9', 'F\xe9', '#CB#CE#CC#E5'])('also when a page is stamped: %j', async (name) => {
    const { 30: _annotation, ...objects } = drawing(name);
    const sent = withTable({ ...objects, 10: objects[10]?.replace('/Annots [30 0 R]', '') ?? '' });
    const { bytes, rewritten } = await record(sent);
    expect(rewritten).toEqual([]);
    const box = { x: 20, y: 20, width: 100, height: 20 };
    const stamped = await stampFields(bytes, [{ ...box, page: 1, type: 'textbox', value: 'Ada' }]);
    expect(await comparePages(bytes, stamped, { except: new Map([[1, [box]]]) })).toEqual([]);
  });

  it('two names that differ in one byte stay different', async () => {
    const objects = {
      ...pagesOf(`${LETTER} /Resources << /XObject << /X#E9 51 0 R /X#C3#A9 52 0 R >> >>`),
      3: stream('q 50 0 0 50 100 100 cm /X#E9 Do Q q 50 0 0 50 300 100 cm /X#C3#A9 Do Q'),
      51: stream('1 0 0 rg 0 0 1 1 re f', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]'),
      52: stream('0 1 0 rg 0 0 1 1 re f', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]'),
    };
    const { bytes } = await record(objects);
    const stamped = await stampFields(bytes, [
      { page: 1, x: 9, y: 9, width: 9, height: 9, type: 'checkbox', value: 'true' },
    ]);
    expect(await findOnPage(stamped, 1, 612, isRed)).toMatchObject({ left: 100 });
    expect(await findOnPage(stamped, 1, 612, isGreen)).toMatchObject({ left: 300 });
  });

  it('a font whose name contains a space is still used', async () => {
    const objects = {
      ...pagesOf(`${LETTER} /Resources << /Font << /F 50 0 R >> >> /Annots [30 0 R]`),
      3: stream('BT /F 40 Tf 100 400 Td (Hamburg) Tj ET'),
      30: '<< /Type /Annot /Subtype /Square /Rect [10 10 20 20] /C [1 0 0] >>',
      50: '<< /Type /Font /Subtype /TrueType /BaseFont /Times New Roman /Encoding /WinAnsiEncoding >>',
    };
    await record(objects);
  });
});

describe('layers look like in the page images', () => {
  const group = (more = ''): string => `<< /Type /OCG /Name (Layer) ${more} >>`;
  const layered = (properties: string, groups: Objects, content?: string): Objects => ({
    ...pagesOf(
      `${LETTER} /Resources << /Font << /F 50 0 R >> /Properties << /A 40 0 R /B 41 0 R >> /XObject << /X 52 0 R >> >>`,
    ),
    1: `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [40 0 R 41 0 R] ${properties} >> >>`,
    3: stream(
      content ??
        '/OC /A BDC 1 0 0 rg 100 100 50 50 re f EMC /OC /B BDC 0 1 0 rg 300 100 50 50 re f EMC 0 0 1 rg 500 100 50 50 re f',
    ),
    40: group(),
    41: group(),
    50: HELVETICA,
    52: stream('1 0 0 rg 0 0 1 1 re f', '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /OC 41 0 R'),
    ...groups,
  });
  const LAYERS = 'its layers became fixed';

  it.each<[string, Objects, boolean, boolean]>([
    ['both shown', layered('/D << >>', {}), true, true],
    ['one off', layered('/D << /OFF [41 0 R] >>', {}), true, false],
    ['all off but one', layered('/D << /BaseState /OFF /ON [40 0 R] >>', {}), true, false],
    [
      'one that is only printed',
      layered('/D << >>', { 41: group('/Usage << /Print << /PrintState /ON >> /View << /ViewState /OFF >> >>') }),
      true,
      false,
    ],
    [
      'one that is never printed',
      layered('/D << /AS [<< /Event /Print /Category [/Print] /OCGs [41 0 R] >>] >>', {
        41: group('/Usage << /Print << /PrintState /OFF >> >>'),
      }),
      true,
      true,
    ],
    ['one of another intent', layered('/D << /OFF [41 0 R] >>', { 41: group('/Intent /Design') }), true, true],
    [
      'membership in all',
      layered('/D << /OFF [41 0 R] >>', { 40: '<< /Type /OCMD /P /AllOn /OCGs [41 0 R 42 0 R] >>', 42: group() }),
      false,
      false,
    ],
    ['an expression', layered('/D << /OFF [41 0 R] >>', { 40: '<< /Type /OCMD /VE [/Not 41 0 R] >>' }), true, false],
    [
      'unknown to the document',
      layered('/D << /OFF [42 0 R] >>', { 41: group('/Usage << /View << /ViewState /OFF >> >>') }),
      true,
      false,
    ],
  ])('%s', async (_name, objects, first, second) => {
    const { bytes, rewritten } = await record(objects);
    expect(rewritten).toEqual([LAYERS]);
    expect((await findOnPage(bytes, 1, 612, isRed)) !== undefined).toBe(first);
    expect((await findOnPage(bytes, 1, 612, isGreen)) !== undefined).toBe(second);
    expect(await findOnPage(bytes, 1, 612, (r, g, b) => b > 200 && r < 60 && g < 60)).toMatchObject({ left: 500 });
  });

  it('content after hidden content keeps its place, and the hidden text is removed', async () => {
    const content =
      'BT /F 20 Tf 100 700 Td (seen ) Tj /OC /B BDC (hidden ) Tj EMC (seen) Tj ET ' +
      '/OC /B BDC q 2 0 0 2 0 0 cm BT /F 20 Tf 10 100 Td (Secret) Tj 3 2 (Secret) " ET /X Do EMC 0 1 0 rg 10 10 20 20 re f Q ' +
      '/X Do 1 0 0 RG 300 300 m 400 400 l S /OC /B BDC 300 400 m 400 300 l S BI /W 1 /H 1 /BPC 8 /CS /G ID x EI EMC';
    const { bytes } = await record(layered('/D << /OFF [41 0 R] >>', {}, content));
    expect(await findOnPage(bytes, 1, 612, isGreen)).toMatchObject({ left: 20, right: 60, bottom: 20, top: 60 });
    expect(text(bytes)).not.toContain('Secret');
  });
});

describe('everything that could later show or do something else is removed', () => {
  const catalog = (entries: string, more: Objects = {}): Objects => ({
    ...pagesOf(LETTER),
    1: `<< /Type /Catalog /Pages 2 0 R ${entries} >>`,
    60: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
    61: '<< /Type /Filespec /F (evil.xml) /EF << /F 62 0 R >> >>',
    62: stream('evil content', '/Type /EmbeddedFile'),
    ...more,
  });
  const image = (entries: string): string =>
    stream(
      '\xff\xff\xff',
      `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB ${entries}`,
    );
  const drawn = (object: string): Objects => ({
    ...pagesOf(`${LETTER} /Resources << /XObject << /X 51 0 R >> >>`),
    3: stream('q 50 0 0 50 100 100 cm /X Do Q'),
    51: object,
    52: image(''),
  });
  const link = (action: string): Objects =>
    annotated([`/Subtype /Link /Rect [0 0 9 9] /A ${action}`], { 60: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>' });

  it.each<[string, Objects, string, string]>([
    [
      'files in the name tree',
      catalog('/Names << /EmbeddedFiles << /Names [(x) 61 0 R] >> >>'),
      'attached files',
      'evil',
    ],
    ['associated files', catalog('/AF [61 0 R]'), 'attached files', 'evil'],
    ['associated files of a page', { ...catalog(''), ...pagesOf(`${LETTER} /AF [61 0 R]`) }, 'attached files', 'evil'],
    ['files that anything else names', catalog('/Whatever [ << /Deep 61 0 R >> ]'), 'attached files', 'evil content'],
    ['a portfolio', catalog('/Collection << /Type /Collection /D (evil) >>'), 'attached files', 'evil'],
    ['scripts in the name tree', catalog('/Names << /JavaScript << /Names [(x) 60 0 R] >> >>'), 'scripts', 'app.alert'],
    ['a script at the opening', catalog('/OpenAction 60 0 R'), 'scripts', 'app.alert'],
    ['a program at the opening', catalog('/OpenAction << /S /Launch /F (evil.exe) >>'), 'scripts', 'evil'],
    ['a script at the closing', catalog('/AA << /WC 60 0 R >>'), 'scripts', 'app.alert'],
    ['a script of a page', { ...catalog(''), ...pagesOf(`${LETTER} /AA << /O 60 0 R >>`) }, 'scripts', 'app.alert'],
    [
      'a script in a bookmark',
      catalog('/Outlines << /First 63 0 R >>', { 63: '<< /Title (x) /A 60 0 R >>' }),
      'scripts',
      'app.alert',
    ],
    ['a link to a script', link('<< /S /URI /URI (javascript:alert\\(1\\)) >>'), 'scripts', 'javascript'],
    [
      'a link to a script with a blank in it',
      link('<< /S /URI /URI ( java\\tscript:alert\\(1\\)) >>'),
      'scripts',
      'alert',
    ],
    ['a link to a file', link('<< /S /URI /URI (file:///etc/passwd) >>'), 'scripts', 'passwd'],
    ['a link to a program', link('<< /S /Launch /F (evil.exe) >>'), 'scripts', 'evil'],
    ['a link to another file', link('<< /S /GoToR /F (evil.pdf) /D [0 /Fit] >>'), 'scripts', 'evil'],
    ['a link that prints', link('<< /S /Named /N /Print >>'), 'scripts', '/Print'],
    [
      'a link that is followed by a script',
      link('<< /S /GoTo /D [10 0 R /Fit] /Next 60 0 R >>'),
      'scripts',
      'app.alert',
    ],
    [
      'a picture for printing',
      drawn(image('/Alternates [<< /Image 52 0 R /DefaultForPrinting true >>]')),
      'variants',
      'Alternates',
    ],
    ['a picture of another server', drawn(image('/OPI << /2.0 << /F (evil.tif) >> >>')), 'variants', 'evil'],
    [
      'a page of another file',
      drawn(stream('1 0 0 rg 0 0 1 1 re f', '/Subtype /Form /BBox [0 0 1 1] /Ref << /F (evil.pdf) /Page 0 >>')),
      'variants',
      'evil',
    ],
    ['PostScript', drawn(stream('(evil) show', '/Type /XObject /Subtype /PS')), 'variants', 'evil'],
    [
      'content in another file',
      { ...pagesOf(LETTER), 3: stream('1 0 0 rg 9 9 9 9 re f', '/F (evil.txt)') },
      'variants',
      'evil',
    ],
    ['a preview picture', { ...pagesOf(`${LETTER} /Thumb 52 0 R`), 52: image('') }, 'preview', '/Thumb'],
  ])('%s', async (_name, objects, reason, trace) => {
    const { bytes, rewritten } = await record(objects);
    expect(rewritten.join()).toContain(reason);
    expect(text(bytes)).not.toContain(trace);
  });

  it.each([
    ['a link to a page', link('<< /S /GoTo /D [10 0 R /Fit] >>')],
    ['a link to an address', link('<< /S /URI /URI (https://example.com/a:b) >>')],
    ['a link to a relative address', link('<< /S /URI /URI (terms.html) >>')],
    ['a link to a mailbox', link('<< /S /URI /URI (mailto:ada@example.com) >>')],
    ['a place at the opening', catalog('/OpenAction [10 0 R /Fit]')],
    ['an action to a place at the opening', catalog('/OpenAction << /S /GoTo /D [10 0 R /Fit] >>')],
    [
      'a glyph named like an entry',
      {
        ...drawn(image('')),
        10: `<< /Type /Page /Parent 2 0 R ${LETTER} /Contents 3 0 R /Resources << /XObject << /X 51 0 R /AF 51 0 R /EF 52 0 R /TR 52 0 R >> >> >>`,
      },
    ],
  ])('%s stays, and so does the file', async (_name, objects) => {
    expect((await record(objects)).rewritten).toEqual([]);
  });

  const INVERSION = '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [1] /C1 [0] >>';
  const IDENTITY = '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0] /C1 [1] >>';
  /** A red picture that is drawn with a transfer function. */
  const transferred = (state: string): Objects => ({
    ...pagesOf(`${LETTER} /Resources << /ExtGState << /G << ${state} >> >> /XObject << /X 51 0 R >> >>`),
    3: stream('/G gs 200 0 0 200 100 100 cm /X Do'),
    51: stream('\xff\0\0', IMAGE),
  });
  const IMAGE = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8';
  const TRANSFER = 'transfer functions of its colours, which only some viewers and printers use, were removed';

  it.each([
    ['of one colour', `/TR [${INVERSION} ${IDENTITY} ${IDENTITY} ${IDENTITY}]`],
    ['of all colours', `/TR2 ${INVERSION}`],
  ])('a transfer function %s that changes the page is refused, with page and reason', async (_name, state) => {
    const reason = `page 1 can't be kept as it looks, because the file must be changed: ${TRANSFER}; print it to a PDF and upload that`;
    expect(await refusal(transferred(state))).toBe(`unusable_document, name: lease.pdf, reason: ${reason}`);
  });

  it('a transfer function that changes nothing is removed', async () => {
    expect((await record(transferred(`/TR [${IDENTITY} ${IDENTITY} ${IDENTITY} ${IDENTITY}]`))).rewritten).toEqual([
      TRANSFER,
    ]);
  });
});

describe('files of unusual structure', () => {
  it('an image becomes a PDF and needs nothing more', async () => {
    const { bytes, rewritten } = await inspectPdf(withTable(pagesOf(LETTER)), 'a.pdf');
    expect(rewritten).toEqual([]);
    expect(await inspectPdf(bytes, 'a.pdf')).toMatchObject({ rewritten: [] });
  });

  it('a stream with a wrong length is rewritten', async () => {
    const objects = { ...pagesOf(LETTER), 3: '<< /Length 5 >>\nstream\n0 g 100 100 50 50 re f\nendstream' };
    expect((await record(objects)).rewritten).toEqual(['its structure was damaged']);
  });

  it('an object that an update replaces is shown in its new version', async () => {
    const file = withUpdate(withTable({ ...pagesOf(LETTER), 3: stream('1 0 0 rg 100 100 50 50 re f') }), {
      3: stream('0 1 0 rg 100 100 50 50 re f'),
    });
    const { bytes } = await record(file);
    expect(await findOnPage(bytes, 1, 612, isGreen)).toBeDefined();
  });

  it.each([
    ['of ten million points', '/MediaBox [0 0 612 10000000]'],
    ['far from where pages are', '/MediaBox [100000000 0 100000612 792]'],
    ['without height', '/MediaBox [0 0 612 0]'],
    ['of no numbers', '/MediaBox [0 0 /NaN 792]'],
  ])('a page box %s is refused with its page', async (_name, box) => {
    const message = await refusal(pagesOf(LETTER, box));
    expect(message).toContain('page 2');
    expect(message).toContain('box');
  });

  it.each([45, 89.5])('a page that is rotated by %d degrees is rotated for all viewers alike', async (degrees) => {
    const { rewritten } = await record(pagesOf(`${LETTER} /Rotate ${degrees}`));
    expect(rewritten).toEqual(['its pages were in disorder']);
  });
});
