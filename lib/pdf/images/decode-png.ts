import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { pngOf } from './png.ts';
import type { Pixels } from './rgba.ts';

/**
 * Decodes a PNG. One that `encodePng` wrote with its alpha channel, as all signatures are, takes a third of the time.
 * Throws on broken data; the caller has checked the header's size.
 */
export const decodePng = (png: Uint8Array): Pixels => {
  const view = Buffer.from(png.buffer, png.byteOffset, png.length);
  return decodePlain(view) ?? PNG.sync.read(view);
};

const UNFILTERED = 0;

/** Offsets of the first chunk, IHDR, and of the second (ISO/IEC 15948 section 5). */
const HEADER_AT = 8;
const DATA_AT = HEADER_AT + 25;

const decodePlain = (png: Buffer): Pixels | undefined => {
  if (png.length < DATA_AT + 12) return undefined;
  const [width, height] = [png.readUInt32BE(HEADER_AT + 8), png.readUInt32BE(HEADER_AT + 12)];
  const packed = png.subarray(DATA_AT + 8, DATA_AT + 8 + png.readUInt32BE(DATA_AT));
  // With checksums; only the rows are left to read.
  if (!png.equals(pngOf(packed, width, height, 'rgba'))) return undefined;
  const rowLength = 1 + width * 4;
  const rows = inflateSync(packed, { maxOutputLength: rowLength * height });
  if (rows.length !== rowLength * height) return undefined;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const start = y * rowLength;
    if (rows[start] !== UNFILTERED) return undefined;
    data.set(rows.subarray(start + 1, start + rowLength), y * (rowLength - 1));
  }
  return { data, width, height };
};
