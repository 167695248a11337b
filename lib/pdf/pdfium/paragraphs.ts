import type { TextBox } from './pdfium-text.ts';

/** A line of text on a page as displayed, in points. */
export type TextLine = Pick<TextBox, 'x' | 'y' | 'width' | 'height' | 'text'>;

/** A paragraph, or a heading by the file's tags. */
export interface TextBlock {
  /** Level of the heading, 1 to 6; 0 for text that is no heading. */
  heading: number;
  lines: TextLine[];
}

/** Text of a page in reading order. */
export type PageText = TextBlock[];

/** The most characters of a page's text: nobody reads more, and the text layer is sent to phones. */
const MOST_CHARACTERS = 20_000;
/** Gap between lines of a paragraph, in parts of a line's height. */
const LEADING = 0.9;
/** Difference in height between lines of a paragraph, in parts of a line's height. */
const SAME_HEIGHT = 0.25;

/**
 * Combines lines into headings and paragraphs: by the file's tags in their order, else by distance. Artifacts of a
 * tagged file, such as page numbers, come last.
 */
export const paragraphsOf = (boxes: readonly TextBox[]): PageText => {
  const blocks: TextBlock[] = [];
  const ordered = boxes.toSorted((a, b) => (a.tag?.order ?? LAST) - (b.tag?.order ?? LAST));
  let before: TextBox | undefined;
  let room = MOST_CHARACTERS;
  for (const box of ordered) {
    room -= box.text.length;
    if (room < 0) break;
    if (before && isSameBlock(before, box)) blocks.at(-1)?.lines.push(lineOf(box));
    else blocks.push({ heading: headingOf(box), lines: [lineOf(box)] });
    before = box;
  }
  return blocks;
};

const LAST = Number.MAX_SAFE_INTEGER;

const lineOf = ({ text, x, y, width, height }: TextBox): TextLine => ({
  x: rounded(x),
  y: rounded(y),
  width: rounded(width),
  height: rounded(height),
  text: text.replace(/\s+/g, ' '),
});

/** Tenths of a point are less than a pixel. */
const rounded = (points: number): number => Math.round(points * 10) / 10;

const isSameBlock = (before: TextBox, box: TextBox): boolean => {
  if (before.tag || box.tag) return before.tag?.block === box.tag?.block;
  const gap = before.y - (box.y + box.height);
  return (
    gap > -before.height / 2 &&
    gap < before.height * LEADING &&
    Math.abs(box.height - before.height) < before.height * SAME_HEIGHT &&
    box.x < before.x + before.width &&
    before.x < box.x + box.width
  );
};

const headingOf = ({ tag }: TextBox): number => {
  const [, level] = /^H(\d?)$/.exec(tag?.type ?? '') ?? [];
  return level === undefined ? 0 : Math.min(6, Math.max(1, Number(level || 1)));
};
