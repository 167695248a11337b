import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { countOperators } from '../../lib/pdf/content/content-operators.ts';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { stampAndSeal } from '../../lib/pdf/seal/seal.ts';
import { expectSeal } from './expect-sealed.ts';
import { LETTER, type Objects, pagesOf, stream, withTable } from './make-pdf.ts';
import { useSealKey } from './tools.ts';

const MEGABYTE = 1024 * 1024;
const flate = (data: Uint8Array): string => deflateSync(data).toString('latin1');
const packed = (text: string, megabytes: number): string => flate(Buffer.alloc(megabytes * MEGABYTE, text));
const twice = (text: string, megabytes: number): string => flate(Buffer.from(packed(text, megabytes), 'latin1'));

const letter = pagesOf(LETTER);
/** A page with other entries, and whatever else. */
const page = (entries: string, more: Objects = {}): Objects => ({
  ...letter,
  10: `<< /Type /Page /Parent 2 0 R ${LETTER} /Contents 3 0 R ${entries} >>`,
  ...more,
});
const tree = (...kids: number[]): Objects => ({
  ...letter,
  2: `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`,
});
const chain = (depth: number): Objects => ({
  ...tree(100),
  ...Object.fromEntries(
    Array.from({ length: depth }, (_, level) => [
      100 + level,
      `<< /Type /Pages /Kids [${level === depth - 1 ? 10 : 101 + level} 0 R] /Count 1 >>`,
    ]),
  ),
});
const form = (content: string, entries: string): Objects =>
  page('/Resources << /XObject << /X 61 0 R >> >>', {
    3: stream('/X Do'),
    61: stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${entries}`),
  });
/** A page that can draw two large pictures, which are empty, or a form that draws one. */
const picture = (content: string, side = 30_000): Objects => {
  const image = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  return page('/Resources << /XObject << /X 61 0 R /Y 62 0 R /F 63 0 R >> >>', {
    3: stream(content),
    61: stream(packed('\0', 1), `${image} /Filter /FlateDecode`),
    62: stream(packed('\0', 1), `${image} /Filter /FlateDecode`),
    63: stream('/X Do', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 61 0 R >> >>'),
  });
};
const text = (file: Uint8Array): string => Buffer.from(file).toString('latin1');
const rewritten = (find: RegExp, by: string): Uint8Array =>
  Buffer.from(text(withTable(letter)).replace(find, by), 'latin1');

describe('a file that attacks the platform is refused, with the reason', () => {
  it.each<[string, Objects, string]>([
    [
      'content that unpacks to a gigabyte',
      { ...letter, 3: stream(packed('0 ', 1000), '/Filter /FlateDecode') },
      'page 1 unpacks to more than 64 MB',
    ],
    [
      'the same packed twice',
      { ...letter, 3: stream(twice('0 ', 1000), '/Filter [/FlateDecode /FlateDecode]') },
      'page 1 unpacks to more than 64 MB',
    ],
    [
      'the same content fifty thousand times over',
      {
        ...letter,
        3: stream(packed('0 ', 1), '/Filter /FlateDecode'),
        10: `<< /Type /Page /Parent 2 0 R ${LETTER} /Contents [${'3 0 R '.repeat(50_000)}] >>`,
      },
      'page 1 unpacks to more than 64 MB',
    ],
    [
      'graphics states in each other by the million',
      { ...letter, 3: stream(packed('q ', 3), '/Filter /FlateDecode') },
      'page 1 is nested too deeply',
    ],
    ['a form that unpacks to a gigabyte', form(packed('0 ', 1000), '/Filter /FlateDecode'), 'unpacks to more'],
    ['a page tree of fifty thousand levels', chain(50_000), 'damaged'],
    ['a page tree that is nothing but a circle', tree(2), 'no pages'],
    ['a hundred thousand times the same page', tree(...Array<number>(100_000).fill(10)), 'more than 2000 pages'],
    [
      'twenty thousand pages',
      {
        ...tree(...Array.from({ length: 20_000 }, (_, index) => 100 + index)),
        ...Object.fromEntries(
          Array.from({ length: 20_000 }, (_, index) => [100 + index, `<< /Type /Page ${LETTER} >>`]),
        ),
      },
      'more than 2000 pages',
    ],
    [
      'lines by the million',
      { ...letter, 3: stream(packed('0 0 m 1 1 l S\n', 12), '/Filter /FlateDecode') },
      'page 1 has more than 2 million operators',
    ],
    [
      'as many in pieces',
      {
        ...letter,
        3: stream(packed('n ', 3), '/Filter /FlateDecode'),
        10: `<< /Type /Page /Parent 2 0 R ${LETTER} /Contents [${'3 0 R '.repeat(5)}] >>`,
      },
      'page 1 has more than 2 million operators',
    ],
    [
      'a picture of 30 000 times 30 000 grey pixels',
      picture('/X Do'),
      'page 1 has pictures of more than 100 million pixels',
    ],
    [
      'pictures that have as many together',
      picture('/X Do /Y Do', 8000),
      'page 1 has pictures of more than 100 million pixels',
    ],
    ['such a picture in a form', picture('/F Do'), 'page 1 has pictures of more than 100 million pixels'],
    [
      'one within the content',
      { ...letter, 3: stream('BI /W 30000 /H 30000 /BPC 8 /CS /G /F /A85 ID z~> EI') },
      'page 1 has pictures of more than 100 million pixels',
    ],
    ['arrays in arrays', { ...letter, 2: `<< /Type /Pages /Kids ${'['.repeat(200_000)} >>` }, 'damaged'],
  ])('%s', async (_name, objects, reason) => {
    const refusal = await inspectPdf(withTable(objects), 'lease.pdf').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'unusable_document' });
    expect((refusal as Error).message).toContain(reason);
  });
});

describe('operators of a page', () => {
  const latin = (content: string) => countOperators(Buffer.from(content, 'latin1'), 100);

  it.each([
    ['1 0 0 1 0 0 cm /Name Do', 2],
    ['(q Q (nested) \\) q) Tj [(a) -3 (b)] TJ', 2],
    ["<71 51> ' % q q q\nT*", 2],
    ['/P <</MCID 0>> BDC q Q EMC', 4],
    ['BI /W 2 ID q Q q Q EI Q', 3],
    ['-1.5 +2 .5 w\0n\fn', 3],
  ])('are counted without what stands in strings, names, comments and pictures: %j', (content, count) => {
    expect(latin(content)).toBe(count);
  });

  it('are counted no further than is asked', () => {
    expect(latin('n '.repeat(1000))).toBe(101);
  });
});

describe('a file that is only unusual is sealed', () => {
  beforeAll(() => useSealKey());

  it.each<[string, Uint8Array]>([
    ['a page tree that holds itself', withTable(tree(2, 10))],
    [
      'a page tree whose root has itself for a parent',
      withTable({ ...tree(10), 2: '<< /Type /Pages /Parent 2 0 R /Kids [10 0 R] /Count 1 >>' }),
    ],
    ['a page that names large pictures and draws none', withTable(picture('0 g 9 9 9 9 re f'))],
    ['a form that draws itself', withTable(form('/X Do', '/Resources << /XObject << /X 61 0 R >> >>'))],
    [
      'form fields in a circle',
      withTable({
        ...letter,
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [60 0 R] >> >>',
        60: '<< /T (a) /Kids [60 0 R 61 0 R] >>',
        61: '<< /T (b) /Parent 61 0 R /Kids [60 0 R] >>',
      }),
    ],
    ['a stream whose length is itself', withTable({ ...letter, 3: '<< /Length 3 0 R >>\nstream\n0 g\nendstream' })],
    ['a stream of a length below zero', withTable({ ...letter, 3: '<< /Length -5 >>\nstream\n0 g\nendstream' })],
    ['a cross-reference that begins elsewhere', rewritten(/startxref\n\d+/, 'startxref\n99999999')],
    ['a table that promises four billion objects', rewritten(/xref\n0 1\n/, 'xref\n0 4000000000\n')],
    ['a trailer of four billion objects', rewritten(/\/Size \d+/, '/Size 4000000000')],
    [
      'rows of two billion columns',
      withTable({
        ...letter,
        3: stream(packed('0 ', 1), '/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2000000000 >>'),
      }),
    ],
    ['more graphics states closed than opened', withTable({ ...letter, 3: stream('Q '.repeat(200_000)) })],
  ])('%s', async (_name, bytes) => {
    const { bytes: usable, pages } = await inspectPdf(bytes, 'lease.pdf');
    const field = { page: pages, x: 20, y: 20, width: 90, height: 15, type: 'textbox', value: 'Ada' } as const;
    const sealed = await stampAndSeal(usable, [field], { reason: 'x', signingTime: new Date() });
    expectSeal(sealed.bytes);
  });
});
