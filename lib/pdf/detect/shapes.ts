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
  /** Place among the parts of its path. */
  part: number;
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
  for (let index = 0; index < paths.length; index++) {
    const path = paths[index] as Subpath;
    const next = paths[index + 1];
    const isPair = path.part === 0 && next?.part === 1 && paths[index + 2]?.part !== 2;
    if (isPair && addFrame(path, next, shapes)) index++;
    else addPath(path, shapes);
  }
  if (shapes.boxes.length > MOST_BOXES) shapes.boxes = [];
  return { ...shapes, horizontal: joined(shapes.horizontal), vertical: joined(shapes.vertical) };
};

/**
 * Adds the sides of a box that is drawn as what a smaller box leaves of a larger one, as programs that print web pages
 * do. Returns false for two parts that are no such frame.
 */
const addFrame = (one: Subpath, other: Subpath, shapes: Shapes): boolean => {
  if (one.fill === null || one.fill >= WHITE || one.stroke > 0 || one.curved !== other.curved) return false;
  const bounds = boundsOf([...one.points, ...other.points]);
  const [first, second] = [boundsOf(one.points), boundsOf(other.points)];
  const inner = areaOf(first) < areaOf(second) ? first : second;
  const outer = inner === first ? second : first;
  if (!SIDES.every((side) => Math.abs(outer[side] - bounds[side]) < STRAIGHT)) return false;
  const gaps = SIDES.map((side) => Math.abs(inner[side] - outer[side]));
  const thickness = Math.max(...gaps);
  if (thickness < 0.1 || thickness > THICKEST_LINE || isThin(inner)) return false;
  const middle = {
    left: (inner.left + outer.left) / 2,
    bottom: (inner.bottom + outer.bottom) / 2,
    right: (inner.right + outer.right) / 2,
    top: (inner.top + outer.top) / 2,
  };
  const whole = gaps.every((gap) => gap > 0.1);
  if (one.curved) {
    if (whole && isSmall(outer)) addSmall(one.points, outer, { stroked: true, fill: null }, shapes);
    else if (whole) addRounded({ ...one, closed: true, stroke: thickness, fill: null }, outer, shapes);
    return true;
  }
  if (!isBox(one.points, first) || !isBox(other.points, second)) return false;
  if (whole) shapes.boxes.push({ ...outer, round: false, stroked: true, fill: null });
  if (whole && isTick(outer)) return true;
  const [left = 0, bottom = 0, right = 0, top = 0] = gaps;
  const { horizontal, vertical } = shapes;
  if (bottom > 0.1) horizontal.push({ at: middle.bottom, from: outer.left, to: outer.right, thickness: bottom });
  if (top > 0.1) horizontal.push({ at: middle.top, from: outer.left, to: outer.right, thickness: top });
  if (left > 0.1) vertical.push({ at: middle.left, from: outer.bottom, to: outer.top, thickness: left });
  if (right > 0.1) vertical.push({ at: middle.right, from: outer.bottom, to: outer.top, thickness: right });
  return true;
};

const SIDES = ['left', 'bottom', 'right', 'top'] as const;
/** Lighter fills can't be seen on paper. */
const WHITE = 0.97;

const areaOf = ({ left, bottom, right, top }: Rectangle): number => (right - left) * (top - bottom);

const isThin = ({ left, bottom, right, top }: Rectangle): boolean => Math.min(right - left, top - bottom) < 4;

/** True for a box as wide as it is high that is no larger than a circle to tick. */
const isSmall = ({ left, bottom, right, top }: Rectangle): boolean => {
  const width = right - left;
  return width > 4 && width < LARGEST_CIRCLE && Math.abs(width - top + bottom) < 0.2 * width;
};

/** Share of its side that a circle leaves free on both ends; a box with rounded corners reaches farther. */
const CORNER = 0.19;

/** Adds a circle, or a small box with rounded corners. */
const addSmall = (
  points: Subpath['points'],
  bounds: Rectangle,
  look: Pick<Shape, 'stroked' | 'fill'>,
  { boxes }: Shapes,
): void => {
  const { left, bottom, right, top } = bounds;
  const free = CORNER * (right - left);
  const isNearCorner = ([x, y]: [number, number]): boolean =>
    Math.min(x - left, right - x) < free && Math.min(y - bottom, top - y) < free;
  boxes.push({ ...bounds, round: !points.some(isNearCorner), ...look });
};

const addPath = (path: Subpath, shapes: Shapes): void => {
  if (path.points.length < 2) return;
  const bounds = boundsOf(path.points);
  const [width, height] = [bounds.right - bounds.left, bounds.top - bounds.bottom];
  const { stroke, fill } = path;
  if (path.curved) {
    const closed = path.closed || fill !== null || endsAtStart(path.points);
    if (isSmall(bounds) && closed) addSmall(path.points, bounds, { stroked: stroke > 0, fill }, shapes);
    else if (stroke > 0) addRounded({ ...path, closed }, bounds, shapes);
    return;
  }
  if (fill !== null && Math.min(width, height) <= THICKEST_LINE) {
    if (fill < WHITE || stroke > 0) addThin(bounds, shapes);
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

/** True for a curve that is closed without saying so. */
const endsAtStart = (points: Subpath['points']): boolean => {
  const [[x, y] = [0, 0], [endX, endY] = [Infinity, Infinity]] = [points[0], points.at(-1)];
  return Math.abs(x - endX) < 0.1 && Math.abs(y - endY) < 0.1;
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
