import { beforeAll, describe, expect, it } from 'vitest';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { appendRevision } from '../../lib/pdf/file/write-file.ts';
import { encodePng } from '../../lib/pdf/images/png.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { stampAndSeal } from '../../lib/pdf/seal/seal.ts';
import { addedOnly, beforeStamps } from '../../lib/pdf/stamp/added-only.ts';
import { openStates } from '../../lib/pdf/stamp/plain-content.ts';
import { demandSameLook } from '../../lib/pdf/stamp/same-look.ts';
import { newNames, type StampField, stampDocument } from '../../lib/pdf/stamp/stamp.ts';
import { LETTER, pagesOf, stream, withStreams, withTable, withUpdate } from './make-pdf.ts';
import { useSealKey } from './tools.ts';

const BLACK = encodePng(Uint8Array.of(0, 0, 0, 255), 1, 1, 'rgba');

/** A signature and a text. */
const stampsOn = (page: number, x = 100): StampField[] => [
  { page, x, y: 200, width: 120, height: 40, type: 'signature', value: 'signed', image: BLACK, caption: 'Ada' },
  { page, x, y: 250, width: 120, height: 15, type: 'textbox', value: 'Grace' },
];

/** A record, and what stamping makes of it. */
const stamped = async (record: Uint8Array, fields: StampField[]) => {
  const document = await openPdf(record);
  const before = beforeStamps(document, new Set(fields.map(({ page }) => page)));
  const names = newNames();
  const refs = stampDocument(document, fields, names);
  return { record, sealed: appendRevision(document, record, refs), before, names, refs };
};

type Stamped = Awaited<ReturnType<typeof stamped>>;

/** The pages of which the file itself says that they got nothing but stamps. */
const proven = async ({ record, sealed, before, names }: Stamped): Promise<number[]> => [
  ...((await addedOnly(record, sealed, before, names))?.alone.pages.keys() ?? []),
];

/** A page with this content, text and a picture among its resources. */
const pageOf = (content: string, entries = LETTER, rest = {}): Uint8Array =>
  withTable({
    ...pagesOf(`${entries} /Resources << /Font << /F1 20 0 R >> /XObject << /Im1 21 0 R >> >>`),
    3: stream(content),
    20: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    21: stream('0 0 50 50 re f', '/Type /XObject /Subtype /Form /BBox [0 0 50 50]'),
    ...rest,
  });

const USUAL =
  'q 1 0 0 RG 72 72 99 99 re S Q BT /F1 12 Tf 72 700 Td [(a\\)b) -20 <41>] TJ ET /Im1 Do /P <</MCID 0>> BDC EMC';

describe('content', () => {
  it.each([
    [USUAL, 0],
    ['q q 0 0 9 9 re W n', 2],
    ['', 0],
  ])('is plain: %s', (content, open) => {
    expect(openStates(Buffer.from(content))).toBe(open);
  });

  it.each([
    ['restores a state that it didn’t save', 'Q 0 0 9 9 re f'],
    ['saves it too late', 'Q q'],
    ['ends in a text', 'BT /F1 12 Tf'],
    ['ends in a path', '0 0 9 9 re'],
    ['ends with a clip that is not applied', '0 0 9 9 re W'],
    ['ends in a string', 'BT (abc'],
    ['ends in a string after an escape', 'BT (abc\\)'],
    ['ends in a hexadecimal string', 'BT <41'],
    ['ends in an array', 'BT [(a)'],
    ['ends in a dictionary', '/P <</MCID 0'],
    ['ends in marked content', '/P BMC'],
    ['ends marked content twice', '/P BMC EMC EMC'],
    ['ends with operands', '0 0 9'],
    ['ends with a comment', '0 0 9 9 re f % end'],
    ['saves in a text', 'BT q ET Q'],
    ['saves in a path', '0 0 m q 9 9 l S Q'],
    ['has an inline image', 'BI /W 1 /H 1 /BPC 1 /IM true ID x EI'],
    ['has an unknown operator', '1 0 0 rg xyz'],
    ['has operators in an array', '[ 0 0 9 9 re ] f'],
    ['closes an array twice', '[ 1 ] ] 0 d'],
    ['has a number that is read in several ways', '1-2 0 9 9 re f'],
    ['has another character', '{ 0 0 9 9 re f }'],
  ])('is not plain if it %s', (_, content) => {
    expect(openStates(Buffer.from(content))).toBeUndefined();
  });
});

describe('a page that the file itself proves to have got nothing but stamps', () => {
  it.each([
    ['usual content', pageOf(USUAL)],
    ['content that leaves states open', pageOf(`q q ${USUAL}`)],
    ['a file of object streams', withStreams(pagesOf(LETTER))],
    ['empty content', pageOf('')],
    ['no content', withTable({ ...pagesOf(LETTER), 10: `<< /Type /Page /Parent 2 0 R ${LETTER} >>` })],
    ['a rotated page with a crop box', pageOf(USUAL, '/MediaBox [0 0 612 792] /CropBox [50 60 550 700] /Rotate 90')],
  ])('%s', async (_, record) => {
    const stamping = await stamped(record, stampsOn(1));
    expect(await proven(stamping)).toEqual([1]);
    await demandSameLook(stamping, stampsOn(1));
  });

  it('is so with boxes that it inherits, in any order of pages', async () => {
    const record = withTable({
      ...pagesOf('', LETTER, ''),
      2: '<< /Type /Pages /Kids [10 0 R 11 0 R 12 0 R] /Count 3 /MediaBox [0 0 400 500] /Rotate 270 >>',
    });
    const fields = [...stampsOn(3), ...stampsOn(1), ...stampsOn(2)];
    const stamping = await stamped(record, fields);
    expect((await proven(stamping)).sort()).toEqual([1, 2, 3]);
    await demandSameLook(stamping, fields);
  });

  it('is the same without anything drawn on it', async () => {
    const fields = [...stampsOn(1), { ...stampsOn(2)[1], value: '' } as StampField];
    const { record, sealed, before, names } = await stamped(withTable(pagesOf(LETTER, LETTER)), fields);
    expect((await addedOnly(record, sealed, before, names))?.unchanged).toEqual([2]);
  });
});

describe('a page that may look different', () => {
  let good: Stamped;
  let page: string;
  beforeAll(async () => {
    good = await stamped(pageOf(USUAL), stampsOn(1));
    const text = Buffer.from(good.sealed).toString('latin1');
    page = /10 0 obj\n(.*?)\nendobj/s.exec(text.slice(good.record.length))?.[1] ?? '';
  });

  const FIRST = /\/Contents \[(\d+) 0 R/;

  it.each<[string, (objects: { page: string }) => Record<number, string>]>([
    [
      'if an object that it draws is another',
      () => ({ 21: stream('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 50 50]') }),
    ],
    ['if its content is another', () => ({ 3: stream(USUAL.replace('72 72', '99 99')) })],
    ['if its box is another', ({ page }) => ({ 10: page.replace('612', '611') })],
    ['if it has another entry', ({ page }) => ({ 10: page.replace('/Type', '/UserUnit 2 /Type') })],
    ['if a name means something else', ({ page }) => ({ 10: page.replace('/Im1 21', '/Im1 20') })],
    ['if a name is missing', ({ page }) => ({ 10: page.replace('/F1 20 0 R', '') })],
    ['if its content is missing', ({ page }) => ({ 10: page.replace(' 3 0 R', '') })],
    ['if its content is drawn twice', ({ page }) => ({ 10: page.replace(' 3 0 R', ' 3 0 R 3 0 R') })],
    ['if its content doesn’t stand between states', ({ page }) => ({ [Number(FIRST.exec(page)?.[1])]: stream('n\n') })],
    ['if its layers are others', () => ({ 1: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [] >> >>' })],
    ['if its page tree is another', () => ({ 2: '<< /Type /Pages /Kids [10 0 R] /Count 1 /Rotate 90 >>' })],
  ])('is not proven %s', async (_, change) => {
    const sealed = withUpdate(good.sealed, change({ page }));
    expect(await proven({ ...good, sealed })).toEqual([]);
  });

  it('is not proven if the record is another', async () => {
    const sealed = good.sealed.slice();
    sealed[good.record.length - 2] = 0x20;
    expect(await proven({ ...good, sealed })).toEqual([]);
  });

  it('is not proven if stamps have names that were known before', async () => {
    expect(await proven({ ...good, names: newNames() })).toEqual([]);
  });

  it('is compared picture by picture where its content isn’t plain', async () => {
    const stamping = await stamped(pageOf(`Q ${USUAL}`), stampsOn(1));
    expect(await proven(stamping)).toEqual([]);
    await demandSameLook(stamping, stampsOn(1));
  });

  it.each([
    ['with plain content', USUAL],
    ['with other content', `Q ${USUAL}`],
  ])('is not sealed: a page %s, and a stamp beside its box', async (_, content) => {
    const stamping = await stamped(pageOf(content), stampsOn(1));
    await expect(demandSameLook(stamping, stampsOn(1, 300))).rejects.toThrow(
      'Page 1 would be sealed with other content than was shown',
    );
  });

  it('is not sealed: content that changes its colour between saved states', async () => {
    // Viewers ignore the Q that restores nothing; behind a q it would restore black.
    const content = '1 0 0 rg Q 300 300 99 99 re f';
    const file = pageOf(content);
    await expect(demandSameLook(await stamped(file, stampsOn(1)), stampsOn(1))).rejects.toThrow('Page 1');
  });
});

describe('a document that names what stamps add', () => {
  it('can’t show a signature where it wants', async () => {
    const forget = await useSealKey();
    const names = ['CsX', 'CsF', 'X', 'F'].flatMap((name) => [0, 1, 2].map((index) => `${name}${index}`));
    const file = pageOf(names.map((name) => `q 99 0 0 99 400 400 cm /${name} Do Q`).join(' '));
    const { bytes } = await stampAndSeal(file, stampsOn(1), { reason: 'Test', signingTime: new Date() });
    const except = new Map([[1, stampsOn(1).map(({ x, y, width, height }) => ({ x, y, width, height }))]]);
    expect(await comparePages(file, bytes, { except })).toEqual([]);
    forget();
  });
});
