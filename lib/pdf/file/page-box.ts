import { PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import type { PageBox, Rectangle } from './display.ts';

/** Looks up an indirect object; null if there is none. */
export type Resolve = (ref: PdfRef) => PdfObject | null;

const LETTER = { left: 0, bottom: 0, right: 612, top: 792 };

/** Deeper page trees count as loops. */
const MAX_DEPTH = 64;

/** An attribute of a page, its own or inherited from the page tree (ISO 32000-2 section 7.7.3.4). */
export const inherited = (page: PdfDict, key: string, resolve: Resolve): PdfObject | undefined => {
  let node: PdfDict | undefined = page;
  for (let depth = 0; node && depth < MAX_DEPTH; depth++) {
    const value: PdfObject | undefined = node.get(key, resolve);
    if (value && value.type !== 'null') return value;
    node = node.getDict('Parent', resolve);
  }
  return undefined;
};

/** A page's annotations, each with the entry that lists it. */
export const annotationsOf = (page: PdfDict, resolve: Resolve): { item: PdfObject; annotation: PdfDict }[] => {
  const list = page.get('Annots', resolve);
  if (!(list instanceof PdfArray)) return [];
  return list.toArray().flatMap((item) => {
    const annotation = item instanceof PdfRef ? resolve(item) : item;
    return annotation instanceof PdfDict ? [{ item, annotation }] : [];
  });
};

/**
 * The displayed box of a page: the crop box within the media box, US Letter if a page has none, its corners in any
 * order. These are PDFium's rules, so that page images and stamps agree.
 */
export const pageBox = (page: PdfDict, resolve: Resolve): PageBox => {
  const media = rectangle(inherited(page, 'MediaBox', resolve), resolve) ?? LETTER;
  const crop = rectangle(inherited(page, 'CropBox', resolve), resolve);
  const box = (crop && intersection(media, crop)) ?? media;
  const rotation = quarterTurns(inherited(page, 'Rotate', resolve));
  const [across, up] = [box.right - box.left, box.top - box.bottom];
  const upright = rotation === 0 || rotation === 180;
  return { ...box, rotation, width: upright ? across : up, height: upright ? up : across };
};

/** In points; most viewers show at most 14 400. Beyond this, numbers lose the fractions that place letters. */
const FARTHEST = 1_000_000;

/** Reason why viewers can't show the page's media box alike; undefined if they can. A page without one is US Letter. */
export const boxFault = (page: PdfDict, resolve: Resolve): string | undefined => {
  const stated = inherited(page, 'MediaBox', resolve);
  if (!stated) return undefined;
  const box = rectangle(stated, resolve);
  if (!box) return 'has a page box without area';
  const far = [box.left, box.bottom, box.right, box.top].some((edge) => Math.abs(edge) > FARTHEST);
  return far ? `has a page box beyond ${FARTHEST} points` : undefined;
};

/** Rounds a page's rotation to quarter turns, as PDFium does. Returns true if it had to. */
export const repairRotation = (page: PdfDict, resolve: Resolve): boolean => {
  const stated = inherited(page, 'Rotate', resolve);
  if (!stated || (stated instanceof PdfNumber && stated.value % 90 === 0)) return false;
  page.set('Rotate', PdfNumber.of(quarterTurns(stated)));
  return true;
};

/**
 * Gives a page without a media box the one that PDFium takes: other viewers take another, or show nothing. Returns true
 * if it had to.
 */
export const addMissingBox = (page: PdfDict, resolve: Resolve): boolean => {
  if (inherited(page, 'MediaBox', resolve)) return false;
  page.set('MediaBox', boxOf(LETTER));
  return true;
};

const boxOf = ({ left, bottom, right, top }: Rectangle): PdfArray =>
  new PdfArray([left, bottom, right, top].map((corner) => PdfNumber.of(corner)));

/** Replaces a crop box outside of the media box by the media box. Returns true if it had to. */
export const repairCropBox = (page: PdfDict, resolve: Resolve): boolean => {
  const media = rectangle(inherited(page, 'MediaBox', resolve), resolve) ?? LETTER;
  const crop = rectangle(inherited(page, 'CropBox', resolve), resolve);
  if (!crop || intersection(media, crop)) return false;
  page.set('CropBox', boxOf(media));
  return true;
};

/** The numbers of an array object; undefined unless the first `count` are all numbers. */
export const numbers = (value: PdfObject | undefined, count: number, resolve: Resolve): number[] | undefined => {
  if (!(value instanceof PdfArray) || value.length < count) return undefined;
  const found: number[] = [];
  for (let index = 0; index < count; index++) {
    const item = value.at(index, resolve);
    if (!(item instanceof PdfNumber)) return undefined;
    found.push(item.value);
  }
  return found;
};

const rectangle = (value: PdfObject | undefined, resolve: Resolve): Rectangle | undefined => {
  const [x0, y0, x1, y1] = numbers(value, 4, resolve) ?? [];
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined;
  const box = { left: Math.min(x0, x1), bottom: Math.min(y0, y1), right: Math.max(x0, x1), top: Math.max(y0, y1) };
  return box.left < box.right && box.bottom < box.top ? box : undefined;
};

const intersection = (a: Rectangle, b: Rectangle): Rectangle | undefined => {
  const box = {
    left: Math.max(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
    top: Math.min(a.top, b.top),
  };
  return box.left < box.right && box.bottom < box.top ? box : undefined;
};

const quarterTurns = (value: PdfObject | undefined): PageBox['rotation'] => {
  const turns = value instanceof PdfNumber ? Math.trunc(value.value / 90) % 4 : 0;
  const rotations = [0, 90, 180, 270] as const;
  return rotations[(turns + 4) % 4] ?? 0;
};
