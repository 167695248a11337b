import { unpackWoff } from './woff.ts';

/** The smallest rectangle around a glyph, in font units, with the origin on the baseline. */
export interface GlyphBox {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Flags of a composite glyph's components (OpenType 1.9, `glyf`). */
const ARGUMENTS_ARE_WORDS = 0x0001;
const HAS_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;

/** Platform and encoding of mappings from Unicode, the most complete first. */
const MAPPINGS = [
  [3, 10],
  [0, 6],
  [0, 4],
  [0, 3],
  [3, 1],
] as const;

/** A font with TrueType outlines (OpenType 1.9). Only requested parts are read. */
export class TrueType {
  readonly data: Buffer;
  readonly #tables = new Map<string, Buffer>();
  #mapping: Buffer | undefined;
  readonly glyphCount: number;
  readonly unitsPerEm: number;

  /** Accepts a TrueType file, or a WOFF 1.0 of one. Throws for anything else. */
  constructor(file: Buffer) {
    this.data = file.toString('latin1', 0, 4) === 'wOFF' ? unpackWoff(file) : file;
    for (let table = 0; table < this.data.readUInt16BE(4); table++) {
      const entry = 12 + table * 16;
      const start = this.data.readUInt32BE(entry + 8);
      const tag = this.data.toString('latin1', entry, entry + 4);
      this.#tables.set(tag, this.data.subarray(start, start + this.data.readUInt32BE(entry + 12)));
    }
    this.glyphCount = this.table('maxp').readUInt16BE(4);
    this.unitsPerEm = this.table('head').readUInt16BE(18);
  }

  table(tag: string): Buffer {
    const found = this.#tables.get(tag);
    if (!found) throw new Error(`The font has no table ${tag}`);
    return found;
  }

  #findMapping(): Buffer {
    const cmap = this.table('cmap');
    const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => 4 + index * 8);
    for (const [platform, encoding] of MAPPINGS) {
      const record = records.find((at) => cmap.readUInt16BE(at) === platform && cmap.readUInt16BE(at + 2) === encoding);
      if (record !== undefined) return cmap.subarray(cmap.readUInt32BE(record + 4));
    }
    throw new Error('The font maps no Unicode');
  }

  /** The glyph of a character; 0 if the font has none. */
  glyphOf(codePoint: number): number {
    this.#mapping ??= this.#findMapping();
    const inGroups = this.#mapping.readUInt16BE(0) === 12;
    return inGroups ? glyphInGroups(this.#mapping, codePoint) : glyphInSegments(this.#mapping, codePoint);
  }

  /** A glyph's advance, in font units. */
  advance(glyph: number): number {
    const metrics = this.table('hhea').readUInt16BE(34);
    return this.table('hmtx').readUInt16BE(Math.min(glyph, metrics - 1) * 4);
  }

  leftSideBearing(glyph: number): number {
    const metrics = this.table('hhea').readUInt16BE(34);
    const at = glyph < metrics ? glyph * 4 + 2 : metrics * 4 + (glyph - metrics) * 2;
    return this.table('hmtx').readInt16BE(at);
  }

  /** A glyph's entry in `glyf`; empty if it draws nothing. */
  outline(glyph: number): Buffer {
    const loca = this.table('loca');
    const long = this.table('head').readInt16BE(50) === 1;
    const at = (index: number): number => (long ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2);
    return this.table('glyf').subarray(at(glyph), at(glyph + 1));
  }

  /** Undefined for a glyph that draws nothing. */
  box(glyph: number): GlyphBox | undefined {
    const outline = this.outline(glyph);
    if (outline.length < 10) return undefined;
    const [left, bottom, right, top] = [2, 4, 6, 8].map((at) => outline.readInt16BE(at)) as [
      number,
      number,
      number,
      number,
    ];
    return { left, bottom, right, top };
  }

  /** The PostScript name in table `name`. */
  get name(): string {
    const names = this.table('name');
    const strings = names.readUInt16BE(4);
    for (let at = 6; at < 6 + names.readUInt16BE(2) * 12; at += 12) {
      if (names.readUInt16BE(at + 6) !== 6) continue;
      const start = strings + names.readUInt16BE(at + 10);
      return names.toString('latin1', start, start + names.readUInt16BE(at + 8)).replace(/[^A-Za-z0-9-]/g, '');
    }
    return 'Font';
  }
}

/** Places of a composite glyph's component numbers, and of its instructions; nothing for a simple one. */
export const componentsOf = (outline: Buffer): { references: number[]; flags: number[]; end: number } => {
  const references: number[] = [];
  const flags: number[] = [];
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return { references, flags, end: outline.length };
  let at = 10;
  for (let more = true; more; ) {
    const flag = outline.readUInt16BE(at);
    flags.push(at);
    references.push(at + 2);
    at += flag & ARGUMENTS_ARE_WORDS ? 8 : 6;
    if (flag & HAS_SCALE) at += 2;
    else if (flag & HAS_TWO_SCALES) at += 4;
    else if (flag & HAS_MATRIX) at += 8;
    more = (flag & MORE_COMPONENTS) !== 0;
  }
  return { references, flags, end: at };
};

/** `cmap` format 12: groups of code points, in order. */
const glyphInGroups = (map: Buffer, codePoint: number): number => {
  let [low, high] = [0, map.readUInt32BE(12) - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = 16 + middle * 12;
    if (codePoint < map.readUInt32BE(at)) high = middle - 1;
    else if (codePoint > map.readUInt32BE(at + 4)) low = middle + 1;
    else return map.readUInt32BE(at + 8) + codePoint - map.readUInt32BE(at);
  }
  return 0;
};

/** `cmap` format 4: segments of the Basic Multilingual Plane, in order. */
const glyphInSegments = (map: Buffer, codePoint: number): number => {
  const length = map.readUInt16BE(6);
  let [low, high] = [0, length / 2 - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codePoint > map.readUInt16BE(14 + middle * 2)) low = middle + 1;
    else high = middle;
  }
  const start = map.readUInt16BE(16 + length + low * 2);
  if (codePoint < start || codePoint > map.readUInt16BE(14 + low * 2)) return 0;
  const delta = map.readUInt16BE(16 + 2 * length + low * 2);
  const at = 16 + 3 * length + low * 2;
  const offset = map.readUInt16BE(at);
  if (offset === 0) return (codePoint + delta) & 0xffff;
  const glyph = map.readUInt16BE(at + offset + (codePoint - start) * 2);
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
};
