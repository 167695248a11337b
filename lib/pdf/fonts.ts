import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { EmbeddedFont, PDF } from '@libpdf/core';
import { type Range, usableFont } from './font-file.ts';

export type Weight = 'regular' | 'bold';

/** Part of a line in one font. */
interface TextRun {
  font: EmbeddedFont;
  text: string;
}

/** The fonts of one document, embedded when first used and reduced to the used glyphs when it is saved. */
export interface Fonts {
  /** A line of text in runs, left to right as they are shown. Every character of it is visible in some run. */
  runs: (line: string, weight?: Weight) => TextRun[];
  /** The width of such a line at a size of 1 point. */
  width: (line: string, weight?: Weight) => number;
}

/** Latin, Greek and Cyrillic, punctuation and currencies: most documents need no more, and the library reads less. */
const COMMON: readonly Range[] = [
  [0x0000, 0x052f],
  [0x2000, 0x20cf],
];

const REGULAR = 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf';
const BOLD = 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf';
const UNIFONT = '@fontsource/unifont/files/unifont-latin-400-normal.woff';

interface FontSource {
  path: string;
  characters?: readonly Range[];
}

/** DejaVu Sans covers the alphabetic scripts; GNU Unifont every other character of the Basic Multilingual Plane. */
const SOURCES = {
  regular: { path: REGULAR, characters: COMMON },
  bold: { path: BOLD, characters: COMMON },
  fullRegular: { path: REGULAR },
  fullBold: { path: BOLD },
  rest: { path: UNIFONT },
} satisfies Record<string, FontSource>;

type FontName = keyof typeof SOURCES;

/** Where a character is looked for, in this order. */
const CANDIDATES: Record<Weight, readonly FontName[]> = {
  regular: ['regular', 'fullRegular', 'rest'],
  bold: ['bold', 'fullBold', 'fullRegular', 'rest'],
};

const loaded = new Map<FontName, Uint8Array>();

const fontFile = (name: FontName): Uint8Array => {
  const known = loaded.get(name);
  if (known) return known;
  const { path, characters }: FontSource = SOURCES[name];
  const font = usableFont(readFileSync(createRequire(import.meta.url).resolve(path)), characters);
  loaded.set(name, font);
  return font;
};

/** The fonts for texts in `pdf`. */
export const openFonts = (pdf: PDF): Fonts => {
  const embedded = new Map<FontName, EmbeddedFont>();
  const font = (name: FontName): EmbeddedFont => {
    const known = embedded.get(name);
    if (known) return known;
    const made = pdf.embedFont(fontFile(name));
    embedded.set(name, made);
    return made;
  };

  const homes = new Map<string, TextRun & { width: number }>();

  /** The font that shows a character, what it shows for it, and how wide that is. */
  const home = (character: string, weight: Weight): TextRun & { width: number } => {
    const known = homes.get(weight + character);
    if (known) return known;
    const name = CANDIDATES[weight].find((candidate) => font(candidate).canEncode(character));
    const run = name ? { font: font(name), text: character } : { font: font(weight), text: codePoint(character) };
    const found = { ...run, width: run.font.widthOfTextAtSize(run.text, 1) };
    homes.set(weight + character, found);
    return found;
  };

  const runs = (line: string, weight: Weight = 'regular'): TextRun[] => {
    const found: TextRun[] = [];
    for (const character of visualOrder(printable(line))) {
      const { font: next, text } = home(character, weight);
      const last = found.at(-1);
      if (last?.font === next) last.text += text;
      else found.push({ font: next, text });
    }
    return found;
  };

  const width = (line: string, weight: Weight = 'regular'): number => {
    let sum = 0;
    for (const character of printable(line)) sum += home(character, weight).width;
    return sum;
  };

  return { runs, width };
};

/** Without what has no glyph by its nature: controls, joiners, direction marks, variation selectors. */
const printable = (line: string): string =>
  line
    .normalize('NFC')
    .replace(/\s/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}]/gu, '');

/** A character that no font has, spelled out, so that the value stays readable: `[U+1F600]`. */
const codePoint = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+(?:[\s\p{P}]+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+)*/gu;

/** Turns stretches of right-to-left script around, because a PDF shows glyphs in the order of the file. */
const visualOrder = (line: string): string => line.replace(RIGHT_TO_LEFT, (stretch) => [...stretch].reverse().join(''));
