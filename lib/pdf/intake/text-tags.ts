import { type Glyph, textReader } from '../content/page-text.ts';
import type { Box } from '../file/display.ts';
import type { OpenPdf } from '../file/open-pdf.ts';

/** A text between double braces on a page. */
export interface TextTag {
  /** 1-based. */
  page: number;
  /** The text between the braces; if the tag isn't closed, the beginning of the text after them. */
  text: string;
  /** True if its closing braces are on the same line. */
  closed: boolean;
  /** The box of its text, braces included, in points of the page as displayed. */
  box: Box;
}

/** The same, with the glyphs that show it. */
export interface FoundTag extends TextTag {
  glyphs: Glyph[];
}

const OPENING = '{{';
const CLOSING = '}}';
/** The most characters of an unclosed tag that are returned. */
const BEGINNING = 40;

/**
 * Finds the texts between double braces on all pages, in reading order. A tag is on one line; the line may consist of
 * any strings, kerning, fonts and forms. Throws `TooMuchTextError`.
 */
export const findTags = (document: OpenPdf): FoundTag[] => {
  const glyphsOf = textReader(document);
  return document.pages.flatMap((_, index) => {
    const glyphs = glyphsOf(index + 1);
    // Most pages have none, so their lines need not be built.
    if (!glyphs.some(({ text }) => text.includes('{'))) return [];
    return linesOf(glyphs).flatMap((line) => tagsOn(line, index + 1));
  });
};

const tagsOn = (line: Character[], page: number): FoundTag[] => {
  const text = line.map(({ text }) => text).join('');
  const owners = line.flatMap((character) => Array.from<Character>({ length: character.text.length }).fill(character));
  const tags: FoundTag[] = [];
  let start = text.indexOf(OPENING);
  while (start >= 0) {
    const next = text.indexOf(OPENING, start + OPENING.length);
    const found = text.indexOf(CLOSING, start + OPENING.length);
    const closed = found >= 0 && (next < 0 || found < next);
    const end = closed ? found + CLOSING.length : Math.min(next < 0 ? text.length : next, start + BEGINNING);
    const inner = text.slice(start + OPENING.length, closed ? found : end).trim();
    const glyphs = [...new Set(owners.slice(start, end))].flatMap((character) => character.glyphs);
    tags.push({ page, text: inner, closed, box: boundsOf(glyphs), glyphs });
    start = closed ? text.indexOf(OPENING, end) : next;
  }
  return tags;
};

/** A character of a line and its glyphs: none for a gap, two for a letter that is set twice to look bold. */
interface Character {
  text: string;
  glyphs: Glyph[];
}

/** As a share of the font's size: glyphs farther from the baseline are on another line. */
const LINE_TOLERANCE = 0.2;
/** The smallest gap between words without a space. */
const WORD_GAP = 0.2;
/** The smallest gap between columns. */
const COLUMN_GAP = 4;
/** Two equal characters closer than this are one that is set twice. */
const TWICE = 0.12;

/** A glyph in the coordinates of its line: along it, and across. */
interface Placed {
  glyph: Glyph;
  start: number;
  end: number;
  across: number;
}

/** Combines glyphs into lines, each in its direction of writing, from the top of the page down. */
const linesOf = (glyphs: readonly Glyph[]): Character[][] => {
  const directions = new Map<number, Placed[]>();
  for (const glyph of glyphs) {
    if (glyph.text === '' || !(glyph.size > 0)) continue;
    const degrees = Math.round((glyph.angle * 180) / Math.PI) % 360;
    const placed = directions.get(degrees) ?? [];
    directions.set(degrees, placed);
    placed.push(place(glyph));
  }
  return [...directions.values()].flatMap(alongBaselines);
};

const place = (glyph: Glyph): Placed => {
  const [cos, sin] = [Math.cos(glyph.angle), Math.sin(glyph.angle)];
  const along = (x: number, y: number): number => x * cos + y * sin;
  return {
    glyph,
    start: along(glyph.x, glyph.y),
    end: along(glyph.endX, glyph.endY),
    across: glyph.y * cos - glyph.x * sin,
  };
};

const alongBaselines = (placed: Placed[]): Character[][] => {
  const lines: Placed[][] = [];
  let previous: Placed | undefined;
  for (const one of placed.sort((a, b) => b.across - a.across)) {
    const same = previous && previous.across - one.across <= LINE_TOLERANCE * one.glyph.size;
    if (same) lines.at(-1)?.push(one);
    else lines.push([one]);
    previous = one;
  }
  return lines.flatMap((line) => charactersOf(line.sort((a, b) => a.start - b.start)));
};

const charactersOf = (line: readonly Placed[]): Character[][] => {
  const columns: Character[][] = [[]];
  let previous: Placed | undefined;
  for (const one of line) {
    const { glyph, start } = one;
    const last = columns.at(-1)?.at(-1);
    if (previous && last && glyph.text === previous.glyph.text && start - previous.start < TWICE * glyph.size) {
      last.glyphs.push(glyph);
      continue;
    }
    const gap = previous ? start - previous.end : 0;
    if (gap > COLUMN_GAP * glyph.size) columns.push([]);
    else if (gap > WORD_GAP * glyph.size) columns.at(-1)?.push({ text: ' ', glyphs: [] });
    columns.at(-1)?.push({ text: glyph.text, glyphs: [glyph] });
    previous = one;
  }
  return columns;
};

/** Extent of letters above and below the baseline, as a share of the font's size. */
const ABOVE = 0.8;
const BELOW = 0.2;

const boundsOf = (glyphs: readonly Glyph[]): Box => {
  const corners = glyphs.flatMap(({ x, y, endX, endY, size, angle }) =>
    [ABOVE, -BELOW].flatMap((up) => {
      const [dx, dy] = [-Math.sin(angle) * size * up, Math.cos(angle) * size * up];
      return [
        [x + dx, y + dy],
        [endX + dx, endY + dy],
      ] as [number, number][];
    }),
  );
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: bottom, width: Math.max(...xs) - left, height: Math.max(...ys) - bottom };
};
