/**
 * The sRGB colour space (IEC 61966-2-1) as a display profile of ICC.1:2010 (version 4.3), made from its published
 * numbers: PDF/A demands that a file says what its RGB values mean, and a file made here needs nobody's licence.
 */

/** The profile connection space's white, D50 (ICC.1:2010 section 7.2.16). */
const D50 = [0.9642, 1, 0.8249] as const;

/** Red, green and blue of sRGB, adapted from D65 to D50 by the Bradford transform. */
const PRIMARIES = {
  rXYZ: [0.436065674, 0.222488403, 0.013916016],
  gXYZ: [0.385147095, 0.716873169, 0.097076416],
  bXYZ: [0.143066406, 0.06060791, 0.714096069],
} as const;

/** The Bradford transform from D65 to D50, by rows. */
const ADAPTATION = [
  1.04788208, 0.022918701, -0.050201416, 0.029586792, 0.990478516, -0.017059326, -0.009231567, 0.015075684, 0.751678467,
];

/** Y = (aX + b)^g for X ≥ d, else cX: the order of the numbers is g, a, b, c, d (section 10.16, function type 3). */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

const HEADER_SIZE = 128;
const ENTRY_SIZE = 12;

/** Returns the profile's bytes; always the same. */
export const sRgbProfile = (): Buffer => {
  const curve = typed('para', Buffer.from([0, 3, 0, 0]), fixed(CURVE));
  const tags: [name: string, data: Buffer][] = [
    ['desc', words('sRGB')],
    ['cprt', words('No copyright, use freely')],
    ['wtpt', typed('XYZ ', fixed(D50))],
    ['chad', typed('sf32', fixed(ADAPTATION))],
    ...Object.entries(PRIMARIES).map(([name, xyz]): [string, Buffer] => [name, typed('XYZ ', fixed(xyz))]),
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + tags.length * ENTRY_SIZE);
  table.writeUInt32BE(tags.length, 0);
  const places = new Map<Buffer, number>();
  let end = HEADER_SIZE + table.length;
  for (const [index, [name, data]] of tags.entries()) {
    // The three curves share their bytes.
    const place = places.get(data) ?? end;
    if (!places.has(data)) end += data.length;
    places.set(data, place);
    const at = 4 + index * ENTRY_SIZE;
    table.write(name, at, 'latin1');
    table.writeUInt32BE(place, at + 4);
    table.writeUInt32BE(data.length, at + 8);
  }
  return Buffer.concat([header(end), table, ...places.keys()]);
};

/** Section 7.2. The profile names no device, maker or program. */
const header = (size: number): Buffer => {
  const bytes = Buffer.alloc(HEADER_SIZE);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x0430_0000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  // A date is demanded: that of the standard.
  for (const [index, part] of [2010, 12, 1, 0, 0, 0].entries()) bytes.writeUInt16BE(part, 24 + 2 * index);
  bytes.write('acsp', 36, 'latin1');
  fixed(D50).copy(bytes, 68);
  return bytes;
};

const typed = (type: string, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...parts]);

/** Signed numbers with 16 binary digits after the point. */
const fixed = (numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeInt32BE(Math.round(number * 0x1_0000), index * 4);
  return bytes;
};

/** A text in English (section 10.13). */
const words = (text: string): Buffer => {
  const characters = Buffer.from(text, 'utf16le').swap16();
  const record = Buffer.alloc(20);
  record.writeUInt32BE(1, 0);
  record.writeUInt32BE(12, 4);
  record.write('enUS', 8, 'latin1');
  record.writeUInt32BE(characters.length, 12);
  record.writeUInt32BE(28, 16);
  const data = typed('mluc', record, characters);
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
};
