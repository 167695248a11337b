import type { PDF } from '@libpdf/core';
import { keptOr } from '../../base/kept.ts';
import { EmbeddedFont } from './embedded-font.ts';
import { type FontName, fontOf } from './font-files.ts';
import { plainText, type Weight } from './plain-text.ts';
import type * as Shaper from './shaper.ts';

export type { Weight } from './plain-text.ts';

/** A line of text to be shown. Measures are for a size of 1 point. */
export interface Line {
  width: number;
  /** Extent above and below the baseline. */
  above: number;
  below: number;
  runs: Shaper.Run[];
}

/** Paragraph and weight of a line. */
export interface LineStyle {
  weight?: Weight;
  /** The whole paragraph if the line is a part of it: it decides the line's direction. */
  of?: string;
}

/** The fonts of one document. */
export interface Fonts {
  /** Sets a line in any script, its runs from left to right. Every character of it is visible. */
  line: (text: string, style?: LineStyle) => Line;
  /** The side at which a paragraph begins: left or right. */
  direction: (paragraph: string) => 'ltr' | 'rtl';
  /** The font as it is embedded in the document. */
  embedded: (font: FontName) => EmbeddedFont;
  /** Writes the used fonts, with the used glyphs only. Call it once, after all drawing. */
  write: () => void;
}

let shaper: typeof Shaper | undefined;

/** Gives the process the shaper; see `prepareTexts`. */
export const useShaper = (loaded: typeof Shaper): void => {
  shaper = loaded;
};

const neededShaper = (): typeof Shaper => {
  if (!shaper) throw new Error('A text that needs shaping is drawn without prepareTexts');
  return shaper;
};

/** Size of the cache of lines: each is measured several times before it is drawn. */
const MOST_LINES = 5000;

/**
 * Opens the fonts for texts in `pdf`. Announce all but plain texts to `prepareTexts` first. In a Japanese document
 * words without kana take Japanese forms, too.
 */
export const openFonts = (pdf: PDF, language?: string): Fonts => {
  const fonts = new Map<FontName, EmbeddedFont>();
  const embedded = (name: FontName): EmbeddedFont => keptOr(fonts, name, () => new EmbeddedFont(pdf, fontOf(name)));

  const readingOf = (paragraph: string): Shaper.Reading => {
    const reading = neededShaper().readingOf(paragraph);
    return language === 'ja' && reading.han !== 'korean' ? { ...reading, han: 'japanese' } : reading;
  };

  const directions = new Map<string, 'ltr' | 'rtl'>();
  const lines = new Map<string, Line>();
  const line = (text: string, { weight = 'regular', of = text }: LineStyle = {}): Line => {
    const plain = plainText(text, weight);
    const reading = plain === undefined ? readingOf(of) : undefined;
    const key = reading ? `${weight} ${reading.direction} ${reading.han} ${text}` : `${weight} ${plain}`;
    const set = () =>
      measured(reading ? neededShaper().shapeLine(text, reading, weight) : plainRuns(plain ?? '', weight));
    return keptOr(lines, key, set, MOST_LINES);
  };

  return {
    line,
    direction: (paragraph) => {
      const find = () => (plainText(paragraph) === undefined ? neededShaper().readingOf(paragraph).direction : 'ltr');
      return keptOr(directions, paragraph, find, MOST_LINES);
    },
    embedded,
    write: () => {
      for (const font of fonts.values()) font.write();
      fonts.clear();
    },
  };
};

const plainClusters = new Map<string, Shaper.Cluster>();

/** A text that needs no shaping: a glyph for each character. */
const plainRuns = (text: string, weight: Weight): Shaper.Run[] => {
  const font = fontOf(weight);
  const clusterOf = (character: string): Shaper.Cluster => {
    const id = font.glyphOf(character.codePointAt(0) ?? 0);
    return { text: character, glyphs: [{ id, x: 0, y: 0 }], advance: font.advance(id) };
  };
  const clusters = [...text].map((one) => keptOr(plainClusters, weight + one, () => clusterOf(one)));
  return text === '' ? [] : [{ font: weight, clusters }];
};

const measured = (runs: Shaper.Run[]): Line => {
  const line: Line = { width: 0, above: 0, below: 0, runs };
  for (const { font: name, clusters } of runs) {
    const font = fontOf(name);
    const em = font.unitsPerEm;
    for (const { glyphs, advance } of clusters) {
      line.width += advance / em;
      for (const { id, y } of glyphs) {
        const box = font.box(id);
        if (!box) continue;
        line.above = Math.max(line.above, (y + box.top) / em);
        line.below = Math.max(line.below, -(y + box.bottom) / em);
      }
    }
  }
  return line;
};
