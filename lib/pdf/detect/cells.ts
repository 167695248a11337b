import type { Rectangle } from './rectangle.ts';
import type { Line } from './shapes.ts';

/** In points. Ends of lines that are this close meet. */
const MEETS = 2.2;
/** The least height of a cell. */
const LOWEST = 5;
/** More lines than a form has: drawings and maps. */
const MOST_LINES = 2500;
const MOST_CELLS = 4000;

/** In points: a line that ends so far from the sides of a cell doesn't divide it. */
const INSIDE = 4;

/** The longest tick between letters. */
const LONGEST_TICK = 8.4;
/** The height of a cell without an upper line. */
const HIGHEST_OPEN = 40;

/** A place on a line where a side rises up to `top`, or the line ends (null). */
interface Place {
  at: number;
  top: number | null;
}

/** A cell between lines; `open` if one of its sides isn't drawn. */
export interface Cell extends Rectangle {
  open: boolean;
  /** Number of ticks on its lower line, between letters. */
  ticks: number;
}

export interface Cells {
  cells: Cell[];
  /** Horizontal lines without the parts that bound cells. */
  free: Line[];
}

/** Finds the smallest boxes between lines, and the parts of horizontal lines that bound none. */
export const cellsOf = (horizontal: readonly Line[], vertical: readonly Line[]): Cells => {
  if (horizontal.length > MOST_LINES || vertical.length > MOST_LINES) return { cells: [], free: [] };
  const rising = horizontal.toSorted((a, b) => a.at - b.at);
  const sides = vertical.filter(({ dashed }) => !dashed).toSorted((a, b) => a.at - b.at);
  const cells: Cell[] = [];
  for (const [index, base] of rising.entries()) {
    if (cells.length > MOST_CELLS) return { cells: [], free: [] };
    cells.push(...cellsAbove(base, rising.slice(index + 1), sides));
  }
  return { cells, free: rising.flatMap((line) => withoutCells(line, cells)) };
};

const cellsAbove = (base: Line, above: readonly Line[], sides: readonly Line[]): Cell[] => {
  const risers = sides.filter(
    ({ at, from, to }) =>
      at > base.from - MEETS && at < base.to + MEETS && from < base.at + MEETS && to > base.at + LOWEST,
  );
  const near = above.filter(({ at, from, to }) => at - base.at >= LOWEST && from < base.to && to > base.from);
  // A short side that ends before the next line is a tick between letters.
  const walls = risers.filter((side) => {
    const ceiling = near.find(({ from, to }) => from - MEETS < side.at && to + MEETS > side.at);
    return side.to - base.at > LONGEST_TICK || (ceiling !== undefined && side.to > ceiling.at - MEETS);
  });
  const places: Place[] = walls.map(({ at, to }) => ({ at, top: to }));
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last || first.at > base.from + MEETS) places.unshift({ at: base.from, top: null });
  if (!first || !last || last.at < base.to - MEETS) places.push({ at: base.to, top: null });
  const cells: Cell[] = [];
  for (let index = 1; index < places.length; index++) {
    const [left, right] = [places[index - 1], places[index]] as [Place, Place];
    if (right.at - left.at < 3 || (left.top === null && right.top === null)) continue;
    const walled = Math.min(left.top ?? Infinity, right.top ?? Infinity);
    // A line that ends before both sides is to write on, within the cell.
    const isWithin = ({ from, to }: Line): boolean =>
      left.top !== null && right.top !== null && from > left.at + INSIDE && to < right.at - INSIDE;
    const over = near.find(
      (line) => overlap(line.from, line.to, left.at, right.at) > 0.85 * (right.at - left.at) && !isWithin(line),
    );
    const ceiling = over && over.at < walled + MEETS ? over : undefined;
    const open = left.top === null || right.top === null;
    // Without a side, both lines begin or end there.
    if (left.top === null && !(ceiling && Math.abs(ceiling.from - left.at) < 4)) continue;
    if (right.top === null && !(ceiling && Math.abs(ceiling.to - right.at) < 4)) continue;
    // Without an upper line, the sides are as high as each other, or the blank ends with the lower one.
    if (!ceiling && walled - base.at > HIGHEST_OPEN) continue;
    const ticks = sides.filter(
      (side) =>
        side.at > left.at + 3 &&
        side.at < right.at - 3 &&
        Math.abs(side.from - base.at) < MEETS &&
        side.to > base.at + 1.5 &&
        !walls.includes(side),
    ).length;
    cells.push({ left: left.at, right: right.at, bottom: base.at, top: ceiling?.at ?? walled, open, ticks });
  }
  return cells;
};

export const overlap = (a: number, b: number, c: number, d: number): number =>
  Math.max(0, Math.min(b, d) - Math.max(a, c));

/** The parts of a line that are no side of a cell. */
const withoutCells = (line: Line, cells: readonly Cell[]): Line[] => {
  const taken = cells
    .filter(({ bottom, top }) => Math.abs(bottom - line.at) < MEETS || Math.abs(top - line.at) < MEETS)
    .map(({ left, right }) => [left, right] as const);
  return parts(line.from, line.to, taken).map(([from, to]) => ({ ...line, from, to }));
};

/** The parts of an extent that others leave. */
export const parts = (
  from: number,
  to: number,
  taken: readonly (readonly [from: number, to: number])[],
): [from: number, to: number][] => {
  const left: [number, number][] = [];
  let at = from;
  for (const [begin, end] of taken.toSorted((a, b) => a[0] - b[0])) {
    if (begin >= to) break;
    if (begin > at) left.push([at, begin]);
    at = Math.max(at, end);
  }
  if (at < to) left.push([at, to]);
  return left;
};
