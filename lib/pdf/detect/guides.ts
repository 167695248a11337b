import type { Shapes } from './shapes.ts';

/** Places of a page's lines and boxes that fields can be put in line with, in points of the page as displayed. */
export interface Guides {
  /** From the left edge: of vertical lines, sides of boxes and ends of horizontal lines. */
  x: number[];
  /** From the lower edge: of horizontal lines, and of the lower and upper sides of boxes. */
  y: number[];
}

/** The most guides each way. A page with more has one at nearly every place. */
const MOST = 200;
/** Points between two guides that are one for the eye. */
const SAME = 0.5;

/** The guides of a page. */
export const guidesOf = ({ horizontal, vertical, boxes }: Shapes): Guides => ({
  x: distinct([
    ...vertical.map(({ at }) => at),
    ...boxes.flatMap(({ left, right }) => [left, right]),
    ...horizontal.flatMap(({ from, to }) => [from, to]),
  ]),
  y: distinct([...horizontal.map(({ at }) => at), ...boxes.flatMap(({ bottom, top }) => [bottom, top])]),
});

const distinct = (places: readonly number[]): number[] => {
  const kept: number[] = [];
  for (const place of places.toSorted((a, b) => a - b)) {
    const last = kept.at(-1);
    if (last === undefined || place - last > SAME) kept.push(place);
    if (kept.length === MOST) break;
  }
  return kept.map((place) => Math.round(place * 10) / 10);
};
