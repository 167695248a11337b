import { describe, expect, test } from 'vitest';
import type { Field } from '../../lib/pages/browser/shared/answers.ts';
import {
  crowdsOf,
  holdsInput,
  holdsLabel,
  sideForLabel,
  textSize,
} from '../../lib/pages/browser/signing/state/field-place.ts';

const PAGE = { width: 612, height: 792 };
const NONE = { fields: [], lines: [] };

const field = (more: Partial<Field> = {}): Field => ({
  name: 'a',
  envelope_id: '',
  role_name: 'One',
  document_id: '',
  type: 'textbox',
  required: true,
  readonly: false,
  settings: {},
  page: 1,
  x: 100,
  y: 500,
  width: 150,
  height: 15,
  validator: null,
  label: null,
  placeholder: null,
  group: null,
  multiline: false,
  options: [],
  default: null,
  prepared: false,
  is_valid: true,
  value: null,
  stamped_text: null,
  ...more,
});

/** Pixels for a point: a page on a phone of 320 pixels, and one on a desktop. */
const PHONE = 0.46;
const DESKTOP = 1.5;

describe('a label beside a box', () => {
  const box = { x: 100, y: 500, width: 14, height: 14 };
  const side = (taken: { fields: object[]; lines: object[] }, at: object = {}, scale = DESKTOP) =>
    sideForLabel({ box: { ...box, ...at }, label: 'Monthly', scale }, PAGE, taken as typeof NONE);

  test('stands at the right, at the left near the page’s edge, above where both are taken', () => {
    const onRight = { x: 120, y: 500, width: 100, height: 12 };
    const onLeft = { x: 40, y: 500, width: 50, height: 12 };
    expect(side(NONE)).toBe('right');
    expect(side(NONE, { x: 590 })).toBe('left');
    expect(side({ fields: [], lines: [onRight] })).toBe('left');
    expect(side({ fields: [onRight], lines: [onLeft] })).toBe('above');
  });

  test('is left out where it would cover a field or a text of the document, which may well be its own', () => {
    const around = { x: 20, y: 480, width: 300, height: 60 };
    expect(side({ fields: [], lines: [around] })).toBeNull();
    expect(side({ fields: [around], lines: [] })).toBeNull();
    // The next row is far enough away on a desktop, but on a phone its box is drawn larger than it is.
    const below = { x: 116, y: 478, width: 14, height: 14 };
    expect(side({ fields: [below], lines: [] })).toBe('right');
    expect(side({ fields: [below], lines: [] }, {}, PHONE)).not.toBe('right');
  });
});

test('a label is shown inside of a field only where all of it can be read', () => {
  expect(holdsLabel(field({}), 'Town', DESKTOP)).toBe(true);
  expect(holdsLabel(field({}), 'Town', PHONE)).toBe(false);
  expect(holdsLabel(field({ width: 24, height: 24 }), 'Proof of income', DESKTOP)).toBe(false);
  expect(holdsLabel(field({ width: 71, height: 36 }), '氏名の署名欄', DESKTOP)).toBe(true);
  expect(holdsLabel(field({ width: 71, height: 36 }), '氏名の署名欄を確認', DESKTOP)).toBe(false);
});

test('one types on the page where the text is large enough to be read, and only what is typed or chosen', () => {
  for (const type of ['textbox', 'date', 'dropdown'] as const) {
    expect(holdsInput(field({ type, width: 85 }), DESKTOP, 9)).toBe(true);
    expect(holdsInput(field({ type, width: 85 }), PHONE, 9)).toBe(false);
    expect(holdsInput(field({ type, width: 20 }), DESKTOP, 9)).toBe(false);
  }
  expect(holdsInput(field({ type: 'textarea', height: 41 }), DESKTOP, 9)).toBe(true);
  expect(holdsInput(field({ type: 'textarea', height: 15 }), DESKTOP, 9)).toBe(false);
  expect(holdsInput(field({ type: 'signature', height: 41 }), DESKTOP, 9)).toBe(false);
  // Browsers on phones and tablets zoom in on smaller letters.
  expect(holdsInput(field({ type: 'textbox' }), 1, 16)).toBe(false);
});

test('a value that is longer than its field is shown smaller, as it is stamped', () => {
  expect(textSize(field({}), 'Vienna')).toBeCloseTo(10.8);
  expect(textSize(field({}), 'A very long name of a town in Wales')).toBeLessThan(8);
  expect(textSize(field({ type: 'textarea', height: 41 }), 'Two lines')).toBe(10);
});

describe('fields that stand close together', () => {
  const rows = (count: number, apart: number) =>
    Array.from({ length: count }, (_, at) => field({ y: 500 - at * apart }));
  const sizes = (fields: Field[], scale: number) => crowdsOf(fields, scale).map((crowd) => crowd.fields.length);

  test('are one crowd where their targets would cover each other, and alone where they do not', () => {
    expect(sizes(rows(5, 20), PHONE)).toEqual([5]);
    expect(sizes(rows(5, 20), DESKTOP)).toEqual([1, 1, 1, 1, 1]);
    expect(sizes(rows(2, 60), PHONE)).toEqual([1, 1]);
    expect(sizes([], PHONE)).toEqual([]);
  });

  test('have boxes that never cover each other, however they lie', () => {
    let seed = 7;
    const next = (most: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let times = 0; times < 200; times++) {
      const fields = Array.from({ length: 12 }, () =>
        field({ x: next(560), y: next(760), width: 10 + next(120), height: 8 + next(30) }),
      );
      const crowds = crowdsOf(fields, PHONE);
      expect(crowds.flatMap((crowd) => crowd.fields)).toHaveLength(fields.length);
      for (const { box } of crowds) {
        expect(box.width * PHONE).toBeGreaterThanOrEqual(24 - 1e-9);
        expect(box.height * PHONE).toBeGreaterThanOrEqual(24 - 1e-9);
        for (const other of crowds) {
          const isApart =
            box.x + box.width <= other.box.x ||
            other.box.x + other.box.width <= box.x ||
            box.y + box.height <= other.box.y ||
            other.box.y + other.box.height <= box.y;
          expect(isApart).toBe(other.box !== box);
        }
      }
    }
  });
});
