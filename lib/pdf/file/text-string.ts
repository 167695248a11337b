import { PdfStream, PdfString } from '@libpdf/core';
import { decodedOrNothing } from './streams.ts';

/** Byte order marks of text strings (ISO 32000-2 section 7.9.2.2) that the library doesn't know. */
const ENCODINGS = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
] as const;

/** The text of a text string, or of a stream that holds one; empty for anything else. */
export const textString = (value: unknown): string => {
  if (value instanceof PdfStream) return textString(PdfString.fromBytes(decodedOrNothing(value)));
  if (!(value instanceof PdfString)) return '';
  const { bytes } = value;
  const known = ENCODINGS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  return known ? new TextDecoder(known.encoding).decode(bytes) : value.asString();
};
