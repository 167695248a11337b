import { PDF, PdfArray, PdfNumber, rgb } from '@libpdf/core';
import type { FieldType } from '../../../lib/fields/types.ts';
import { Canvas } from '../../../lib/pdf/content/canvas.ts';
import { displayMatrix, type PageBox } from '../../../lib/pdf/file/display.ts';
import { openFonts } from '../../../lib/pdf/fonts/fonts.ts';
import { prepareTexts } from '../../../lib/pdf/fonts/prepare-texts.ts';
import type { Expected } from './score.ts';

/** A form that a test makes: its file, and the places that it asks to be filled. */
export interface MadeForm {
  name: string;
  bytes: Uint8Array;
  pages: number;
  expected: Expected[];
}

type Box = [x: number, y: number, width: number, height: number];

/** The pen for a page of a form: all that can be drawn, in points from the lower left corner. */
export interface Sheet {
  text: (x: number, y: number, text: string, size?: number) => void;
  line: (x: number, y: number, length: number, thickness?: number) => void;
  upright: (x: number, y: number, length: number, thickness?: number) => void;
  /** A box with lines, or only filled. */
  box: (box: Box, look?: { fill?: number; border?: number }) => void;
  circle: (x: number, y: number, radius: number) => void;
  /** A circle that is stroked without being closed. */
  ring: (x: number, y: number, radius: number) => void;
  /** The sides of a box, as what a smaller box leaves of a larger one; with a radius, its corners are round. */
  frame: (box: Box, look?: { sides?: Sides; radius?: number }) => void;
  /** Notes a place that somebody should fill. */
  expect: (type: FieldType, ...box: Box) => void;
}

/** Thickness of the sides, from the left one against the clock. */
type Sides = [left: number, bottom: number, right: number, top: number];

const BLACK = rgb(0, 0, 0);

/** The length of a curve's handles that makes it round, as a share of the radius. */
const HANDLE = 0.5523;

/** Points that are cut off at the edges of a cropped page. */
const CUT = { left: 30, bottom: 20 };

/**
 * Makes a form of one page of 612 by 792 points as displayed. With a `rotation`, the page lies on its side or upside
 * down in the file, and its edges are cropped; it looks the same.
 */
export const makeForm = async (
  name: string,
  draw: (sheet: Sheet) => void,
  rotation?: PageBox['rotation'],
): Promise<MadeForm> => {
  const pdf = PDF.create();
  const [wide, high] = rotation === 90 || rotation === 270 ? [792, 612] : [612, 792];
  const { left, bottom } = rotation === undefined ? { left: 0, bottom: 0 } : CUT;
  const page = pdf.addPage({ width: wide + 2 * left, height: high + 2 * bottom });
  const crop = { left, bottom, right: left + wide, top: bottom + high };
  if (rotation !== undefined) {
    page.setRotation(rotation);
    page.dict.set(
      'CropBox',
      new PdfArray([crop.left, crop.bottom, crop.right, crop.top].map((at) => PdfNumber.of(at))),
    );
  }
  const matrix = displayMatrix({ ...crop, rotation: rotation ?? 0 });
  const at = (x: number, y: number): { x: number; y: number } => {
    const [a, b, c, d, e, f] = matrix;
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  };
  const texts: [x: number, y: number, text: string, size: number][] = [];
  const expected: Expected[] = [];
  const line = (x0: number, y0: number, x1: number, y1: number, thickness: number): void =>
    page.drawLine({ start: at(x0, y0), end: at(x1, y1), thickness, color: BLACK });
  /** Adds a box whose corners have a radius. */
  const rounded = (path: ReturnType<typeof page.drawPath>, [x, y, width, height]: Box, radius: number): void => {
    const [right, top] = [x + width, y + height];
    const to = (px: number, py: number): [number, number] => {
      const place = at(px, py);
      return [place.x, place.y];
    };
    const corners: [cx: number, cy: number, from: [number, number], to: [number, number]][] = [
      [x, y, [0, 1], [1, 0]],
      [right, y, [-1, 0], [0, 1]],
      [right, top, [0, -1], [-1, 0]],
      [x, top, [1, 0], [0, -1]],
    ];
    path.moveTo(...to(x, y + radius));
    for (const [cx, cy, from, after] of corners) {
      path.lineTo(...to(cx + from[0] * radius, cy + from[1] * radius));
      const near = (1 - HANDLE) * radius;
      path.curveTo(
        ...to(cx + from[0] * near, cy + from[1] * near),
        ...to(cx + after[0] * near, cy + after[1] * near),
        ...to(cx + after[0] * radius, cy + after[1] * radius),
      );
    }
  };
  draw({
    ring: (x, y, radius) => {
      const path = page.drawPath();
      rounded(path, [x - radius, y - radius, 2 * radius, 2 * radius], radius);
      path.stroke({ borderColor: BLACK, borderWidth: 0.7 });
    },
    frame: (
      [x, y, width, height],
      { sides: [left, bottom, right, top] = [0.75, 0.75, 0.75, 0.75], radius = 0 } = {},
    ) => {
      const path = page.drawPath();
      const inner: Box = [x + left, y + bottom, width - left - right, height - bottom - top];
      for (const box of [inner, [x, y, width, height] as Box]) {
        if (radius > 0) rounded(path, box, box === inner ? radius - left : radius);
        else path.rectangle(...box);
      }
      path.fill({ color: BLACK, windingRule: 'evenodd' });
    },
    text: (x, y, text, size = 10) => texts.push([x, y, text, size]),
    line: (x, y, length, thickness = 0.7) => line(x, y, x + length, y, thickness),
    upright: (x, y, length, thickness = 0.7) => line(x, y, x, y + length, thickness),
    box: ([x, y, width, height], { fill, border = fill === undefined ? 0.7 : 0 } = {}) => {
      const [one, other] = [at(x, y), at(x + width, y + height)];
      page.drawRectangle({
        x: Math.min(one.x, other.x),
        y: Math.min(one.y, other.y),
        width: Math.abs(one.x - other.x),
        height: Math.abs(one.y - other.y),
        borderWidth: border,
        ...(fill === undefined ? {} : { color: rgb(fill, fill, fill) }),
        ...(border > 0 ? { borderColor: BLACK } : {}),
      });
    },
    circle: (x, y, radius) => page.drawCircle({ ...at(x, y), radius, borderColor: BLACK, borderWidth: 0.7 }),
    expect: (type, x, y, width, height) => expected.push({ page: 1, type, x, y, width, height }),
  });
  await prepareTexts(texts.map(([, , text]) => text));
  const fonts = openFonts(pdf);
  const canvas = new Canvas(pdf, page.dict, fonts);
  canvas.transform(matrix, () => {
    for (const [x, y, text, size] of texts) canvas.text(text, { x, y, size });
  });
  canvas.finish();
  fonts.write();
  return { name, bytes: await pdf.save(), pages: 1, expected };
};
