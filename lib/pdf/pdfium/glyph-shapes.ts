import type { Bitmap } from './pdfium-document.ts';

/**
 * Ink of a glyph in a square of `SIDE` times `SIDE` fields, with mean 0 and length 1: the product of two is their
 * correlation.
 */
export type Shape = Float32Array;

const SIDE = 16;
/** Darkness from which a pixel belongs to a glyph: lighter ones are its smooth edge. */
const INK = 0.25;
/** In pixels: smaller drawings have no shape. */
const SMALLEST = 3;
/** Places in each direction that are looked at for a field. */
const STEPS = 3;

/**
 * The shape of what is drawn in a square of a picture, whatever its size and place there; undefined for nothing, or a
 * dot.
 */
export const shapeIn = ({ width, data }: Bitmap, left: number, top: number, size: number): Shape | undefined => {
  const ink = new Float32Array(size * size);
  let [x0, y0, x1, y1] = [size, size, -1, -1];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = ((top + y) * width + left + x) * 4;
      const dark = 1 - ((data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number)) / (3 * 255);
      ink[y * size + x] = dark;
      if (dark < INK) continue;
      [x0, x1, y0, y1] = [Math.min(x0, x), Math.max(x1, x), Math.min(y0, y), Math.max(y1, y)];
    }
  }
  const [across, down] = [x1 - x0 + 1, y1 - y0 + 1];
  if (Math.max(across, down) < SMALLEST) return undefined;
  const scale = Math.max(across, down) / SIDE;
  const [besideX, besideY] = [(SIDE - across / scale) / 2, (SIDE - down / scale) / 2];
  const shape = new Float32Array(SIDE * SIDE);
  for (let step = 0; step < SIDE * SIDE * STEPS * STEPS; step++) {
    const [column, row] = [step % (SIDE * STEPS), Math.floor(step / (SIDE * STEPS))];
    const x = Math.floor(((column + 0.5) / STEPS - besideX) * scale);
    const y = Math.floor(((row + 0.5) / STEPS - besideY) * scale);
    if (x < 0 || y < 0 || x >= across || y >= down) continue;
    const field = Math.floor(row / STEPS) * SIDE + Math.floor(column / STEPS);
    shape[field] = (shape[field] as number) + (ink[(y0 + y) * size + x0 + x] as number);
  }
  return standardized(blurred(shape));
};

/** Each field with a part of its neighbours: strokes of two fonts are seldom in the very same place. */
const blurred = (shape: Shape): Shape =>
  shape.map((own, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    let sum = CENTRE * own;
    for (const [dx, dy, weight] of NEIGHBOURS) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= SIDE || y + dy >= SIDE) continue;
      sum += weight * (shape[at + dy * SIDE + dx] as number);
    }
    return sum;
  });
const CENTRE = 8;
const NEIGHBOURS = [-1, 0, 1].flatMap((dx) =>
  [-1, 0, 1].flatMap((dy) => (dx || dy ? [[dx, dy, dx && dy ? 1 : 2] as const] : [])),
);

const standardized = (shape: Shape): Shape => {
  const mean = shape.reduce((sum, value) => sum + value, 0) / shape.length;
  const length = Math.sqrt(shape.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1;
  return shape.map((value) => (value - mean) / length);
};

/** From -1 to 1, which is for equal shapes. */
export const likeness = (one: Shape, other: Shape): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
};
