import { invalid } from '../../base/errors.ts';
import { fillContours, type Point } from '../images/fill.ts';
import { encodePng } from '../images/png.ts';
import { type FontName, fontOf, HAND_FONTS, type HandFont } from './font-files.ts';
import type * as Shaper from './shaper.ts';

/** In pixels. Stored signatures are at most this large (`readSignatureImage`), so a typed one is stored unchanged. */
const LARGEST = { width: 600, height: 300 };
const MARGIN = 8;
/** Size of the letters in pixels, if all of them fit. */
const SIZE = 120;

/** A typed name as a picture. */
interface TypedMark {
  png: Uint8Array;
  width: number;
  height: number;
  /** Handwriting font that it is drawn in; null for the plain font of its script. */
  font: HandFont | null;
  /** Handwriting fonts that have all of its letters. */
  fonts: HandFont[];
}

/** Names of the request's parameters, for what is refused. */
const TEXT = 'text';
const FONT = 'font';

/**
 * Draws a name or initials as a signature's picture, in black on a transparent background: in the handwriting font
 * `wanted`, or in the first one that has all letters, or, where none has, in the font of the script. Throws `invalid`
 * if no font has a letter, if the wanted one lacks a letter, or if the picture would be blank.
 */
export const drawTypedMark = async (text: string, wanted?: HandFont): Promise<TypedMark> => {
  const shaper = await import('./shaper.ts');
  const missing = shaper.undrawable(text);
  if (missing.length > 0) return invalid(TEXT, `no font here has ${listed(missing)}`);
  const fonts = HANDS.filter((font) => missingLetters(font, text).length === 0);
  if (wanted && !fonts.includes(wanted)) {
    const possible = fonts.length > 0 ? fonts.join(', ') : 'none; leave it out for the font of the script';
    return invalid(
      FONT,
      `${wanted} lacks ${listed(missingLetters(wanted, text))}; possible for this text: ${possible}`,
    );
  }
  const font = wanted ?? fonts[0] ?? null;
  const contours = contoursOf(shaper.shapeLine(text, shaper.readingOf(text), font ?? 'regular'), shaper);
  const points = contours.flat();
  const [left, top, right, bottom] = [
    least(points.map(([x]) => x)),
    least(points.map(([, y]) => y)),
    -least(points.map(([x]) => -x)),
    -least(points.map(([, y]) => -y)),
  ];
  if (!(right > left && bottom > top)) return invalid(TEXT, 'must have letters that can be seen');
  const scale = Math.min(
    SIZE,
    (LARGEST.width - 2 * MARGIN) / (right - left),
    (LARGEST.height - 2 * MARGIN) / (bottom - top),
  );
  const [width, height] = [right - left, bottom - top].map((side) => Math.ceil(side * scale + 2 * MARGIN)) as [
    number,
    number,
  ];
  const place = ([x, y]: Point): Point => [(x - left) * scale + MARGIN, (y - top) * scale + MARGIN];
  const ink = fillContours(
    contours.map((contour) => contour.map(place)),
    width,
    height,
  );
  const pixels = new Uint8Array(width * height * 4);
  ink.forEach((share, pixel) => {
    pixels[pixel * 4 + 3] = Math.round(share * 255);
  });
  return { png: encodePng(pixels, width, height, 'rgba'), width, height, font, fonts };
};

/** Code points of the first letters. */
const listed = (letters: readonly string[]): string => letters.slice(0, 5).map(inWords).join(', ');

const inWords = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const HANDS = Object.keys(HAND_FONTS) as HandFont[];

/** Letters of a text that a font lacks. One font draws the whole name: two kinds of handwriting would look forged. */
const missingLetters = (font: HandFont, text: string): string[] => [
  ...new Set([...text.normalize('NFC')].filter((letter) => fontOf(font).glyphOf(letter.codePointAt(0) ?? 0) === 0)),
];

/** Texts have too many points to be the arguments of one call. */
const least = (values: readonly number[]): number =>
  values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);

/** The line's outlines at a size of 1, the baseline at 0 and y downwards. */
const contoursOf = (runs: readonly Shaper.Run[], shaper: typeof Shaper): Point[][] => {
  const contours: Point[][] = [];
  let pen = 0;
  for (const { font, clusters } of runs) {
    const em = fontOf(font).unitsPerEm;
    for (const { glyphs, advance } of clusters) {
      for (const { id, x, y } of glyphs) {
        const place = ([px, py]: Point): Point => [pen + (x + px) / em, -(y + py) / em];
        for (const contour of glyphContours(font, id, shaper)) contours.push(contour.map(place));
      }
      pen += advance / em;
    }
  }
  return contours;
};

/** Straight pieces that approximate a curve. */
const PIECES = 8;

/** A glyph's outline as polygons, in font units. */
const glyphContours = (font: FontName, glyph: number, shaper: typeof Shaper): Point[][] => {
  const contours: Point[][] = [];
  for (const { type, values } of shaper.glyphPath(font, glyph)) {
    if (type === 'Z') continue;
    const given = pairs(values);
    const contour = contours.at(-1);
    if (type === 'M' || !contour) {
      contours.push(given);
      continue;
    }
    const control = [contour.at(-1) ?? ([0, 0] as const), ...given];
    const pieces = control.length > 2 ? PIECES : 1;
    for (let piece = 1; piece <= pieces; piece++) contour.push(pointOf(control, piece / pieces));
  }
  return contours;
};

const pairs = (values: readonly number[]): Point[] =>
  values.flatMap((x, index): Point[] => (index % 2 === 0 ? [[x, values[index + 1] ?? 0]] : []));

/** A point of a Bézier curve of any degree (de Casteljau). */
const pointOf = (control: readonly Point[], share: number): Point => {
  const [first, ...others] = control;
  if (!first || others.length === 0) return first ?? [0, 0];
  const between = others.map(([x, y], index): Point => {
    const [fromX, fromY] = control[index] ?? first;
    return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
  });
  return pointOf(between, share);
};
