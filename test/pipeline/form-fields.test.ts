import { describe, expect, test } from 'vitest';
import { openPdf, savePdf } from '../../lib/pdf/file/open.ts';
import { type FormField, readFormFields, removeForm } from '../../lib/pdf/form/form-fields.ts';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { LETTER, stream } from '../pdf/make-pdf.ts';
import { qpdfCheck, textsOf } from '../pdf/tools.ts';
import { formPdf, widget } from './documents.ts';

const read = async (bytes: Uint8Array): Promise<Omit<FormField, 'widget'>[]> =>
  readFormFields(await openPdf(bytes)).map(({ widget: _, ...field }) => field);

const ON_AND_OFF = '/AP << /N << /Yes 20 0 R /Off 20 0 R >> >>';
const appearance = (content: string) => stream(content, '/Type /XObject /Subtype /Form /BBox [0 0 200 20]');
const more = { 20: appearance(''), 21: appearance('BT /Helv 10 Tf 2 5 Td (shown) Tj ET') };

describe('a field of a form', () => {
  test.each([
    [
      'text',
      '/FT /Tx /T (company) /TU (Your company) /V (ACME) /MaxLen 20 /Ff 2',
      { kind: 'text', value: 'ACME', maxLength: 20, required: true, label: 'Your company' },
    ],
    ['text of several lines', '/FT /Tx /T (notes) /Ff 4096', { kind: 'text', multiline: true, maxLength: null }],
    ['text that nobody may change', '/FT /Tx /T (no) /V (7) /Ff 1', { kind: 'text', readonly: true, value: '7' }],
    [
      'date',
      '/FT /Tx /T (day) /AA << /F << /S /JavaScript /JS (AFDate_FormatEx\\("mm/dd/yyyy"\\);) >> >>',
      { kind: 'date' },
    ],
    ['box', `/FT /Btn /T (agree) /V /Yes /AS /Yes ${ON_AND_OFF}`, { kind: 'checkbox', value: 'true', choice: 'Yes' }],
    ['box without a tick', `/FT /Btn /T (agree) /AS /Off ${ON_AND_OFF}`, { kind: 'checkbox', value: 'false' }],
    [
      'choice',
      '/FT /Ch /T (colour) /Ff 131072 /V (r) /Opt [[(r) (Red)] [(g) (Green)]]',
      {
        kind: 'choice',
        value: 'r',
        options: [
          { id: 'r', label: 'Red' },
          { id: 'g', label: 'Green' },
        ],
      },
    ],
    [
      'list',
      '/FT /Ch /T (colour) /Opt [(Red) (Green)]',
      {
        kind: 'choice',
        value: '',
        options: [
          { id: 'Red', label: 'Red' },
          { id: 'Green', label: 'Green' },
        ],
      },
    ],
    [
      'choice with a text of its own',
      '/FT /Ch /T (colour) /Ff 393216 /V (Blue) /Opt [(Red)]',
      {
        kind: 'choice',
        value: 'Blue',
        options: [
          { id: 'Red', label: 'Red' },
          { id: 'Blue', label: 'Blue' },
        ],
      },
    ],
    ['signature', '/FT /Sig /T (sign here)', { kind: 'signature', name: 'sign here' }],
  ])('is known: %s', async (_, entries, expected) => {
    expect(await read(formPdf([widget(entries)], more))).toEqual([expect.objectContaining({ page: 1, ...expected })]);
  });

  test.each([
    ['a button', '/FT /Btn /T (print) /Ff 65536', undefined],
    ['hidden', '/FT /Tx /T (secret) /F 2', undefined],
    ['not to be seen', '/FT /Tx /T (secret) /F 32', undefined],
    ['off the page', '/FT /Tx /T (away)', '700 100 800 120'],
    ['without extent', '/FT /Tx /T (flat)', '100 100 100 120'],
  ])('is ignored: %s', async (_, entries, rect) => {
    const flags = entries.includes('/F ') ? widget(entries, rect).replace('/F 4 ', '') : widget(entries, rect);
    expect(await read(formPdf([flags]))).toEqual([]);
  });

  test('of radio buttons is one field for each button, each with its value', async () => {
    const button = (on: string, rect: string, state: string) =>
      widget(`/Parent 40 0 R /AS /${state} /AP << /N << /${on} 20 0 R /Off 20 0 R >> >>`, rect);
    const parent = '<< /FT /Btn /T (size) /Ff 49154 /V /L /Kids [30 0 R 31 0 R] >>';
    const bytes = formPdf(
      [button('S', '72 600 86 614', 'Off'), button('L', '72 580 86 594', 'L')],
      { ...more, 40: parent },
      LETTER,
      '40 0 R',
    );
    expect(await read(bytes)).toMatchObject([
      { name: 'size', kind: 'radio', choice: 'S', value: 'false', required: true },
      { name: 'size', kind: 'radio', choice: 'L', value: 'true', required: true },
    ]);
  });

  test('has the name of its parents too, and inherits their entries', async () => {
    const parent = '<< /T (applicant) /Kids [30 0 R] /FT /Tx /Ff 2 /MaxLen 9 >>';
    const bytes = formPdf([widget('/T (name) /Parent 40 0 R')], { 40: parent }, LETTER, '40 0 R');
    expect(await read(bytes)).toMatchObject([{ name: 'applicant.name', required: true, maxLength: 9 }]);
  });

  test.each([
    ['', { x: 72, y: 600, width: 200, height: 20 }],
    ['/Rotate 90', { x: 600, y: 340, width: 20, height: 200 }],
    ['/Rotate 180', { x: 340, y: 172, width: 200, height: 20 }],
    ['/Rotate 270', { x: 172, y: 72, width: 20, height: 200 }],
    ['/CropBox [100 50 600 610]', { x: 0, y: 550, width: 172, height: 10 }],
    ['/Rotate 90 /CropBox [100 50 600 610]', { x: 550, y: 328, width: 10, height: 172 }],
  ])('has the place that the page shows: %s', async (entry, box) => {
    const [field] = await read(formPdf([widget('/FT /Tx /T (a)')], {}, `${LETTER} ${entry}`));
    expect(field?.box).toEqual(box);
  });
});

describe('a form that is removed', () => {
  test('leaves nothing of the fields that were used, and the look of the others', async () => {
    const shown = '/AP << /N 21 0 R >> /DR << >>';
    const bytes = formPdf(
      [widget(`/FT /Tx /T (a) /V (gone) ${shown}`), widget(`/FT /Tx /T (b) /V (kept) ${shown}`, '72 500 272 520')],
      {
        ...more,
        21: stream(
          'BT /Helv 10 Tf 2 5 Td (kept) Tj ET',
          '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /Helv 22 0 R >> >>',
        ),
        22: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      },
    );
    const document = await openPdf(bytes);
    removeForm(document, readFormFields(document).slice(0, 1));
    const { bytes: left } = await inspectPdf(await savePdf(document), 'form.pdf');
    const again = await openPdf(left);
    expect(again.catalog.has('AcroForm')).toBe(false);
    expect(readFormFields(again)).toEqual([]);
    expect(Buffer.from(left).toString('latin1')).not.toContain('gone');
    for (const text of textsOf(left)) expect(text.trim()).toBe('kept');
    expect(qpdfCheck(left)).toContain('No syntax or stream encoding errors');
  });

  test.each([
    ['fields that are their own parents', [widget('/FT /Tx /T (a) /Parent 30 0 R /Kids [30 0 R]')]],
    ['a field without a type', [widget('/T (a)')]],
    ['a place that is none', [widget('/FT /Tx /T (a)', 'a b')]],
    ['a value of another kind', [widget('/FT /Tx /T (a) /V [1 2] /MaxLen (x)')]],
    ['options that are none', [widget('/FT /Ch /T (a) /Opt [[] [(x)] 3 null]')]],
  ])('may make no sense: %s', async (_, fields) => {
    const document = await openPdf(formPdf(fields));
    removeForm(document, readFormFields(document));
    const left = await openPdf((await inspectPdf(await savePdf(document), 'form.pdf')).bytes);
    expect([left.catalog.has('AcroForm'), readFormFields(left)]).toEqual([false, []]);
  });
});
