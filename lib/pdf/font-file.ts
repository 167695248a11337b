import { inflateSync } from 'node:zlib';

/** Code points from the first to the last. */
export type Range = readonly [first: number, last: number];

/**
 * A font file (TrueType, or WOFF 1.0 of one) as the PDF library needs it, and no more of it than that: the library reads
 * every mapping of characters to glyphs and every name, which takes longer than stamping a hundred pages. With
 * `characters`, others may be missing.
 */
export const usableFont = (file: Buffer, characters?: readonly Range[]): Uint8Array => {
  const font = file.toString('latin1', 0, 4) === 'wOFF' ? unpackWoff(file) : Buffer.from(file);
  keepOneMapping(font, characters);
  forgetGlyphNames(font);
  keepPostScriptName(font);
  return font;
};

/** Where a table's entry in the directory stands (OpenType 1.9, "Table Directory"); undefined without such a table. */
const entryOf = (font: Buffer, tag: string): number | undefined => {
  for (let table = 0; table < font.readUInt16BE(4); table++) {
    const entry = 12 + table * 16;
    if (font.toString('latin1', entry, entry + 4) === tag) return entry;
  }
  return undefined;
};

/** Platform and encoding of mappings from Unicode, the fullest first. */
const MAPPINGS = [
  [3, 10],
  [0, 4],
  [0, 3],
  [3, 1],
];

/** Fonts hold the same mapping several times over, for readers of all kinds. */
const keepOneMapping = (font: Buffer, characters: readonly Range[] | undefined): void => {
  const entry = entryOf(font, 'cmap');
  if (entry === undefined) return;
  const table = font.readUInt32BE(entry + 8);
  const records = Array.from({ length: font.readUInt16BE(table + 2) }, (_, index) => table + 4 + index * 8);
  const isOf = (record: number, [platform, encoding]: number[]): boolean =>
    font.readUInt16BE(record) === platform && font.readUInt16BE(record + 2) === encoding;
  const best = MAPPINGS.map((mapping) => records.find((record) => isOf(record, mapping))).find((record) => record);
  if (best === undefined) return;
  font.copy(font, table + 4, best, best + 8);
  font.writeUInt16BE(1, table + 2);
  if (characters) keepCharacters(font, table + font.readUInt32BE(table + 8), characters);
};

const SEGMENTED = 12;
const GROUP_LENGTH = 12;

/** Leaves in a mapping by groups of code points (OpenType 1.9, `cmap` format 12) those that hold some of `characters`. */
const keepCharacters = (font: Buffer, mapping: number, characters: readonly Range[]): void => {
  if (font.readUInt16BE(mapping) !== SEGMENTED) return;
  const groups = mapping + 16;
  let kept = 0;
  for (let group = 0; group < font.readUInt32BE(mapping + 12); group++) {
    const at = groups + group * GROUP_LENGTH;
    const [start, end] = [font.readUInt32BE(at), font.readUInt32BE(at + 4)];
    if (!characters.some(([first, last]) => start <= last && end >= first)) continue;
    font.copy(font, groups + kept * GROUP_LENGTH, at, at + GROUP_LENGTH);
    kept++;
  }
  font.writeUInt32BE(kept, mapping + 12);
};

const POST_HEADER = 32;

/** A `post` table of version 3 holds no names; a PDF's fonts are read by glyph numbers, and need none. */
const forgetGlyphNames = (font: Buffer): void => {
  const entry = entryOf(font, 'post');
  if (entry === undefined) return;
  font.writeUInt32BE(0x0003_0000, font.readUInt32BE(entry + 8));
  font.writeUInt32BE(POST_HEADER, entry + 12);
};

const POSTSCRIPT_NAME = 6;
const NAME_LENGTH = 12;

/** Of the names in table `name`, which hold the licence in all languages too, a PDF states this one. */
const keepPostScriptName = (font: Buffer): void => {
  const entry = entryOf(font, 'name');
  if (entry === undefined) return;
  const table = font.readUInt32BE(entry + 8);
  const names = table + 6;
  let kept = 0;
  for (let name = 0; name < font.readUInt16BE(table + 2); name++) {
    const at = names + name * NAME_LENGTH;
    if (font.readUInt16BE(at + 6) !== POSTSCRIPT_NAME) continue;
    font.copy(font, names + kept * NAME_LENGTH, at, at + NAME_LENGTH);
    kept++;
  }
  font.writeUInt16BE(kept, table + 2);
};

/** A WOFF 1.0 file (W3C Recommendation) as the OpenType font it packs: its tables inflated, its directory rewritten. */
const unpackWoff = (woff: Buffer): Buffer => {
  const tableCount = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  const power = 2 ** Math.floor(Math.log2(tableCount));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(tableCount, 4);
  font.writeUInt16BE(power * 16, 6);
  font.writeUInt16BE(Math.log2(power), 8);
  font.writeUInt16BE((tableCount - power) * 16, 10);

  let end = 12 + tableCount * 16;
  for (let table = 0; table < tableCount; table++) {
    const from = 44 + table * 20;
    const to = 12 + table * 16;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(from + field)) as [
      number,
      number,
      number,
    ];
    const data = woff.subarray(offset, offset + packed);
    woff.copy(font, to, from, from + 4);
    woff.copy(font, to + 4, from + 16, from + 20);
    font.writeUInt32BE(end, to + 8);
    font.writeUInt32BE(length, to + 12);
    font.set(packed < length ? inflateSync(data) : data, end);
    end += Math.ceil(length / 4) * 4;
  }
  return font;
};
