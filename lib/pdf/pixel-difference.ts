import type { Area, Bitmap } from './pdfium-document.ts';

/** Levels (of 255) by which a colour may differ: the effect of rounding, which is invisible. */
const LEVELS = 8;
/** Part of the contrast around a pixel by which its colour may differ: smoothed edges fall differently on the grid. */
const OF_CONTRAST = 0.3;
/** So many pixels within two of each other are a difference; fewer are a corner that was rounded differently. */
const ENOUGH = 3;
const REACH = 2;

/** True if a pixel is left out. */
export type LeftOut = (x: number, y: number) => boolean;

/** True if two pictures of the same size are identical, byte for byte. */
export const isSamePicture = (a: Bitmap, b: Bitmap): boolean => Buffer.compare(a.data, b.data) === 0;

/** The smallest area around all pixels for which `matches` is true; undefined if there is none. */
const areaOf = (width: number, height: number, matches: (x: number, y: number) => boolean): Area | undefined => {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!matches(x, y)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
};

/** The area in which two pictures of the same size aren't identical, byte for byte. */
export const unequalArea = (a: Bitmap, b: Bitmap, within: Area, leftOut: LeftOut): Area | undefined => {
  const [before, after] = [wordsOf(a), wordsOf(b)];
  const found = areaOf(within.width, within.height, (x, y) => {
    const at = (within.top + y) * a.width + within.left + x;
    return before[at] !== after[at] && !leftOut(within.left + x, within.top + y);
  });
  return found && { ...found, left: found.left + within.left, top: found.top + within.top };
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
  // Pixels beyond the picture's edge are unknown.
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (before[at] === after[at]) continue;
      if ((isUnlike(a, b, at) || isUnlike(b, a, at)) && !leftOut(x, y)) unlike[at] = 1;
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
  return areaOf(width, height, (x, y) => unlike[y * width + x] === 1 && count(x, y) >= ENOUGH);
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
