import { componentsOf, type TrueType } from './true-type.ts';

/** A glyph of a font, moved from the origin by so many font units. */
export interface PlacedGlyph {
  id: number;
  x: number;
  y: number;
}

/** Glyphs that are shown as one, and their advance in font units. */
export interface Drawing {
  glyphs: readonly PlacedGlyph[];
  advance: number;
}

/** Flags of a composite glyph's components (OpenType 1.9, `glyf`). */
const WORDS = 0x0001;
const OFFSETS = 0x0002;
const MORE_COMPONENTS = 0x0020;
const HAS_INSTRUCTIONS = 0x0100;
const OVERLAP = 0x0400;

interface Entry {
  outline: Buffer;
  advance: number;
  leftSideBearing: number;
}

/**
 * Makes a TrueType font of these drawings only, numbered from 0 in this order, as PDF embeds them (ISO 32000-2 section
 * 9.9.1): outlines and widths. A letter with its marks becomes one composite glyph, so that every reader of the file
 * sees one character. The font has no names, no mapping and no hints: a PDF states the first two itself, and hints
 * don't matter at today's resolutions.
 */
export const subsetFont = (font: TrueType, drawings: readonly Drawing[]): Buffer => {
  const simple = drawings.map(({ glyphs: [only, ...more] }) =>
    only && more.length === 0 && only.x === 0 && only.y === 0 ? only.id : undefined,
  );
  const numbers = new Map(simple.flatMap((glyph, index) => (glyph === undefined ? [] : [[glyph, index]])));
  const entries: (Entry | undefined)[] = drawings.map(() => undefined);
  const pending: number[] = [];
  const numberOf = (glyph: number): number => {
    const known = numbers.get(glyph);
    if (known !== undefined) return known;
    const number = entries.push(undefined) - 1;
    numbers.set(glyph, number);
    pending.push(glyph);
    return number;
  };
  const copy = (glyph: number): Entry => ({
    outline: outlineOf(font, glyph, numberOf),
    advance: font.advance(glyph),
    leftSideBearing: font.leftSideBearing(glyph),
  });
  drawings.forEach((drawing, index) => {
    const glyph = simple[index];
    // A neighbour can change a glyph's advance (kerning): the font has to say what the document says (ISO 19005-3
    // section 6.2.11.5).
    entries[index] =
      glyph === undefined ? composite(font, drawing, numberOf) : { ...copy(glyph), advance: drawing.advance };
  });
  // Components can have components themselves.
  for (let glyph = pending.shift(); glyph !== undefined; glyph = pending.shift())
    entries[numberOf(glyph)] = copy(glyph);
  return fontOf(
    font,
    entries.flatMap((entry) => entry ?? []),
    Math.max(1, ...drawings.map(({ glyphs }) => glyphs.length)),
  );
};

const fontOf = (font: TrueType, entries: readonly Entry[], mostComponents: number): Buffer => {
  const loca = Buffer.alloc((entries.length + 1) * 4);
  const hmtx = Buffer.alloc(entries.length * 4);
  let length = 0;
  entries.forEach(({ outline, advance, leftSideBearing }, index) => {
    length += outline.length;
    loca.writeUInt32BE(length, (index + 1) * 4);
    hmtx.writeUInt16BE(Math.min(Math.max(advance, 0), 0xffff), index * 4);
    hmtx.writeInt16BE(leftSideBearing, index * 4 + 2);
  });
  const head = Buffer.from(font.table('head'));
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(1, 50);
  const hhea = Buffer.from(font.table('hhea'));
  hhea.writeUInt16BE(entries.length, 34);
  const glyf = Buffer.concat(entries.map(({ outline }) => outline));
  return fileOf({ glyf, head, hhea, hmtx, loca, maxp: maximaOf(font, entries.length, mostComponents) });
};

/** Table `maxp`: nothing is hinted, and composites may have more and deeper components than before. */
const maximaOf = (font: TrueType, count: number, mostComponents: number): Buffer => {
  const maxp = Buffer.from(font.table('maxp'));
  const raise = (at: number, value: number): number => maxp.writeUInt16BE(Math.min(value, 0xffff), at);
  const [points, contours] = [6, 8].map((at) => Math.max(maxp.readUInt16BE(at), maxp.readUInt16BE(at + 4))) as [
    number,
    number,
  ];
  raise(4, count);
  raise(10, points * mostComponents);
  raise(12, contours * mostComponents);
  maxp.writeUInt16BE(0, 26);
  raise(28, Math.max(maxp.readUInt16BE(28), mostComponents));
  raise(30, maxp.readUInt16BE(30) + 1);
  return maxp;
};

/** Several glyphs as one. */
const composite = (font: TrueType, { glyphs, advance }: Drawing, numberOf: (glyph: number) => number): Entry => {
  const drawn = glyphs.flatMap(({ id, x, y }) => {
    const box = font.box(id);
    return box ? { id, x, y, box } : [];
  });
  if (drawn.length === 0) return { outline: Buffer.alloc(0), advance, leftSideBearing: 0 };
  const left = Math.min(...drawn.map(({ x, box }) => x + box.left));
  const outline = Buffer.alloc(10 + drawn.length * 8);
  const corners = [
    -1,
    left,
    Math.min(...drawn.map(({ y, box }) => y + box.bottom)),
    Math.max(...drawn.map(({ x, box }) => x + box.right)),
    Math.max(...drawn.map(({ y, box }) => y + box.top)),
  ];
  for (const [index, value] of corners.entries()) outline.writeInt16BE(inWord(value), index * 2);
  drawn.forEach(({ id, x, y }, index) => {
    const more = index < drawn.length - 1 ? MORE_COMPONENTS : 0;
    const at = 10 + index * 8;
    outline.writeUInt16BE(WORDS | OFFSETS | OVERLAP | more, at);
    outline.writeUInt16BE(numberOf(id), at + 2);
    outline.writeInt16BE(inWord(x), at + 4);
    outline.writeInt16BE(inWord(y), at + 6);
  });
  return { outline: padded(outline), advance, leftSideBearing: inWord(left) };
};

const inWord = (value: number): number => Math.max(-0x8000, Math.min(0x7fff, Math.round(value)));

/** A glyph's outline without instructions, with its components' new numbers. */
const outlineOf = (font: TrueType, glyph: number, numberOf: (glyph: number) => number): Buffer => {
  const outline = font.outline(glyph);
  if (outline.length < 10) return Buffer.alloc(0);
  const contours = outline.readInt16BE(0);
  if (contours >= 0) {
    const instructions = 10 + contours * 2;
    const points = instructions + 2 + outline.readUInt16BE(instructions);
    return padded(Buffer.concat([outline.subarray(0, instructions), Buffer.alloc(2), outline.subarray(points)]));
  }
  const { references, flags, end } = componentsOf(outline);
  const copy = Buffer.from(outline.subarray(0, end));
  for (const at of flags) copy.writeUInt16BE(copy.readUInt16BE(at) & ~HAS_INSTRUCTIONS, at);
  for (const at of references) copy.writeUInt16BE(numberOf(copy.readUInt16BE(at)), at);
  return padded(copy);
};

const padded = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc(-data.length & 3)]);

/** Tables, in the order of their tags, as a font file (OpenType 1.9, "Table Directory"). */
const fileOf = (tables: Record<string, Buffer>): Buffer => {
  const entries = Object.entries(tables);
  const power = 2 ** Math.floor(Math.log2(entries.length));
  const header = Buffer.alloc(12 + entries.length * 16);
  header.writeUInt32BE(0x0001_0000, 0);
  header.writeUInt16BE(entries.length, 4);
  header.writeUInt16BE(power * 16, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((entries.length - power) * 16, 10);
  let start = header.length;
  entries.forEach(([tag, table], index) => {
    const at = 12 + index * 16;
    header.write(tag, at, 'latin1');
    header.writeUInt32BE(checksum(table), at + 4);
    header.writeUInt32BE(start, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    start += padded(table).length;
  });
  return Buffer.concat([header, ...entries.map(([, table]) => padded(table))]);
};

const checksum = (table: Buffer): number => {
  const words = padded(table);
  let sum = 0;
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0;
  return sum;
};
