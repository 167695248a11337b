import type { Area, Bitmap } from './pdfium-document.ts';

/** Levels (of 255) by which a colour may differ: the effect of rounding, which is invisible. */
const LEVELS = 3;
/** Part of the contrast around a pixel by which its colour may differ: smoothed edges fall differently on the grid. */
const OF_CONTRAST = 0.3;
/** So many pixels within two of each other are a difference; fewer are a corner that was rounded differently. */
const ENOUGH = 3;
const REACH = 2;
/** Bytes of a pixel. */
const PIXEL = 4;

/** True if a pixel is left out. */
export type LeftOut = (x: number, y: number) => boolean;

/** True if two pictures of the same size are identical, byte for byte. */
export const isSamePicture = (a: Bitmap, b: Bitmap): boolean => Buffer.compare(a.data, b.data) === 0;

/** The smallest area around the pixels that are added to it. */
class Extent {
  #area: { left: number; top: number; right: number; bottom: number } | undefined;

  add(x: number, y: number): void {
    this.#area ??= { left: x, top: y, right: x, bottom: y };
    const area = this.#area;
    area.left = Math.min(area.left, x);
    area.right = Math.max(area.right, x);
    area.top = Math.min(area.top, y);
    area.bottom = Math.max(area.bottom, y);
  }

  get area(): Area | undefined {
    if (!this.#area) return undefined;
    const { left, top, right, bottom } = this.#area;
    return { left, top, width: right - left + 1, height: bottom - top + 1 };
  }
}

/**
 * The areas in which two pictures of the same size aren't identical, byte for byte: one for each square of `side`
 * pixels that has any. Rows are compared as a whole, because nearly all are the same.
 */
export const unequalAreas = (a: Bitmap, b: Bitmap, side: number, leftOut: LeftOut): Area[] => {
  const [before, after] = [wordsOf(a), wordsOf(b)];
  const across = Math.ceil(a.width / side);
  const tiles = Array.from({ length: across * Math.ceil(a.height / side) }, () => new Extent());
  for (const y of unequalRows(a, b)) {
    const row = y * a.width;
    const first = across * Math.floor(y / side);
    for (let x = 0; x < a.width; x++) {
      if (before[row + x] !== after[row + x] && !leftOut(x, y)) tiles[first + Math.floor(x / side)]?.add(x, y);
    }
  }
  return tiles.flatMap(({ area }) => area ?? []);
};

/**
 * The area in which two pictures of the same size show different content. A pixel is the same if each of its colours is
 * within the range of the other picture's nine pixels there, or nearly, and the other way round. So glyphs may move by
 * one pixel, each separately, as they do when a text moves by less. A lost line of one pixel, or a lost stroke of a
 * digit, is outside of the range.
 */
export const unlikeArea = (a: Bitmap, b: Bitmap, leftOut: LeftOut): Area | undefined => {
  const { width, height } = a;
  const [before, after] = [wordsOf(a), wordsOf(b)];
  const unlike = new Uint8Array(width * height);
  const rows = new Set<number>();
  for (const y of unequalRows(a, b)) {
    // Pixels beyond the picture's edge are unknown.
    if (y === 0 || y === height - 1) continue;
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (before[at] === after[at]) continue;
      if (!(isUnlike(a, b, at) || isUnlike(b, a, at)) || leftOut(x, y)) continue;
      unlike[at] = 1;
      rows.add(y);
    }
  }
  const count = (x: number, y: number): number => {
    let sum = 0;
    for (let row = Math.max(0, y - REACH); row <= Math.min(height - 1, y + REACH); row++) {
      for (let column = Math.max(0, x - REACH); column <= Math.min(width - 1, x + REACH); column++) {
        sum += unlike[row * width + column] ?? 0;
      }
    }
    return sum;
  };
  const extent = new Extent();
  for (const y of rows) {
    for (let x = 1; x < width - 1; x++) if (unlike[y * width + x] === 1 && count(x, y) >= ENOUGH) extent.add(x, y);
  }
  return extent.area;
};

/** Numbers of the rows that aren't identical, from the top. */
const unequalRows = (a: Bitmap, b: Bitmap): number[] => {
  const [before, after] = [bufferOf(a), bufferOf(b)];
  const length = a.width * PIXEL;
  const rows: number[] = [];
  for (let y = 0; y < a.height; y++) {
    const start = y * length;
    if (before.compare(after, start, start + length, start, start + length) !== 0) rows.push(y);
  }
  return rows;
};

const isUnlike = (one: Bitmap, other: Bitmap, at: number): boolean => {
  const row = other.width * 4;
  for (let colour = at * 4; colour < at * 4 + 3; colour++) {
    let [lowest, highest] = [255, 0];
    for (let above = colour - row - 4; above <= colour + row; above += row) {
      for (let place = above; place <= above + 8; place += 4) {
        const level = other.data[place] as number;
        if (level < lowest) lowest = level;
        if (level > highest) highest = level;
      }
    }
    const level = one.data[colour] as number;
    const tolerance = LEVELS + OF_CONTRAST * (highest - lowest);
    if (level < lowest - tolerance || level > highest + tolerance) return true;
  }
  return false;
};

const wordsOf = ({ data }: Bitmap): Uint32Array =>
  new Uint32Array(data.buffer, data.byteOffset, data.byteLength / Uint32Array.BYTES_PER_ELEMENT);

const bufferOf = ({ data }: Bitmap): Buffer => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
