import bidiFactory from 'bidi-js';
import { Blob, BufferFlag, Buffer as Characters, Direction, Face, Font, type SvgPathCommand, shape } from 'harfbuzzjs';
import { keptOr } from '../../base/kept.ts';
import { fontsFor, type Han } from './font-choice.ts';
import { type FontName, fontOf } from './font-files.ts';
import { hanOf } from './han.ts';
import { type Look, printable } from './plain-text.ts';
import type { Drawing, PlacedGlyph } from './subset-font.ts';

/** Facts of a paragraph that apply to each of its lines. */
export interface Reading {
  direction: 'ltr' | 'rtl';
  /** Regional form of Chinese characters. */
  han: Han;
}

/** Characters that are shown together. */
export interface Cluster extends Drawing {
  text: string;
}

/** Clusters side by side in one font, from left to right. */
export interface Run {
  font: FontName;
  clusters: Cluster[];
}

// The types describe a CommonJS namespace, but the import is the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Invisible direction marks: the page's order is final. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const shapingFonts = new Map<FontName, Font>();

const shapingFont = (name: FontName): Font =>
  keptOr(shapingFonts, name, () => new Font(new Face(new Blob(fontOf(name).data))));

/** A glyph's outline in font units: commands and coordinates of an SVG path. */
export const glyphPath = (name: FontName, glyph: number): SvgPathCommand[] => shapingFont(name).glyphToJson(glyph);

/** The direction of a paragraph: that of its first letter (UAX #9, rules P2 and P3). */
export const directionOf = (paragraph: string): Reading['direction'] =>
  (bidi.getEmbeddingLevels(printable(paragraph), 'auto').paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';

const readings = new Map<string, Reading>();
const MOST_READINGS = 100;

/** Cache: a paragraph's facts are used for each of its lines. */
export const readingOf = (paragraph: string): Reading => {
  const read = () => ({ direction: directionOf(paragraph), han: hanOf(paragraph) });
  return keptOr(readings, paragraph, read, MOST_READINGS);
};

/** A part of a line in one font, one direction and one script. */
interface Item {
  font: FontName;
  script: string;
  level: number;
  start: number;
  end: number;
}

/** One line as runs from left to right: ordered (UAX #9), in fonts that have its characters, and shaped by HarfBuzz. */
export const shapeLine = (line: string, { direction, han }: Reading, look: Look): Run[] => {
  const { text, fonts } = withFonts(printable(line), han, look);
  if (text === '') return [];
  const levels = bidi.getEmbeddingLevels(text, direction);
  const items = itemsOf(fonts, levels.levels);
  const order = bidi.getReorderedIndices(text, levels);
  const place = new Map(order.map((index, at) => [index, at]));
  return items
    .toSorted((a, b) => (place.get(a.start) ?? 0) - (place.get(b.start) ?? 0))
    .map((item) => ({ font: item.font, clusters: shapeItem(text, item) }));
};

interface ChosenFont {
  font: FontName;
  script: string;
  start: number;
  end: number;
}

/** Chooses a font for each grapheme. Spells out characters that no font has: `[U+1F600]`. */
const withFonts = (line: string, han: Han, look: Look): { text: string; fonts: ChosenFont[] } => {
  const fonts: ChosenFont[] = [];
  let text = '';
  const add = (part: string, { font, script }: { font: FontName; script: string }): void => {
    fonts.push({ font, script, start: text.length, end: text.length + part.length });
    text += part;
  };
  for (const { segment } of graphemes.segment(line)) {
    const found = fontsFor(segment, { han, look, before: fonts.at(-1) });
    if (found) {
      add(segment, found);
      continue;
    }
    for (const character of segment) {
      const own = fontsFor(character, { han, look, before: fonts.at(-1) });
      if (own) add(character, own);
      else for (const part of spelledOut(character)) add(part, { font: look, script: '' });
    }
  }
  return { text, fonts };
};

/**
 * A character that no font has, so that the value stays readable: `[U+1F600]`, from left to right in any surroundings.
 */
const spelledOut = (character: string): string =>
  `\u2066[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]\u2069`;

/** Characters of a text that no font has, each once. */
export const undrawable = (text: string): string[] => {
  const line = printable(text);
  const surroundings = { han: hanOf(line), look: 'regular', before: undefined } as const;
  return [...new Set(line)].filter((character) => !fontsFor(character, surroundings));
};

const itemsOf = (fonts: readonly ChosenFont[], levels: Uint8Array): Item[] => {
  const items: Item[] = [];
  for (const { font, script, start, end } of fonts) {
    const level = levels[start] ?? 0;
    const last = items.at(-1);
    if (last && last.font === font && last.script === script && last.level === level) last.end = end;
    else items.push({ font, script, level, start, end });
  }
  return items;
};

/** More context than HarfBuzz reads. */
const CONTEXT = 8;

const characters = new Characters();

const shapeItem = (text: string, { font: name, level, start, end }: Item): Cluster[] => {
  const font = shapingFont(name);
  // The surrounding text is passed too, because letters join across fonts.
  const from = Math.max(0, start - CONTEXT);
  characters.reset();
  characters.addText(text.slice(from, end + CONTEXT), start - from, end - start);
  characters.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  characters.guessSegmentProperties();
  characters.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  shape(font, characters);

  const clusters: { at: number; glyphs: PlacedGlyph[]; advance: number }[] = [];
  for (const glyph of characters.getGlyphInfosAndPositions()) {
    const { codepoint: id, xAdvance = 0, xOffset = 0, yOffset = 0 } = glyph;
    const at = from + glyph.cluster;
    let cluster = clusters.at(-1);
    if (cluster?.at !== at) {
      cluster = { at, glyphs: [], advance: 0 };
      clusters.push(cluster);
    }
    cluster.glyphs.push({ id, x: cluster.advance + xOffset, y: yOffset });
    cluster.advance += xAdvance;
  }
  const starts = clusters.map(({ at }) => at).sort((a, b) => a - b);
  const ends = new Map(starts.map((at, index) => [at, starts[index + 1] ?? end]));
  return clusters.flatMap(({ at, glyphs, advance }) => {
    // Characters without glyphs before the first cluster belong to it.
    const shown = text.slice(at === starts[0] ? start : at, ends.get(at)).replace(DIRECTIONS, '');
    return level % 2 === 1 ? fromTheRight({ text: shown, glyphs, advance }) : { text: shown, glyphs, advance };
  });
};

const NOTHING: Drawing = { glyphs: [], advance: 0 };

/**
 * The text of a right-to-left cluster as PDF readers expect it: they take characters in visual order, from left to
 * right, and restore the logical order. So the last character comes first, and brackets are mirrored.
 */
const fromTheRight = ({ text, ...drawing }: Cluster): Cluster[] => {
  const [first = '', ...others] = [...text].map((character) => bidi.getMirroredCharacter(character) ?? character);
  return [...others.toReversed().map((character) => ({ text: character, ...NOTHING })), { text: first, ...drawing }];
};
