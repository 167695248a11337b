import { LETTER, type Objects, pagesOf, stream } from './make-pdf.ts';

const LOOK = '/Type /XObject /Subtype /Form /Resources << >>';
const widget = (rect: string, more: string): string =>
  `<< /Type /Annot /Subtype /Widget /F 4 /Rect [${rect}] ${more} >>`;
const state = (number: number, on: string, now = 'Off'): string =>
  `/AP << /N << /${on} ${number} 0 R /Off 41 0 R >> >> /AS /${now}`;

/**
 * A document of one page with a form: texts (one with cells, one filled in, one read-only), a box, two buttons that
 * exclude each other, a choice and a field for a signature. `Amount` is what signatures of tests lock.
 */
export const FORM_FILE: Objects = {
  ...pagesOf(
    `${LETTER} /Resources << /Font << /F 50 0 R >> >> /Annots [30 0 R 31 0 R 32 0 R 33 0 R 34 0 R 35 0 R 37 0 R 38 0 R 39 0 R 42 0 R]`,
  ),
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [30 0 R 31 0 R 32 0 R 33 0 R 34 0 R 36 0 R 38 0 R 39 0 R 42 0 R] /DA (/F 10 Tf 0 g) /DR << /Font << /F 50 0 R >> >> >> >>',
  30: widget('72 700 272 720', '/FT /Tx /T (Name) /TU (Your name) /AP << /N 43 0 R >> /MK << /BC [0 0 1] >>'),
  31: widget(
    '72 660 272 680',
    '/FT /Tx /T (City) /V (Vienna) /AP << /N 44 0 R >> /MK << /BC [0 0 1] /BG [0.9 0.9 1] >>',
  ),
  32: widget('72 620 272 640', '/FT /Tx /T (Code) /MaxLen 10 /Ff 16777216'),
  33: widget('72 590 86 604', `/FT /Btn /T (Agreed) ${state(40, 'Yes')}`),
  34: widget('300 620 400 640', '/FT /Ch /Ff 131072 /T (Colour) /Opt [[(r) (Red)] [(g) (Green)]]'),
  35: widget('72 560 86 574', `/Parent 36 0 R ${state(40, 'Monthly')}`),
  36: '<< /FT /Btn /Ff 49152 /T (Pay) /Kids [35 0 R 37 0 R] >>',
  37: widget('102 560 116 574', `/Parent 36 0 R ${state(40, 'Yearly')}`),
  38: widget('300 700 500 720', '/FT /Tx /T (Amount)'),
  39: widget('300 660 500 680', '/FT /Tx /T (Number) /Ff 1 /V (7)'),
  40: stream('0 0 14 14 re S 2 2 m 12 12 l S', `${LOOK} /BBox [0 0 14 14]`),
  41: stream('0 0 14 14 re S', `${LOOK} /BBox [0 0 14 14]`),
  42: widget('300 540 500 600', '/FT /Sig /T (Tenant)'),
  43: stream('0 0 1 RG 0.5 0.5 199 19 re S', `${LOOK} /BBox [0 0 200 20]`),
  44: stream(
    '0.9 0.9 1 rg 0 0 200 20 re f /Tx BMC BT /F 10 Tf 0 g 2 6 Td (Vienna) Tj ET EMC',
    '/Type /XObject /Subtype /Form /Resources << /Font << /F 50 0 R >> >> /BBox [0 0 200 20]',
  ),
  50: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
};

/** The same with a box that is checked and an option that is chosen. */
export const FILLED_FORM: Objects = {
  ...FORM_FILE,
  33: widget('72 590 86 604', `/FT /Btn /T (Agreed) /V /Yes ${state(40, 'Yes', 'Yes')}`),
  34: widget('300 620 400 640', '/FT /Ch /Ff 131072 /T (Colour) /Opt [[(r) (Red)] [(g) (Green)]] /V (r)'),
};
