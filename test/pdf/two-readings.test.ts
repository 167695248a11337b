import { describe, expect, it } from 'vitest';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { hybrid, LETTER, pagesOf, stream, withStreams, withTable } from './make-pdf.ts';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const fileOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

/**
 * A page with the price that object 5 names: object 7 for newer readers. The unused object 8 holds another version of
 * it.
 */
const priced = {
  ...pagesOf(`${LETTER} /Contents 5 0 R`),
  3: stream('0 g 100 600 10 10 re f'),
  5: '[7 0 R]',
  7: stream('1 0 0 rg 100 400 200 50 re f'),
  8: stream('5 0 obj\n[3 0 R]\nendobj'),
};
const fresh = Object.fromEntries(
  Object.entries(priced).map(([number, object]) => [number, object.replace('/Contents 3 0 R', '')]),
);

const twice = fresh[10]?.replace('/Contents', '/Contents 3 0 R /Cont#65nts') ?? '';

/** The file with more rows in its last table, which is at its end. */
const withRows = (file: Uint8Array, rows: string): Uint8Array =>
  fileOf(textOf(file).replace(/trailer\n(?!.*trailer\n)/s, `${rows}trailer\n`));

const row = (offset: number, kind: string): string => `${String(offset).padStart(10, '0')} 00000 ${kind} \n`;
const placeOf = (file: Uint8Array, text: string): number => textOf(file).indexOf(text);

const mixed = hybrid(fresh);
const classic = withTable(fresh);
const circleAt = Number(/startxref\s+(\d+)/.exec(textOf(classic))?.[1]);

const TWO = /^readers could take it in two ways$/;

describe('a file that readers could take in two ways becomes one that they can’t', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['an object that is free to some readers, and there for others', withRows(mixed, `5 1\n${row(0, 'f')}`), TWO],
    ['one that two tables place differently', withRows(mixed, `5 1\n${row(placeOf(mixed, '5 0 obj\n[3'), 'n')}`), TWO],
    ['one that a table names twice', withRows(classic, `5 1\n${row(placeOf(classic, '5 0 obj\n[3'), 'n')}`), TWO],
    ['tables that form a circle', withTable(fresh, `/Prev ${circleAt}`), /^its structure was damaged$/],
    ['a page that names its content twice', withTable({ ...fresh, 10: twice }), TWO],
    ['such a page in an object stream', withStreams({ ...fresh, 10: twice }), TWO],
  ])('%s', async (_name, sent, reason) => {
    const { bytes, rewritten } = await inspectPdf(sent, 'price.pdf');
    expect(rewritten).toEqual([expect.stringMatching(reason)]);
    expect(textOf(bytes)).not.toContain('/XRefStm');
    expect(await comparePages(sent, bytes)).toEqual([]);
    expect(await inspectPdf(bytes, 'price.pdf')).toMatchObject({ bytes, rewritten: [] });
  });

  it('but a file stays as it was sent if what pages show is the same to all', async () => {
    const aside = hybrid({ ...fresh, 9: '<< /Kind /Structure >>' });
    for (const sent of [mixed, withRows(aside, `9 1\n${row(0, 'f')}`)]) {
      expect((await inspectPdf(sent, 'price.pdf')).bytes).toBe(sent);
    }
  });
});

/** A file whose objects are in a stream that nobody can unpack. */
const packed = fileOf(
  textOf(withStreams(pagesOf(LETTER))).replace(
    /(\/Type \/ObjStm)(.*?\nstream\n)(.*?)(\nendstream)/s,
    (_, type, head, content, end) => `${type} /Filter /BrotliDecode${head}${'x'.repeat(content.length)}${end}`,
  ),
);

describe('a file that is packed in a way that viewers don’t know is refused with the filter’s name', () => {
  it.each<[string, Uint8Array]>([
    ['a page', withTable({ ...pagesOf(LETTER), 3: stream('packed', '/Filter /BrotliDecode') })],
    [
      'a picture',
      withTable({
        ...pagesOf(`${LETTER} /Resources << /XObject << /X 4 0 R >> >>`),
        4: stream('packed', '/Subtype /Image /Filter [/FlateDecode /BrotliDecode]'),
      }),
    ],
    ['the file’s own objects', packed],
  ])('%s', async (_name, sent) => {
    await expect(inspectPdf(sent, 'packed.pdf')).rejects.toThrow(
      "it is packed in a way that isn't supported (BrotliDecode)",
    );
  });
});
