import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOUR = {
  rgb: { type: 2, channels: 3, bits: 8 },
  rgba: { type: 6, channels: 4, bits: 8 },
  palette16: { type: 3, channels: 1, bits: 4 },
  palette256: { type: 3, channels: 1, bits: 8 },
} as const;

/**
 * Encodes pixels (8-bit RGBA, row by row) as a PNG without metadata, with or without their alpha channel. Several times
 * as fast as general encoders, which try every row filter: pages of text gain nothing from filters.
 */
export const encodePng = (pixels: Uint8Array, width: number, height: number, colour: 'rgb' | 'rgba'): Uint8Array => {
  const { channels } = COLOUR[colour];
  const rowLength = 1 + width * channels;
  const rows = new Uint8Array(rowLength * height);
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * width * 4, (y + 1) * width * 4);
    rows.set(colour === 'rgba' ? row : withoutAlpha(row), y * rowLength + 1);
  }
  return pngOf(deflateSync(rows, { level: 4 }), width, height, colour);
};

const withoutAlpha = (pixels: Uint8Array): Uint8Array => {
  const colours = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    for (let channel = 0; channel < 3; channel++) colours[to++] = pixels[from + channel] as number;
  }
  return colours;
};

/**
 * Encodes a PNG of at most 256 colours, four bits a pixel if 16 are enough. `entryOf` returns the entry of the palette
 * (red, green, blue each) for a pixel (its four bytes as a word).
 */
export const encodePalettePng = (
  pixels: Uint32Array,
  width: number,
  height: number,
  palette: Uint8Array,
  entryOf: (pixel: number) => number,
): Uint8Array => {
  const colour = palette.length <= 16 * 3 ? 'palette16' : 'palette256';
  const { bits } = COLOUR[colour];
  const perByte = 8 / bits;
  const rowLength = 1 + Math.ceil(width / perByte);
  const rows = new Uint8Array(rowLength * height);
  let before = -1;
  let entry = 0;
  for (let y = 0; y < height; y++) {
    const line = pixels.subarray(y * width, (y + 1) * width);
    const row = rows.subarray(y * rowLength + 1, (y + 1) * rowLength);
    for (let x = 0; x < width; x++) {
      const pixel = line[x] as number;
      if (pixel !== before) {
        before = pixel;
        entry = entryOf(pixel);
      }
      // Pages are mostly white: a row of one colour is written at once, but for a byte that isn't full.
      if (x === 0 && isOneColour(line)) {
        x = width - (width % perByte);
        row.fill(bits === 4 ? entry * 0x11 : entry, 0, x / perByte);
        if (x === width) break;
      }
      const to = Math.floor(x / perByte);
      row[to] = (row[to] as number) | (entry << (8 - bits - (x % perByte) * bits));
    }
  }
  return pngOf(deflateSync(rows, { level: 9, memLevel: 9 }), width, height, colour, palette);
};

const isOneColour = (line: Uint32Array): boolean => {
  const [first] = line;
  for (let x = 1; x < line.length; x++) if (line[x] !== first) return false;
  return true;
};

/** A PNG of compressed rows, with its palette if it has one. */
export const pngOf = (
  packed: Uint8Array,
  width: number,
  height: number,
  colour: keyof typeof COLOUR,
  palette?: Uint8Array,
): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([COLOUR[colour].bits, COLOUR[colour].type, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
};
