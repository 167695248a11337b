/** A point in pixels, y downwards. */
export type Point = readonly [x: number, y: number];

/** Lines on which each row of pixels is measured. */
const LINES = 5;

/**
 * Fills closed contours (nonzero winding): returns the covered share of each pixel, row by row, from 0 to 1. The share
 * is exact along a line.
 */
export const fillContours = (contours: readonly (readonly Point[])[], width: number, height: number): Float32Array => {
  const covered = new Float32Array(width * height);
  const crossings = crossingsByLine(contours, height * LINES);
  crossings.forEach((found, line) => {
    found.sort(([one], [other]) => one - other);
    let winding = 0;
    found.forEach(([x, direction], index) => {
      winding += direction;
      const next = found[index + 1];
      if (winding !== 0 && next) cover(covered, Math.floor(line / LINES) * width, x, Math.min(next[0], width));
    });
  });
  return covered;
};

/** The first line at or below a height. Adjacent edges must agree on it, or ink would leak between them. */
const lineBelow = (y: number): number => Math.ceil(y * LINES - 0.5);

type Crossing = [x: number, direction: 1 | -1];

const crossingsByLine = (contours: readonly (readonly Point[])[], lines: number): Crossing[][] => {
  const found: Crossing[][] = Array.from({ length: lines }, () => []);
  for (const contour of contours) {
    contour.forEach((from, index) => {
      const to = contour[(index + 1) % contour.length] ?? from;
      const [upper, lower] = from[1] < to[1] ? [from, to] : [to, from];
      const end = Math.min(lines, lineBelow(lower[1]));
      for (let line = Math.max(0, lineBelow(upper[1])); line < end; line++) {
        const share = ((line + 0.5) / LINES - upper[1]) / (lower[1] - upper[1]);
        found[line]?.push([upper[0] + share * (lower[0] - upper[0]), upper === from ? 1 : -1]);
      }
    });
  }
  return found;
};

const cover = (covered: Float32Array, row: number, from: number, to: number): void => {
  for (let x = Math.max(0, Math.floor(from)); x < to; x++) {
    const part = Math.min(to, x + 1) - Math.max(from, x);
    covered[row + x] = Math.min(1, (covered[row + x] ?? 0) + part / LINES);
  }
};
