import { PDF } from '@libpdf/core';

/**
 * Makes the library keep every byte of a name (ISO 32000-2 section 7.3.5): a name becomes a string with one character
 * for each byte, as `write-object.ts` writes them. Otherwise the library decodes names as UTF-8, and fonts and pictures
 * with other names would be lost. This sets a property of one of the library's private objects, the only place that
 * does. Has an effect once; throws if the library's reader of names can't be found.
 */
export const keepNamesExact = (): void => {
  if (exact) return;
  readerOfNames().decode = latin1;
  exact = true;
};

let exact = false;

/** A name as text for people: UTF-8 (ISO 32000-2 section 7.9.2.4), or Latin-1 in files that ignore this. */
export const nameText = (name: string): string => {
  if (PLAIN.test(name) || BEYOND_BYTES.test(name)) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
  } catch {
    return name;
  }
};

const PLAIN = /^[!-~]*$/;
const BEYOND_BYTES = /[^\0-\xff]/;
/** Most names, keywords and numbers are shorter, and are read faster without a buffer. */
const SHORT = 24;

const latin1 = (bytes?: unknown): string => {
  const given = bytes as Uint8Array<ArrayBuffer>;
  if (given.length <= SHORT) return String.fromCharCode(...given);
  const { buffer, byteOffset, byteLength } = given;
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
};

/** A file with a name that no other decoder receives. */
const PROBE = `%PDF-1.4
1 0 obj
<< /Type /Catalog /#FE#E9#FF 1 >>
endobj
xref
0 2
0000000000 65535 f 
0000000009 00000 n 
trailer
<< /Size 2 /Root 1 0 R >>
startxref
61
%%EOF
`;

/**
 * Finds the library's decoder of names, which isn't exported, by the name that it receives. It also reads keywords and
 * numbers, which are ASCII.
 */
const readerOfNames = (): InstanceType<typeof TextDecoder> => {
  const { decode } = TextDecoder.prototype;
  let reader: InstanceType<typeof TextDecoder> | undefined;
  TextDecoder.prototype.decode = function (bytes, options) {
    if (bytes && latin1(bytes) === '\xfe\xe9\xff') reader = this;
    return decode.call(this, bytes, options);
  };
  try {
    // The file is read synchronously, so no other code sees the changed prototype.
    void PDF.load(Buffer.from(PROBE)).catch(() => undefined);
  } finally {
    TextDecoder.prototype.decode = decode;
  }
  if (!reader) throw new Error('The library reads names in another way than this code knows');
  return reader;
};
