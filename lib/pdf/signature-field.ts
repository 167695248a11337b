import { PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import type { OpenPdf } from './open-pdf.ts';
import { pdfDate } from './pdf-date.ts';

export interface SignatureField {
  name: string;
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

/** SignaturesExist and AppendOnly (ISO 32000-2 table 225). */
const SIGNATURE_FLAGS = 1 | 2;

/**
 * Adds an invisible signature field (ISO 32000-2 section 12.8) with reserved space for the signature to a document
 * without a form: `signatureSlot` finds it once the document is written.
 */
export const addSignatureField = ({ pdf, catalog, pages }: OpenPdf, field: SignatureField): void => {
  const page = pages[0]?.ref;
  if (!page) throw new Error('A document without pages is not sealed');
  const unknown = PdfNumber.of(UNKNOWN);
  const signature = PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ByteRange: PdfArray.of(PdfNumber.of(0), unknown, unknown, unknown),
    Contents: PdfString.fromBytes(new Uint8Array(field.room)),
    M: PdfString.fromString(pdfDate(field.signingTime)),
    Reason: PdfString.fromString(field.reason),
  });
  if (field.location) signature.set('Location', PdfString.fromString(field.location));
  const widget = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(field.name),
    V: pdf.register(signature),
    F: PdfNumber.of(PRINT_LOCKED),
    P: page,
    Rect: new PdfArray([0, 0, 0, 0].map((corner) => PdfNumber.of(corner))),
  });
  const form = PdfDict.of({ Fields: PdfArray.of(pdf.register(widget)), SigFlags: PdfNumber.of(SIGNATURE_FLAGS) });
  catalog.set('AcroForm', pdf.register(form));
};

/** Place of the signature in a written file: the digits between `start` and `end`, which it doesn't cover. */
export interface SignatureSlot {
  start: number;
  end: number;
}

/** Finds the space that `addSignatureField` reserved, and writes into the file that everything else is signed. */
export const signatureSlot = (file: Uint8Array, room: number): SignatureSlot => {
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
  return { start, end };
};
