import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { PdfArray, PdfDict, PdfName, PdfNull, PdfNumber, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { decodedData } from '../../lib/pdf/file/decode-stream.ts';
import { takeInPdf } from '../../lib/pdf/intake/intake.ts';
import { newBudget } from '../../lib/pdf/threads/budget.ts';
import { LETTER, pagesOf, stream, withStreams, withTable } from './make-pdf.ts';
import { packedZeros, packLzw } from './pack-lzw.ts';

const MEGABYTE = 1024 * 1024;
const letter = pagesOf(LETTER);
const latin = (data: Uint8Array): string => Buffer.from(data).toString('latin1');
const fileOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const flate = (data: Uint8Array): Uint8Array => deflateSync(data);
const zeros = (megabytes: number): Uint8Array => Buffer.alloc(megabytes * MEGABYTE);
const ofCatalog = (value: string): Uint8Array =>
  withTable({ ...letter, 1: `<< /Type /Catalog /Pages 2 0 R /X ${value} >>` });

/** In lists of a hundred thousand, because the library takes no longer ones. */
const lists = (value: string, count: number): string => `[${`[${value.repeat(100_000)}]`.repeat(count / 100_000)}]`;

/** A file whose object streams have other data. */
const withObjectStream = (data: Uint8Array, entries: string): Uint8Array =>
  fileOf(
    latin(withStreams(letter)).replace(/<< \/Length \d+ (\/Type \/ObjStm.*?)>>\nstream\n.*?\nendstream/s, (_, stated) =>
      stream(latin(data), `${stated} ${entries}`),
    ),
  );

/** A file whose cross-reference stream has other rows. */
const withRows = (data: Uint8Array, entries: string): Uint8Array => {
  const file = latin(withStreams(letter));
  return fileOf(
    file.replace(/<< \/Length \d+ \/Type \/XRef.*?\nendstream/s, () =>
      stream(latin(data), `/Type /XRef /Size 100 /Root 1 0 R ${entries}`),
    ),
  );
};

/** Many numbers of one object: a hundred thousand values behind each of a hundred references. */
const overlapping = (): Uint8Array => {
  const file = latin(
    withTable({
      ...letter,
      1: `<< /Type /Catalog /Pages 2 0 R /X [${Array.from({ length: 89 }, (_, at) => `${at + 100} 0 R`).join(' ')}] >>`,
      100: `[${'1 '.repeat(100_000)}]`,
      ...Object.fromEntries(Array.from({ length: 88 }, (_, at) => [101 + at, 'null'])),
    }),
  );
  const place = String(file.indexOf('100 0 obj')).padStart(10, '0');
  return fileOf(file.replace(/\n1\d\d 1\n\d{10}/g, (row) => `${row.slice(0, -10)}${place}`));
};

const VALUES = 'it has more than 3 million values';
const UNPACKED = 'part of it unpacks to more than 64 MB';

const BOMBS: [string, () => Uint8Array, string][] = [
  ['seven million names', () => ofCatalog(lists('/a ', 7_000_000)), VALUES],
  ['empty dictionaries by the million', () => ofCatalog(lists('<<>>', 4_000_000)), VALUES],
  ['numbers without blanks between', () => ofCatalog(lists('-1', 4_000_000)), VALUES],
  ['a string of thirty million letters', () => ofCatalog(`(${'a'.repeat(30_000_000)})`), VALUES],
  ['a name of as many', () => ofCatalog(`/${'a'.repeat(30_000_000)}`), VALUES],
  ['a comment that belongs to many objects', () => ofCatalog(`null ${'0 obj%'.repeat(100_000)}`), VALUES],
  ['one object under many numbers', overlapping, VALUES],
  ['an object stream', () => withObjectStream(flate(zeros(65)), '/Filter /FlateDecode'), UNPACKED],
  ['one that is packed twice', () => withObjectStream(flate(flate(zeros(100))), '/Filter [/Fl /Fl]'), UNPACKED],
  [
    'object streams that are large together',
    () => {
      const objects = stream(latin(flate(zeros(60))), '/Type /ObjStm /N 0 /First 0 /Filter /FlateDecode');
      const many = { 60: objects, 61: objects, 62: objects, 63: objects, 64: objects };
      return fileOf(latin(withTable({ ...letter, ...many })).replace(/startxref\n\d+/, 'startxref\n0'));
    },
    'its objects unpack to more than 256 MB',
  ],
  ['rows of an object table', () => withRows(flate(zeros(10)), '/W [1 0 0] /Filter /FlateDecode'), VALUES],
  [
    'rows without columns',
    () => withRows(flate(zeros(1)), '/W [0 0 0] /Index [0 4000000000] /Filter /FlateDecode'),
    VALUES,
  ],
];

/** Opens a file in a thread that has 128 MB for objects, and whose process ends if it needs much more. */
const openInSmallThread = async (file: Uint8Array): Promise<unknown> => {
  const thread = new Worker(new URL('./load-worker.ts', import.meta.url), {
    workerData: file,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  const [reason] = (await once(thread, 'message')) as [unknown];
  await thread.terminate();
  return reason;
};

describe('a file that fills the memory of its reader is refused, and the reason names the limit', () => {
  it.each(BOMBS)('%s', async (_name, make, reason) => {
    await expect(takeInPdf(make(), 'bomb.pdf', newBudget())).rejects.toMatchObject({
      code: 'unusable_document',
      details: { name: 'bomb.pdf', reason: `${reason}; print it to a PDF and upload that` },
    });
  });

  it.each(BOMBS.filter(([name]) => name !== 'one object under many numbers'))(
    'before it is filled: %s',
    async (_name, make, reason) => {
      expect(await openInSmallThread(make())).toBe(reason);
    },
  );
});

describe('an object that the library reads without end', () => {
  it.each(['[ ) ]', '[ { ]', '<< /A } >>', '<< ) /A 1 >>'])('is not given to it: %s', async (value) => {
    const sent = ofCatalog(value);
    const { rewritten } = await takeInPdf(sent, 'signs.pdf', newBudget());
    expect(rewritten).toEqual(['its structure was damaged']);
  });
});

const packed = (data: Uint8Array, filters: string[], parameters?: Record<string, number>): PdfStream =>
  PdfStream.fromDict(
    {
      Filter: new PdfArray(filters.map((filter) => PdfName.of(filter))),
      ...(parameters && {
        DecodeParms: PdfDict.of(
          Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, PdfNumber.of(value)])),
        ),
      }),
    },
    data,
  );
const drawing = Buffer.from(
  Array.from({ length: 3000 }, (_, at) => `${(at * 7) % 613} ${(at * 13) % 791} m\n`).join(''),
);
const hex = (data: Uint8Array): Uint8Array => Buffer.from(`${Buffer.from(data).toString('hex')}>`);

describe('a stream is unpacked', () => {
  it.each<[string, PdfStream]>([
    ['deflated', packed(flate(drawing), ['FlateDecode'])],
    ['by the short name', packed(flate(drawing), ['Fl'])],
    ['twice', packed(flate(flate(drawing)), ['FlateDecode', 'FlateDecode'])],
    ['from letters', packed(hex(flate(drawing)), ['AHx', 'Fl'])],
    ['by LZW, with codes of all lengths', packed(packLzw(drawing), ['LZWDecode'])],
    ['by LZW from letters', packed(hex(packLzw(drawing)), ['ASCIIHexDecode', 'LZW'])],
    ['that is not encrypted for itself', packed(flate(drawing), ['Crypt', 'FlateDecode'])],
  ])('%s', (_name, sent) => {
    expect(Buffer.from(decodedData(sent)).equals(drawing)).toBe(true);
  });

  it('with the parameters of each filter', () => {
    const rows = Buffer.from(Array.from({ length: 100 }, () => [2, 1, 2, 3, 4]).flat());
    const parameters = PdfDict.of({ Predictor: PdfNumber.of(12), Columns: PdfNumber.of(4) });
    const sent = packed(hex(flate(rows)), ['ASCIIHexDecode', 'FlateDecode']);
    sent.set('DecodeParms', new PdfArray([PdfNull.instance, parameters]));
    const decoded = decodedData(sent);
    expect([decoded.length, ...decoded.subarray(-4)]).toEqual([400, 100, 200, 44, 144]);
    expect(decodedData(packed(packLzw(rows), ['LZWDecode'], { Predictor: 12, Columns: 4 }))).toEqual(decoded);
  });

  it.each<[string, PdfStream]>([
    ['deflated twice', packed(flate(flate(zeros(65))), ['FlateDecode', 'FlateDecode'])],
    ['deflated, in letters', packed(hex(flate(zeros(65))), ['ASCIIHexDecode', 'FlateDecode'])],
    ['by LZW', packed(packedZeros(10), ['LZWDecode'])],
    ['by runs', packed(Buffer.alloc(2 * MEGABYTE, Buffer.from([129, 0])), ['RunLengthDecode'])],
    ['by base-85', packed(Buffer.alloc(17 * MEGABYTE, 'z'), ['ASCII85Decode'])],
    ['with a predictor', packed(flate(zeros(65)), ['FlateDecode'], { Predictor: 12, Columns: 4 })],
  ])('only to 64 MB: %s', (_name, sent) => {
    expect(() => decodedData(sent)).toThrow('part of it unpacks to more than 64 MB');
  });

  it('to nothing if a row is longer than all data', () => {
    expect(decodedData(packed(flate(drawing), ['FlateDecode'], { Predictor: 12, Columns: 2e9 })).length).toBe(0);
  });
});
