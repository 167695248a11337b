import type { Box } from '../file/display.ts';
import type { Area, Bitmap, PdfiumDocument, PdfiumPage } from './pdfium-document.ts';
import { isSamePicture, type LeftOut, unequalAreas, unlikeArea } from './pixel-difference.ts';

/** A page that two documents show differently. */
export interface PageDifference {
  /** 1-based. */
  page: number;
  /** `missing`: one of them lacks the page. `size`: their page boxes differ. `content`: they show different content. */
  reason: 'missing' | 'size' | 'content';
  /** Box around all differences, if `reason` is `content`. */
  box?: Box;
}

/** In points: producers and libraries round boxes to thousandths or so. */
const SAME_SIZE = 0.02;

/** Pixels per point of the first picture, which shows if a page has changed. */
const COARSE = 1;
/** Largest such picture; pages of poster size are compared with less detail. */
const MOST_PIXELS = 4_000_000;
/**
 * Enlargement for the detailed comparison. At four pixels a point, a text that moves by a fifth of a point moves by one
 * pixel, and the strokes of 6 pt digits are two pixels wide.
 */
const ZOOM = 4;
/** Pixels of the coarse picture: changes are examined in squares of this size. */
const TILE = 256;
/** Pixels of the fine picture around a tile, so that its edges have neighbours. */
const MARGIN = 4;

/** A page's size in points, and its coarse picture. */
export interface PagePicture extends Size {
  bitmap: Bitmap;
}

type Size = Pick<PdfiumPage, 'width' | 'height'>;

/** A page of a document, or an empty one. */
type Drawable = Pick<PdfiumPage, 'width' | 'height' | 'draw'>;

/** Draws the coarse picture of a page. A caller that has drawn it can pass it on. */
export const coarsePicture = (page: PdfiumPage): PagePicture => {
  const { width, height } = page;
  const grid = coarseGrid(page);
  return { width, height, bitmap: page.draw(grid.width, grid.height) };
};

/** The picture of an empty page of the same size. */
export const emptyPicture = ({ width, height }: Size): PagePicture => {
  const grid = coarseGrid({ width, height });
  return { width, height, bitmap: whitePicture(grid.width, grid.height) };
};

/** Two sides of a comparison. */
interface Sides {
  before: PdfiumDocument;
  after: PdfiumDocument;
  /** The page's picture in `before`, if it was drawn already. */
  drawn?: PagePicture | undefined;
  except?: readonly Box[] | undefined;
  /** Receives the page's picture in `after`. */
  keep?: (picture: PagePicture) => void;
}

/**
 * Compares a page (1-based) of two documents; undefined if it is the same. Throws `PdfiumError` if one can't be drawn.
 */
export const pageDifference = (
  page: number,
  { before, after, drawn, except = [], keep }: Sides,
): PageDifference | undefined => {
  if (page > Math.min(before.pageCount, after.pageCount)) return { page, reason: 'missing' };
  return after.withPage(page, (changed) => {
    const { width, height } = changed;
    type Found = PageDifference | undefined;
    const compare = (picture: PagePicture, withOld: (use: (old: PdfiumPage) => Found) => Found): Found => {
      if (!hasSameSize(picture, changed)) return { page, reason: 'size' };
      const coarse = coarseGrid(picture);
      const bitmap = changed.draw(coarse.width, coarse.height);
      keep?.({ width, height, bitmap });
      if (isSamePicture(picture.bitmap, bitmap)) return undefined;
      const tiles = unequalAreas(picture.bitmap, bitmap, TILE, leftOutOf(coarse, except, 0));
      return withOld((old) => differenceInDetail(page, old, changed, { coarse, tiles, except }));
    };
    if (drawn) return compare(drawn, (use) => before.withPage(page, use));
    return before.withPage(page, (old) => compare(coarsePicture(old), (use) => use(old)));
  });
};

/**
 * True if two pictures of a page differ within a box and are identical outside it, byte for byte. If false, use
 * `pageDifference`.
 */
export const differsOnlyWithin = (before: PagePicture, after: PagePicture, box: Box): boolean => {
  const [one, other] = [before.bitmap, after.bitmap];
  if (!hasSameSize(before, after) || one.width !== other.width || one.height !== other.height) return false;
  if (unequalAreas(one, other, TILE, leftOutOf(coarseGrid(before), [box], 0)).length > 0) return false;
  return unlikeArea(one, other, () => false) !== undefined;
};

/** True if a page of the given size has something outside of the boxes: it is compared with an empty page. */
export const hasInkOutside = (page: PdfiumPage, { width, height }: Size, boxes: readonly Box[]): boolean => {
  if (!hasSameSize({ width, height }, page)) return true;
  const empty: Drawable = { width, height, draw: whitePicture };
  const coarse = coarseGrid(page);
  const bitmap = page.draw(coarse.width, coarse.height);
  const tiles = unequalAreas(whitePicture(coarse.width, coarse.height), bitmap, TILE, leftOutOf(coarse, boxes, 0));
  return tiles.length > 0 && differenceInDetail(0, empty, page, { coarse, tiles, except: boxes }) !== undefined;
};

const whitePicture = (width: number, height: number, area: Area = { left: 0, top: 0, width, height }): Bitmap => ({
  width: area.width,
  height: area.height,
  data: new Uint8Array(area.width * area.height * 4).fill(255),
});

const hasSameSize = (before: Size, after: Size): boolean =>
  Math.abs(before.width - after.width) <= SAME_SIZE && Math.abs(before.height - after.height) <= SAME_SIZE;

const coarseGrid = ({ width, height }: Size): Grid =>
  gridOf(width, height, Math.min(COARSE, Math.sqrt(MOST_PIXELS / (width * height))));

/** Compares the unequal areas of the coarse pictures in detail. */
const differenceInDetail = (
  page: number,
  before: Drawable,
  after: Drawable,
  { coarse, tiles, except }: { coarse: Grid; tiles: readonly Area[]; except: readonly Box[] },
): PageDifference | undefined => {
  const fine = gridOf(before.width, before.height, coarse.scale * ZOOM);
  const areas = tiles.flatMap((tile) => {
    const area = zoomed(tile, fine);
    const drawn = [before.draw(fine.width, fine.height, area), after.draw(fine.width, fine.height, area)] as const;
    const leftOut = leftOutOf(fine, except, 1);
    const found = unlikeArea(...drawn, (x, y) => leftOut(x + area.left, y + area.top));
    return found ? [{ ...found, left: found.left + area.left, top: found.top + area.top }] : [];
  });
  return areas.length > 0 ? { page, reason: 'content', box: boxAround(areas, fine) } : undefined;
};

/** A picture of a page: its size, and its scale. */
interface Grid {
  scale: number;
  width: number;
  height: number;
  /** Height of the page in points. */
  pageHeight: number;
}

const gridOf = (width: number, height: number, scale: number): Grid => ({
  scale,
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
  pageHeight: height,
});

/** Tests for pixels wholly within one of the boxes, widened by some pixels. */
const leftOutOf = ({ scale, pageHeight }: Grid, except: readonly Box[], widened: number): LeftOut => {
  const areas = except.map(({ x, y, width, height }) => ({
    left: x * scale - widened,
    right: (x + width) * scale + widened,
    top: (pageHeight - y - height) * scale - widened,
    bottom: (pageHeight - y) * scale + widened,
  }));
  return (x, y) =>
    areas.some(({ left, right, top, bottom }) => x >= left && x + 1 <= right && y >= top && y + 1 <= bottom);
};

/** The same area of the larger picture, with a margin. */
const zoomed = ({ left, top, width, height }: Area, fine: Grid): Area => {
  // A difference may reach one pixel further than the coarse picture shows.
  const [from, to] = [left - 1, left + width + 1].map((x) => x * ZOOM);
  const [above, below] = [top - 1, top + height + 1].map((y) => y * ZOOM);
  const area = {
    left: Math.max(0, (from ?? 0) - MARGIN),
    top: Math.max(0, (above ?? 0) - MARGIN),
    right: Math.min(fine.width, (to ?? 0) + MARGIN),
    bottom: Math.min(fine.height, (below ?? 0) + MARGIN),
  };
  return { left: area.left, top: area.top, width: area.right - area.left, height: area.bottom - area.top };
};

const boxAround = (areas: readonly Area[], { scale, pageHeight }: Grid): Box => {
  const left = Math.min(...areas.map((area) => area.left));
  const top = Math.min(...areas.map((area) => area.top));
  const right = Math.max(...areas.map((area) => area.left + area.width));
  const bottom = Math.max(...areas.map((area) => area.top + area.height));
  return {
    x: left / scale,
    y: pageHeight - bottom / scale,
    width: (right - left) / scale,
    height: (bottom - top) / scale,
  };
};
