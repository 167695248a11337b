import { createHash, type Hash } from 'node:crypto';
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core';
import type { OpenPdf } from '../file/open-pdf.ts';
import { pdfDate } from '../file/pdf-date.ts';
import { addFields, formEntries, freeName } from '../file/signature-fields.ts';
import type { StampWidget } from '../stamp/stamp-form.ts';

export interface SignatureField {
  name: string;
  /** The person who signs, where it isn't the platform. */
  signer?: string;
  reason: string;
  location?: string;
  /** The signature's claimed time. */
  signingTime: Date;
  /** Bytes that are reserved for the signature. */
  room: number;
}

/** Placeholder for offsets in a file that isn't written yet: as long as the longest. */
const UNKNOWN = 9_999_999_999;
const BYTE_RANGE = `/ByteRange [0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`;
const CONTENTS = '/Contents <';

/** Annotation flags (ISO 32000-2 table 167): Print and Locked. */
const PRINT_LOCKED = 4 | 128;

/**
 * Adds an invisible signature field (ISO 32000-2 section 12.8) with reserved space for the signature to a document:
 * `signFile` fills it once the document is written. `shown` are further fields of the same signature, which pages show,
 * or which the document had unsigned.
 * Returns the objects that were changed.
 */
export const addSignatureField = (
  document: OpenPdf,
  root: PdfRef,
  field: SignatureField,
  shown: readonly StampWidget[] = [],
): PdfRef[] => {
  const { pdf, pages } = document;
  const page = pages[0]?.ref;
  if (!page) throw new Error('A document without pages is not sealed');
  const kind = { Type: PdfName.of('Sig'), SubFilter: PdfName.of('ETSI.CAdES.detached') };
  const signature = reserveSignature(kind, field.room);
  signature.set('M', PdfString.fromString(pdfDate(field.signingTime)));
  if (field.signer) signature.set('Name', PdfString.fromString(field.signer));
  signature.set('Reason', PdfString.fromString(field.reason));
  if (field.location) signature.set('Location', PdfString.fromString(field.location));
  const value = pdf.register(signature);
  const taken = new Set(formEntries(document).map(({ name }) => name));
  const name = freeName(taken, field.name);
  const fields = [
    pdf.register(widgetOf({ name, value, page })),
    ...shown
      .filter(({ isOwn }) => !isOwn)
      .map(({ ref, widget }, index) => {
        widget.set('T', PdfString.fromString(freeName(taken, `${name}, values ${index + 1}`)));
        return ref;
      }),
  ];
  for (const { widget } of shown) widget.set('V', value);
  return addFields(document, root, fields);
};

/** A signature dictionary (ISO 32000-2 section 12.8.1) with `room` bytes for the signature. */
export const reserveSignature = (kind: { Type: PdfName; SubFilter: PdfName }, room: number): PdfDict => {
  const unknown = PdfNumber.of(UNKNOWN);
  return PdfDict.of({
    Type: kind.Type,
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: kind.SubFilter,
    ByteRange: PdfArray.of(PdfNumber.of(0), unknown, unknown, unknown),
    Contents: PdfString.fromBytes(new Uint8Array(room)),
  });
};

/** An invisible field with this signature. The page doesn't list it, so that no page changes. */
export const widgetOf = ({ name, value, page }: { name: string; value: PdfRef; page: PdfRef }): PdfDict =>
  PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(name),
    V: value,
    F: PdfNumber.of(PRINT_LOCKED),
    P: page,
    Rect: new PdfArray([0, 0, 0, 0].map((corner) => PdfNumber.of(corner))),
  });

/** A file whose reserved space is filled. */
export interface SignedFile {
  /** SHA-256 of the file, hex. */
  sha256: string;
  /** The bytes of the space: the signature, and zeros. */
  contents: Uint8Array;
}

/**
 * Writes the signature that `sign` makes of the file's SHA-256 digest into the space that was reserved last. Throws if
 * the signature has no room.
 */
export const signFile = async (
  file: Uint8Array,
  room: number,
  sign: (digest: Uint8Array) => Promise<Uint8Array>,
): Promise<SignedFile> => {
  const slot = openSlot(file, room);
  const read = readAround(file, slot);
  return fillSlot(file, slot, await sign(read.digest), read.beginning);
};

/** Place of a signature in a written file: `room` bytes in digits from `start` on, which it doesn't cover. */
export interface SignatureSlot {
  start: number;
  room: number;
}

/** The SHA-256 digest of what a signature in this place covers, and the hash of the bytes before it. */
export const readAround = (
  file: Uint8Array,
  { start, room }: SignatureSlot,
): { digest: Uint8Array; beginning: Hash } => {
  // Both hashes of a large file have the same beginning, which is read once.
  const beginning = createHash('sha256').update(file.subarray(0, start - 1));
  const rest = file.subarray(start + 2 * room + 1);
  return { beginning, digest: beginning.copy().update(rest).digest() };
};

/** Writes a signature into its place. Throws if it has no room. */
export const fillSlot = (
  file: Uint8Array,
  { start, room }: SignatureSlot,
  signature: Uint8Array,
  beginning: Hash,
): SignedFile => {
  if (signature.length > room) throw new Error(`A signature of ${signature.length} bytes has no room in ${room}`);
  const contents = new Uint8Array(room);
  contents.set(signature);
  Buffer.from(file.buffer, file.byteOffset).write(Buffer.from(contents).toString('hex'), start, 'latin1');
  return { sha256: beginning.update(file.subarray(start - 1)).digest('hex'), contents };
};

/** Finds the space that was reserved last, and writes into the file that everything else is signed. */
export const openSlot = (file: Uint8Array, room: number): SignatureSlot => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  // The document may contain the same words. The added objects are written after all of the document's own.
  const range = bytes.lastIndexOf(BYTE_RANGE, undefined, 'latin1');
  const contents = bytes.indexOf(CONTENTS, range, 'latin1');
  const start = contents + CONTENTS.length;
  const end = start + 2 * room;
  if (range < 0 || contents < 0 || bytes[end] !== 0x3e) throw new Error('The signature has no place in the file');
  // The signed range ends before the opening bracket of the string, and continues after the closing one.
  const signed = `/ByteRange [0 ${start - 1} ${end + 1} ${file.length - end - 1}]`;
  bytes.write(signed.padEnd(BYTE_RANGE.length), range, 'latin1');
  return { start, room };
};
