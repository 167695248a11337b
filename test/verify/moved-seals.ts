import { withUpdate } from '../pdf/make-pdf.ts';

/** The place of the digits of the file's last signature. */
export const digitsOf = (bytes: Uint8Array): [from: number, to: number] => {
  const from = Buffer.from(bytes).lastIndexOf('/Contents <') + '/Contents <'.length;
  return [from, bytes.indexOf('>'.charCodeAt(0), from)];
};

/** The ranges that the file's last signature covers. */
export const layoutOf = (bytes: Uint8Array): { range: number[] } => {
  const text = Buffer.from(bytes).toString('latin1');
  const [, numbers = ''] = /^\/ByteRange\s*\[([^\]]*)\]/.exec(text.slice(text.lastIndexOf('/ByteRange'))) ?? [];
  return { range: numbers.trim().split(/\s+/).map(Number) };
};

/** The file's form with these fields, as an object of an update. */
export const formWith = (bytes: Uint8Array, fields: string): Record<number, string> => {
  const text = Buffer.from(bytes).toString('latin1');
  const form = /\/AcroForm (\d+) 0 R/.exec(text)?.[1];
  if (form) return { [form]: `<< /Fields [${fields}] /SigFlags 3 >>` };
  const [, number = '1', catalog = ''] = /(\d+) 0 obj\n<< (\/Type \/Catalog[^>]*)>>/.exec(text) ?? [];
  return { [number]: `<< ${catalog} /AcroForm << /Fields [${fields}] /SigFlags 3 >> >>` };
};

/**
 * A file with the signature of another one added to it: `same` with the ranges that it had there, `fitting` with ranges
 * that cover all of this file but its digits. `beside` leaves the file's own signature fields in its form.
 */
export const withSeal = (
  file: Uint8Array,
  from: Uint8Array,
  ranges: 'same' | 'fitting',
  own: 'alone' | 'beside' = 'alone',
): Uint8Array => {
  const digits = Buffer.from(from.subarray(...digitsOf(from))).toString('latin1');
  const add = (range: readonly number[]): Uint8Array => {
    const written = range.map((number) => String(number).padStart(8, ' ')).join(' ');
    const fields = own === 'beside' ? `${ownFields(file)} 91 0 R` : '91 0 R';
    return withUpdate(file, {
      90: `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [${written}] /Contents <${digits}> >>`,
      91: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Moved) /Rect [0 0 0 0] /V 90 0 R >>',
      ...formWith(file, fields),
    });
  };
  if (ranges === 'same') return add(layoutOf(from).range);
  const draft = add([0, 0, 0, 0]);
  const [start, end] = digitsOf(draft);
  return add([0, start - 1, end + 1, draft.length - end - 1]);
};

const ownFields = (file: Uint8Array): string =>
  /\/Fields\s*\[([^\]]*)\]/.exec(Buffer.from(file).toString('latin1'))?.[1] ?? '';
