import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { signerOf } from './second-cms.ts';
import { pdfsig, qpdfCheck, qpdfObjects } from './tools.ts';

/** A signature of a file, as qpdf reads it. */
interface ReadSignature {
  '/SubFilter': string;
  '/ByteRange': number[];
  /** `b:` and hexadecimal digits. */
  '/Contents': string;
}

/** The signatures of a PDF's signature fields. */
export const signaturesIn = (bytes: Uint8Array): ReadSignature[] => {
  const objects = qpdfObjects(bytes);
  return Object.values(objects)
    .map((object) => object as { '/FT'?: string; '/V'?: string } | null)
    .flatMap((object) => (object?.['/FT'] === '/Sig' && object['/V'] ? [objects[object['/V']] as ReadSignature] : []));
};

/**
 * A file is sealed as a whole and well-formed in the eyes of tools that are not ours: qpdf and a second CMS
 * implementation, and poppler's pdfsig where it is installed. Answers the certificate of the seal. Throws otherwise.
 */
export const expectSealed = (bytes: Uint8Array): X509Certificate => {
  assert.equal(Buffer.from(bytes.subarray(0, 5)).toString(), '%PDF-');
  assert.match(qpdfCheck(bytes), /No syntax or stream encoding errors found/);
  return expectSeal(bytes);
};

/** As `expectSealed`, of a file whose other contents may be damaged. */
export const expectSeal = (bytes: Uint8Array): X509Certificate => {
  const certificate = judgeSeal(bytes);
  const verdict = pdfsig(bytes);
  if (verdict !== undefined) {
    assert.match(verdict, /Signature is Valid/);
    assert.match(verdict, /Total document signed/);
    assert.match(verdict, /ETSI\.CAdES\.detached/);
    assert.equal(verdict.match(/Signature #/g)?.length, 1);
  }
  return certificate;
};

const judgeSeal = (bytes: Uint8Array): X509Certificate => {
  const [signature, ...others] = signaturesIn(bytes);
  assert.ok(signature && others.length === 0, `there are ${others.length + (signature ? 1 : 0)} signatures`);
  assert.equal(signature['/SubFilter'], '/ETSI.CAdES.detached');
  const [start, length = 0, next = 0, rest = 0, ...more] = signature['/ByteRange'];
  assert.deepEqual([start, next + rest, more], [0, bytes.length, []], 'the seal does not cover the whole file');
  const gap = Buffer.from(bytes.subarray(length, next)).toString('latin1');
  const [, digits = ''] = /^<((?:[0-9a-f]{2})+)>$/.exec(gap) ?? [];
  assert.equal(`b:${digits}`, signature['/Contents'], 'something else than the seal is not covered');
  const contents = Buffer.from(digits, 'hex');
  const end = derLength(contents);
  assert.match(digits.slice(2 * end), /^0*$/, 'something follows the signature');
  return signerOf(contents.subarray(0, end), Buffer.concat([bytes.subarray(0, length), bytes.subarray(next)]));
};

/** The length of the one element that the bytes begin with (X.690 section 8.1.3), its header included. */
const derLength = (bytes: Buffer): number => {
  const first = bytes.readUInt8(1);
  if (first < 0x80) return 2 + first;
  const size = first & 0x7f;
  return 2 + size + bytes.readUIntBE(2, size);
};
