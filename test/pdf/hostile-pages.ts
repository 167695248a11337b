/** Documents of one page that are hard to draw. */
import { LETTER, type Objects, stream, withTable } from './make-pdf.ts';

const drawing = (content: string, resources: string, objects: Objects = {}): Uint8Array =>
  withTable({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [10 0 R] /Count 1 >>',
    3: stream(content),
    10: `<< /Type /Page /Parent 2 0 R ${LETTER} /Contents 3 0 R /Resources << ${resources} >> >>`,
    ...objects,
  });

/** Objects from 100 on, each of which may name the one after it; the last has none. */
const chain = (length: number, link: (next: string | undefined) => string): Objects =>
  Object.fromEntries(
    Array.from({ length }, (_, at) => [100 + at, link(at === length - 1 ? undefined : `${101 + at} 0 R`)]),
  );

const form = (content: string, entries: string): string =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${entries}`);

const pattern = (content: string, entries: string): string =>
  stream(content, `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] ${entries}`);

/** A page full of red. */
export const plain = (): Uint8Array => drawing('1 0 0 rg 0 0 612 792 re f', '');

/** A hundred million tiles, on the last page of ten. */
export const tiles = (): Uint8Array =>
  drawing('/Pattern cs /P scn 0 0 612 792 re f', '/Pattern << /P 100 0 R >>', {
    2: `<< /Type /Pages /Kids [${'11 0 R '.repeat(9)} 10 0 R] /Count 10 >>`,
    11: `<< /Type /Page /Parent 2 0 R ${LETTER} >>`,
    100: pattern('0 0 .1 .1 re f', '/XStep 0.001 /YStep 0.001 /Resources << >>'),
  });

/** A line of ten million dashes. */
export const dashes = (): Uint8Array => drawing('[0.00001 0.00001] 0 d 1 w 0 400 m 612 400 l S', '');

/** A red page in forms within forms, which viewers follow 40 deep. */
export const forms = (): Uint8Array =>
  drawing(
    '/X Do',
    '/XObject << /X 100 0 R >>',
    chain(38, (next) =>
      next === undefined
        ? form('1 0 0 rg 0 0 612 792 re f', '/Resources << >>')
        : form('/X Do', `/Resources << /XObject << /X ${next} >> >>`),
    ),
  );

/** A shading from black to white, whose function is wrapped in so many that do nothing. */
export const functions = (depth: number): Uint8Array =>
  drawing(
    '/S sh',
    '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 612 792] /Function 100 0 R >> >>',
    chain(depth + 1, (next) =>
      next === undefined
        ? '<< /FunctionType 2 /N 1 /Domain [0 1] /C0 [0 0 0] /C1 [1 1 1] >>'
        : `<< /FunctionType 3 /Domain [0 1] /Functions [${next}] /Bounds [] /Encode [0 1] >>`,
    ),
  );

/** A palette of a palette of a palette … */
export const palettes = (depth: number): Uint8Array =>
  drawing(
    '/C cs 0.5 sc 0 0 300 300 re f',
    '/ColorSpace << /C 100 0 R >>',
    chain(depth, (next) => (next === undefined ? '/DeviceRGB' : `[/Indexed ${next} 1 <000000ffffff>]`)),
  );

/** A glyph that is drawn with itself. */
export const glyphLoop = (): Uint8Array =>
  drawing('BT /T 10 Tf 100 100 Td (aaaa) Tj ET', '/Font << /T 100 0 R >>', {
    100: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [.1 0 0 .1 0 0] /CharProcs << /a 101 0 R >>
      /Encoding << /Type /Encoding /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [10]
      /Resources << /Font << /T 100 0 R >> >> >>`,
    101: stream('10 0 d0 BT /T 1 Tf 0 0 Td (aaaaaaaaaa) Tj ET'),
  });

/** Every form draws the next one three times. */
export const formsThrice = (): Uint8Array =>
  drawing(
    '/X Do',
    '/XObject << /X 100 0 R >>',
    chain(30, (next) =>
      next === undefined
        ? form('0 0 9 9 re f', '/Resources << >>')
        : form('/X Do /X Do /X Do', `/Resources << /XObject << /X ${next} >> >>`),
    ),
  );
