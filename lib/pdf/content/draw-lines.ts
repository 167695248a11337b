import type { Box } from '../file/display.ts';
import { fitText, LINE_HEIGHT, type Measure } from '../fonts/fit-text.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { Canvas, Colour } from './canvas.ts';

/** Distance of a line's baseline below its middle, as a share of the size. */
const BASELINE_DROP = 0.34;

/** Usual extent of letters above and below their baseline, as a share of the size. */
const ABOVE = LINE_HEIGHT / 2 + BASELINE_DROP;
const BELOW = LINE_HEIGHT / 2 - BASELINE_DROP;

/** The look of a text in a box. */
export interface LineOptions {
  /** Its largest size. */
  largest: number;
  multiline: boolean;
  /** `start`: the side from which it is read. */
  align?: 'start' | 'centre' | 'right';
  colour?: Colour;
}

/**
 * Draws a text into a box, all of it: it shrinks and breaks as `fitText` says. Lines begin at the top of the box if
 * there may be several, else in its middle.
 */
export const drawLines = (canvas: Canvas, box: Box, text: string, options: LineOptions, fonts: Fonts): void => {
  const { align = 'start', colour } = options;
  const reach = fonts.line(text);
  const [above, below] = [Math.max(ABOVE, reach.above), Math.max(BELOW, reach.below)];
  const measure: Measure = (line, of) => fonts.line(line, { of }).width;
  const { lines, size } = fitText(text, box, { ...options, lineHeight: above + below }, measure);
  const step = size * (above + below);
  const blank = options.multiline ? 0 : Math.max(0, (box.height - lines.length * step) / 2);
  lines.forEach((line, index) => {
    const left = box.width - size * measure(line.text, line.of);
    const atRight = align === 'right' || (align === 'start' && fonts.direction(line.of) === 'rtl');
    const free = atRight ? left : align === 'centre' ? left / 2 : 0;
    const y = box.y + box.height - blank - index * step - size * above;
    canvas.text(line.text, { x: box.x + free, y, size, of: line.of, ...(colour && { colour }) });
  });
};
