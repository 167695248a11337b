import { FIELD_KINDS, type FieldInput, hasLines } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';

/** Rules for the room that fields have on their page: pure, in points and in pixels of the screen. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The last letter before those of Chinese, Japanese and Korean. */
const BEFORE_WIDE = '\u2e7f';

/** Width of a text at a size of 1, near enough to say whether it has room. */
const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > BEFORE_WIDE ? 1 : 0.6), 0);

/** Smallest size of a label on a page, in pixels. Below, a field shows a sign of its kind. */
export const LABEL = 12;
const LABEL_HEIGHT = 15;
const PADDING = 8;

/** True where a label can be read inside of its field. */
export const holdsLabel = (field: Field, label: string, scale: number): boolean =>
  field.height * scale >= LABEL_HEIGHT && field.width * scale >= widthOf(label) * LABEL + PADDING;

/** Size of a field's text on its page, in points, as it is stamped. */
export const textSize = (field: Field, text: string): number => {
  if (hasLines(field)) return 10;
  const padding = Math.min(2, field.width * 0.05);
  const largest = Math.min(11, field.height * 0.72);
  return Math.max(4, Math.min(largest, (field.width - 2 * padding) / Math.max(1, widthOf(text))));
};

/** An input in which one types or chooses at its field's place on a page, where that is large enough. */
interface TypedInput {
  /** Pixels that it needs. */
  leastWidth: number;
  /** Pixels of the letters in it. `size`: of the text that is stamped there; `scale`: pixels for a point. */
  letters: (field: Field, size: number, scale: number) => number;
  /**
   * True if the browser writes values in a way of its own: the page shows beside or above them how they are stamped.
   */
  isForeign: boolean;
}

/** The inputs of pages by their kind; null for boxes, and for buttons whose press opens something else. */
const TYPED: Record<FieldInput, TypedInput | null> = {
  text: { leastWidth: 48, letters: (_, size) => size, isForeign: false },
  // The browser's own parts of a date need room.
  date: { leastWidth: 88, letters: ({ width }, size, scale) => Math.min(size, (width * scale) / 8.5), isForeign: true },
  list: { leastWidth: 60, letters: ({ value }, size) => (value ? size : Math.min(size, LABEL)), isForeign: false },
  box: null,
  choice: null,
  ink: null,
  file: null,
};

/** The input with which a field is filled on its page, where there is room; null if one doesn't type there. */
export const typedInput = ({ type }: Pick<Field, 'type'>): TypedInput | null => {
  const { input } = FIELD_KINDS[type];
  return input && TYPED[input];
};

const LEAST_WIDTH_OF_LINES = 96;
const LEAST_HEIGHT = 15;
const LEAST_HEIGHT_OF_LINES = 40;

/** True where one types on the page itself; `leastSize`: of its text, in pixels. */
export const holdsInput = (field: Field, scale: number, leastSize: number): boolean => {
  const input = typedInput(field);
  return (
    input !== null &&
    field.width * scale >= (FIELD_KINDS[field.type].lines ? LEAST_WIDTH_OF_LINES : input.leastWidth) &&
    field.height * scale >= (hasLines(field) ? LEAST_HEIGHT_OF_LINES : LEAST_HEIGHT) &&
    textSize(field, '') * scale >= leastSize
  );
};

const isApart = (a: Box, b: Box): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** A box that is at least as large as what is drawn or pressed there: `least` pixels each way, around its middle. */
const grown = ({ x, y, width, height }: Box, least: number, scale: number): Box => {
  const [wider, higher] = [Math.max(0, least / scale - width), Math.max(0, least / scale - height)];
  return { x: x - wider / 2, y: y - higher / 2, width: width + wider, height: height + higher };
};

/** Pixels of the smallest box that is drawn, and of the smallest that is pressed. */
const LEAST_DRAWN = 16;
const LEAST_PRESSED = 24;

/** Distance of a label from its box, in pixels. */
const GAP = 5;

/**
 * The side of its box on which a label covers nothing: neither another field nor a line of the document's text. Null if
 * there is none; the box then has its label as a tooltip and as its name.
 */
export const sideForLabel = (
  { box, label, scale }: { box: Box; label: string; scale: number },
  page: { width: number; height: number },
  { fields, lines }: { fields: readonly Box[]; lines: readonly Box[] },
): 'right' | 'left' | 'above' | null => {
  const field = grown(box, LEAST_DRAWN, scale);
  const taken = [...lines, ...fields.map((other) => grown(other, LEAST_PRESSED, scale))];
  const [width, height, gap] = [(widthOf(label) * LABEL) / scale, LABEL_HEIGHT / scale, GAP / scale];
  const y = field.y + (field.height - height) / 2;
  const places = {
    right: { x: field.x + field.width + gap, y, width, height },
    left: { x: field.x - gap - width, y, width, height },
    above: { x: field.x, y: field.y + field.height + gap / 2, width, height },
  };
  const isFree = (box: Box): boolean =>
    box.x >= 0 &&
    box.x + box.width <= page.width &&
    box.y >= 0 &&
    box.y + box.height <= page.height &&
    taken.every((other) => isApart(box, other));
  return (['right', 'left', 'above'] as const).find((side) => isFree(places[side])) ?? null;
};

/** Fields that share a box in which they can't be pressed one by one. */
export interface Crowd<One> {
  fields: One[];
  /** Around all of them, at least as large as what is pressed. */
  box: Box;
}

/** The fields in crowds, whose boxes don't cover each other. Most fields are alone in theirs. */
export const crowdsOf = <One extends Box>(fields: readonly One[], scale: number): Crowd<One>[] => {
  let crowds: Crowd<One>[] = [];
  for (const field of fields) {
    let joined: Crowd<One> = { fields: [field], box: grown(field, LEAST_PRESSED, scale) };
    // The box grows with each crowd that joins, and may reach others then.
    for (;;) {
      const near = crowds.filter(({ box }) => !isApart(box, joined.box));
      if (near.length === 0) break;
      crowds = crowds.filter((crowd) => !near.includes(crowd));
      joined = {
        fields: [...near.flatMap((crowd) => crowd.fields), ...joined.fields],
        box: boxAround([...near.map(({ box }) => box), joined.box]),
      };
    }
    crowds.push(joined);
  }
  return crowds;
};

const boxAround = (boxes: readonly Box[]): Box => {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
};
