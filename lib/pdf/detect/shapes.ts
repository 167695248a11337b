import type { Rectangle } from './rectangle.ts';

/** A path's part that begins with a move: its points, and how it is painted. */
export interface Subpath {
  points: [x: number, y: number][];
  curved: boolean;
  closed: boolean;
  /** Width in points; 0 if it isn't stroked. */
  stroke: number;
  dashed: boolean;
  /** Luminance from 0 to 1 of its fill; null if it isn't filled. */
  fill: number | null;
}

/** A character of a page, with the box of its font. In points of the page as displayed. */
export interface Character extends Rectangle {
  text: string;
  /** True if a space is before it. */
  spaced: boolean;
  /**
   * The box of its ink, where its font's box says too little: of underscores, dots, signs and letters of large scripts.
   */
  ink: Rectangle | null;
}

/** A horizontal or vertical line: its place across, and its extent along. */
export interface Line {
  at: number;
  from: number;
  to: number;
  thickness: number;
  /** True if it consists of dashes: these divide the letters of one blank, and not cells. */
  dashed?: boolean;
}

/** A box that is drawn on a page. */
export interface Shape extends Rectangle {
  /** True for a circle. */
  round: boolean;
  stroked: boolean;
  /** Luminance of its fill, from 0 to 1; null without. */
  fill: number | null;
}

export interface Shapes {
  horizontal: Line[];
  vertical: Line[];
  boxes: Shape[];
}

/** Everything on a page that blanks are found by. */
export interface Ink extends Shapes {
  width: number;
  height: number;
  characters: Character[];
  pictures: Rectangle[];
}

/** In points. A filled box no thicker than this is a line. */
const THICKEST_LINE = 2.6;
/** Deviation from a straight line, and from a corner's place. */
const STRAIGHT = 0.6;
/** The largest circle to tick. */
const LARGEST_CIRCLE = 24;
/** Gap between parts of one line. */
const JOINED = 1.6;
/** The same between dashes, and their greatest length. */
const DASH_GAP = 4.5;
const LONGEST_DASH = 7;
/** Distance of two lines that look like one. */
const SAME_LINE = 0.9;

/** More boxes than a form has. */
const MOST_BOXES = 3000;

/** Sorts painted paths into lines and boxes, and joins the parts of lines. */
export const shapesOf = (paths: readonly Subpath[]): Shapes => {
  const shapes: Shapes = { horizontal: [], vertical: [], boxes: [] };
  for (const path of paths) addPath(path, shapes);
  if (shapes.boxes.length > MOST_BOXES) shapes.boxes = [];
  return { ...shapes, horizontal: joined(shapes.horizontal), vertical: joined(shapes.vertical) };
};

const addPath = (path: Subpath, shapes: Shapes): void => {
  if (path.points.length < 2) return;
  const bounds = boundsOf(path.points);
  const [width, height] = [bounds.right - bounds.left, bounds.top - bounds.bottom];
  const { stroke, fill } = path;
  if (path.curved) {
    const isCircle = width > 4 && width < LARGEST_CIRCLE && Math.abs(width - height) < 0.2 * width;
    if (isCircle && (path.closed || fill !== null))
      shapes.boxes.push({ ...bounds, round: true, stroked: stroke > 0, fill });
    else if (stroke > 0) addRounded(path, bounds, shapes);
    return;
  }
  if (fill !== null && Math.min(width, height) <= THICKEST_LINE) {
    if (fill < 0.97 || stroke > 0) addThin(bounds, shapes);
    return;
  }
  if (isBox(path.points, bounds)) {
    const closed = path.closed || path.points.length > 4 || fill !== null;
    if (closed) {
      shapes.boxes.push({ ...bounds, round: false, stroked: stroke > 0, fill });
      // A box to tick stands in a cell, and doesn't divide it.
      if (stroke > 0 && !isTick(bounds)) addSides(bounds, stroke, shapes);
      return;
    }
  }
  if (stroke > 0) addStrokes(path, shapes);
};

/** Sides of boxes to tick, in points. */
const TICK = { least: 5.8, most: 21 };

/** True for the size of a box to tick. */
export const isTick = ({ left, bottom, right, top }: Rectangle): boolean => {
  const [width, height] = [right - left, top - bottom];
  const [less, more] = [Math.min(width, height), Math.max(width, height)];
  return less >= TICK.least && more <= TICK.most && more <= 1.4 * less;
};

/** A filled box as thin as a line. Small thick ones are parts of a code. */
const addThin = ({ left, bottom, right, top }: Rectangle, { horizontal, vertical }: Shapes): void => {
  const [thin, long] = [Math.min(right - left, top - bottom), Math.max(right - left, top - bottom)];
  if (thin > 1.3 && long < 3 * thin) return;
  if (right - left >= top - bottom) {
    horizontal.push({ at: (top + bottom) / 2, from: left, to: right, thickness: top - bottom });
  } else vertical.push({ at: (left + right) / 2, from: bottom, to: top, thickness: right - left });
};

const addSides = ({ left, bottom, right, top }: Rectangle, thickness: number, shapes: Shapes): void => {
  for (const at of [bottom, top]) shapes.horizontal.push({ at, from: left, to: right, thickness });
  for (const at of [left, right]) shapes.vertical.push({ at, from: bottom, to: top, thickness });
};

/** A box with rounded corners has the sides of its bounds; other curves are no lines. */
const addRounded = (path: Subpath, bounds: Rectangle, shapes: Shapes): void => {
  const { left, bottom, right, top } = bounds;
  const corner = Math.min(right - left, top - bottom) / 2;
  const isAtEdge = ([x, y]: [number, number]): boolean =>
    Math.min(x - left, right - x, y - bottom, top - y) < STRAIGHT ||
    (Math.min(x - left, right - x) < corner && Math.min(y - bottom, top - y) < corner);
  if (!path.closed || !path.points.every(isAtEdge) || corner < 3) return;
  shapes.boxes.push({ ...bounds, round: false, stroked: true, fill: path.fill });
  addSides(bounds, path.stroke, shapes);
};

const addStrokes = ({ points, closed, stroke, dashed }: Subpath, { horizontal, vertical }: Shapes): void => {
  const all = closed ? [...points, points[0] as [number, number]] : points;
  for (let index = 1; index < all.length; index++) {
    const [x0, y0] = all[index - 1] as [number, number];
    const [x1, y1] = all[index] as [number, number];
    const [wide, high] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
    if (high <= STRAIGHT && wide > STRAIGHT) {
      horizontal.push({ at: (y0 + y1) / 2, from: Math.min(x0, x1), to: Math.max(x0, x1), thickness: stroke, dashed });
    } else if (wide <= STRAIGHT && high > STRAIGHT) {
      vertical.push({ at: (x0 + x1) / 2, from: Math.min(y0, y1), to: Math.max(y0, y1), thickness: stroke, dashed });
    }
  }
};

const boundsOf = (points: readonly [number, number][]): Rectangle => {
  const bounds = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const [x, y] of points) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.min(bounds.bottom, y);
    bounds.top = Math.max(bounds.top, y);
  }
  return bounds;
};

const isBox = (points: readonly [number, number][], { left, bottom, right, top }: Rectangle): boolean => {
  if (points.length < 4 || points.length > 6) return false;
  const corners = new Set<string>();
  for (const [x, y] of points) {
    const [toLeft, toRight, toBottom, toTop] = [x - left, right - x, y - bottom, top - y];
    if (Math.min(toLeft, toRight) > STRAIGHT || Math.min(toBottom, toTop) > STRAIGHT) return false;
    corners.add(`${toLeft < toRight} ${toBottom < toTop}`);
  }
  return corners.size === 4;
};

/** Joins lines that look like one: overlapping, touching, or dashes of one line. */
const joined = (lines: readonly Line[]): Line[] => {
  const rows: Line[][] = [];
  for (const line of lines.toSorted((a, b) => a.at - b.at)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && line.at - first.at <= SAME_LINE) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => joinedRow(row.toSorted((a, b) => a.from - b.from)));
};

const joinedRow = (row: readonly Line[]): Line[] => {
  const result: Line[] = [];
  let dash = Infinity;
  for (const line of row) {
    const last = result.at(-1);
    const length = line.to - line.from;
    const isDash = Math.max(dash, length) <= LONGEST_DASH;
    const space = last ? line.from - last.to : Infinity;
    if (last && space <= (isDash ? DASH_GAP : JOINED)) {
      last.to = Math.max(last.to, line.to);
      last.thickness = Math.max(last.thickness, line.thickness);
      if (isDash && space > 0.3) last.dashed = true;
    } else result.push({ ...line });
    dash = length;
  }
  return result;
};
