/** Facts of an image's header, read before decoding. */
export interface ImageHeader {
  format: 'png' | 'jpeg';
  /** Pixels as stored, before `orientation`. */
  width: number;
  height: number;
  /** Colour components of a JPEG (4: CMYK); 0 for PNG. */
  components: number;
  /**
   * Clockwise quarter turns that make the image upright: Exif's orientations 1, 6, 3 and 8; mirrored ones count as
   * upright.
   */
  quarterTurns: 0 | 1 | 2 | 3;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Reads the format and size of a PNG (ISO/IEC 15948) or JPEG (ISO/IEC 10918-1) from its first bytes, so that a too
 * large picture is refused before decoding. Undefined if it is neither, or ends before its size.
 */
export const readImageHeader = (bytes: Uint8Array): ImageHeader | undefined => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.subarray(0, 8).equals(PNG_SIGNATURE)) return pngHeader(view);
  if (view[0] === 0xff && view[1] === 0xd8 && view[2] === 0xff) return jpegHeader(view);
  return undefined;
};

const pngHeader = (view: Buffer): ImageHeader | undefined => {
  if (view.length < 33 || view.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { format: 'png', width: view.readUInt32BE(16), height: view.readUInt32BE(20), components: 0, quarterTurns: 0 };
};

const jpegHeader = (view: Buffer): ImageHeader | undefined => {
  let quarterTurns: ImageHeader['quarterTurns'] = 0;
  let at = 2;
  while (at + 4 <= view.length) {
    if (view[at] !== 0xff) return undefined;
    const marker = view[at + 1] ?? 0;
    // Fill bytes and markers without a length may occur between segments.
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = view.readUInt16BE(at + 2);
    const segment = view.subarray(at + 4, at + 2 + length);
    if (marker === 0xe1) quarterTurns = exifQuarterTurns(segment) ?? quarterTurns;
    if (isStartOfFrame(marker)) {
      if (segment.length < 6) return undefined;
      return {
        format: 'jpeg',
        width: segment.readUInt16BE(3),
        height: segment.readUInt16BE(1),
        components: segment[5] ?? 0,
        quarterTurns,
      };
    }
    if (marker === 0xda || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
};

/** SOF0 to SOF15 without DHT, JPG and DAC, which share the range. */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const TURNS = new Map<number, ImageHeader['quarterTurns']>([
  [3, 2],
  [6, 1],
  [8, 3],
]);

/** Reads tag 0x0112 of the first directory of an Exif segment. */
const exifQuarterTurns = (segment: Buffer): ImageHeader['quarterTurns'] | undefined => {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(6);
  if (tiff.length < 8) return undefined;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const uint16 = (offset: number) => (little ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return undefined;
  for (
    let entry = directory + 2, left = uint16(directory);
    left > 0 && entry + 12 <= tiff.length;
    entry += 12, left--
  ) {
    if (uint16(entry) === 0x0112) return TURNS.get(uint16(entry + 8)) ?? 0;
  }
  return undefined;
};
