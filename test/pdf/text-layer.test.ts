import { describe, expect, it } from 'vitest';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { LETTER, pagesOf, stream, withTable } from './make-pdf.ts';
import { textOfFirstPage } from './tools.ts';

/** A page that shows a price. */
const priced = (content: string, font = '', more = '', objects = {}): Uint8Array =>
  withTable({
    ...pagesOf(`${LETTER} /Resources << /Font << /F 4 0 R >> ${more} >>`),
    3: stream(`BT /F 20 Tf 100 500 Td ${content} ET`),
    4: `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding ${font} >>`,
    ...objects,
  });

const cmap = (pairs: string): string =>
  stream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${pairs} endcmap end end`,
  );
const nineIsOne = cmap('2 beginbfchar <39> <0031> <30> <0030> endbfchar');
const REASON = 'texts for reading aloud contradicted what pages show';

describe('who can’t see the page hears what it shows', () => {
  it.each<[string, Uint8Array]>([
    ['where a font calls the 9 that it shows a 1', priced('(900 EUR) Tj', '/ToUnicode 5 0 R', '', { 5: nineIsOne })],
    [
      'where another price stands in for the one that is shown',
      priced('/Span << /ActualText (100 EUR) >> BDC (900 EUR) Tj EMC'),
    ],
    [
      'where it stands beside the page',
      priced('/Span /P BDC (900 EUR) Tj EMC', '', '/Properties << /P << /ActualText (100 EUR) >> >>'),
    ],
  ])('%s', async (_name, sent) => {
    const { bytes, rewritten } = await inspectPdf(sent, 'price.pdf');
    expect(rewritten).toEqual([REASON]);
    expect(await textOfFirstPage(bytes)).toContain('900');
    expect(await textOfFirstPage(bytes)).not.toContain('100');
    expect(await inspectPdf(bytes, 'price.pdf')).toMatchObject({ bytes, rewritten: [] });
  });

  it.each<[string, Uint8Array]>([
    [
      'the same in other capitals, with a hyphen',
      priced('/Span << /ActualText (CO\\255OPERATE) >> BDC (cooperate) Tj EMC'),
    ],
    ['a letter with its mark', priced('/Span << /ActualText (caf\\351) >> BDC (cafe\\264) Tj EMC')],
    ['a script whose glyphs can’t say it', priced('/Span << /ActualText <feff0645> >> BDC (m) Tj EMC')],
    ['a blank', priced('/Span << /ActualText ( ) >> BDC (x) Tj EMC')],
    [
      'what the font says, too',
      priced('(900) Tj', '/ToUnicode 5 0 R', '', { 5: cmap('2 beginbfchar <39> <0039> <30> <0030> endbfchar') }),
    ],
  ])('a file stays as it was sent if a text stands in that says the same: %s', async (_name, sent) => {
    expect((await inspectPdf(sent, 'price.pdf')).bytes).toBe(sent);
  });
});
