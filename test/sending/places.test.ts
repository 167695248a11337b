import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Contents } from '../../lib/pages/browser/sending/draft.ts';
import { addRole, initialEveryPage, misplacedFields, placeField } from '../../lib/pages/browser/sending/edits.ts';
import { movedBy, pointAt } from '../../lib/pages/browser/sending/points.ts';
import { snapsOf, toNextGuide } from '../../lib/pages/browser/sending/snap.ts';
import { guidesOf } from '../../lib/pdf/detect/guides.ts';

const side = fc.double({ min: 50, max: 5000, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
/** A page as displayed, after rotation and cropping, and its box on the screen, at any zoom and pixel ratio. */
const shown = fc.record({
  size: fc.record({ width: side, height: side }),
  left: fc.double({ min: -5000, max: 5000, noNaN: true }),
  bottom: fc.double({ min: -5000, max: 5000, noNaN: true }),
  scale: fc.double({ min: 0.1, max: 8, noNaN: true }),
});
const boxOf = ({ size, left, bottom, scale }: typeof shown extends fc.Arbitrary<infer T> ? T : never) => ({
  left,
  bottom,
  width: size.width * scale,
  height: size.height * scale,
});

describe('places on pages', () => {
  test('are points of the page, whatever zoom, pixel ratio and scrolling make of its pixels', () => {
    fc.assert(
      fc.property(shown, share, share, (page, across, up) => {
        const box = boxOf(page);
        const at = { x: box.left + across * box.width, y: box.bottom - up * box.height };
        const { x, y } = pointAt(box, page.size, at);
        expect(x).toBeCloseTo(across * page.size.width, 4);
        expect(y).toBeCloseTo(up * page.size.height, 4);
      }),
    );
  });

  test('move by as many points as the pointer moves over, at every zoom', () => {
    fc.assert(
      fc.property(shown, share, share, (page, across, up) => {
        const box = boxOf(page);
        const from = pointAt(box, page.size, { x: box.left, y: box.bottom });
        const by = { x: across * box.width, y: -up * box.height };
        const to = pointAt(box, page.size, { x: box.left + by.x, y: box.bottom + by.y });
        const moved = movedBy(box, page.size, by);
        expect(moved.x).toBeCloseTo(to.x - from.x, 4);
        expect(moved.y).toBeCloseTo(to.y - from.y, 4);
      }),
    );
  });
});

const settings = {
  ...{ name: '', description: '', visibility: 'private' as const, expires_at: null },
  ...{ initial_reminder: null, followup_reminders: null },
};
const SIZES = { 1: { width: 612, height: 792 }, 2: { width: 300, height: 300 } };
const EMPTY: Contents = addRole({
  settings,
  documents: [{ id: 'd1', name: 'lease.pdf', order: 0, pages: 2, page_sizes: SIZES }],
  roles: [],
  fields: [],
});
const role_name = EMPTY.roles[0]?.name ?? '';
const placed = (x: number, y: number, from = EMPTY) =>
  placeField(from, { type: 'textbox', role_name, document_id: 'd1', page: 1, x, y }).contents;
const fieldIn = ({ fields }: Contents, index = 0) => fields[index] as Contents['fields'][number];

describe('a moved field', () => {
  const guides = { x: [100], y: [500] };

  test('snaps with a side to a line or box of the page that is near, and says where', () => {
    const all = placed(300, 300);
    const field = fieldIn(all);
    const near = { x: 102 - field.x, y: 497 - field.y };
    const { by, at } = snapsOf(all, new Set([field.name]), field, guides)(near);
    expect([field.x + by.x, field.y + by.y, at]).toEqual([100, 500, { x: 100, y: 500 }]);
    const far = snapsOf(all, new Set([field.name]), field, guides)({ x: 30, y: 30 });
    expect(far).toEqual({ by: { x: 30, y: 30 }, at: { x: null, y: null } });
  });

  test('snaps to other fields of its page, and not to those that move with it', () => {
    const all = placed(300, 500, placed(300, 300));
    const [one, two] = [fieldIn(all, 0), fieldIn(all, 1)];
    expect(snapsOf(all, new Set([one.name]), one)({ x: 3, y: 0 }).by.x).toBeCloseTo(0);
    expect(snapsOf(all, new Set([one.name, two.name]), one)({ x: 3, y: 0 }).by.x).toBe(3);
  });

  test('goes by keys to the same places, one after the other, and stays where there is none', () => {
    const all = placed(300, 300);
    const field = fieldIn(all);
    const names = new Set([field.name]);
    const right = { x: 1, y: 0 };
    const to = { x: [field.x + 10, field.x + 40], y: [] };
    expect(toNextGuide(all, names, field, right, to)).toEqual({ x: 10, y: 0 });
    const there = { ...field, x: field.x + 10 };
    expect(toNextGuide(all, names, there, right, to).x).toBeCloseTo(30);
    expect(toNextGuide(all, names, field, { x: 0, y: -1 }, to)).toEqual({ x: 0, y: 0 });
  });
});

test('guides of a page are its lines, the ends of these, and the sides of its boxes, each once', () => {
  const line = { at: 500, from: 100, to: 300, thickness: 1 };
  const box = { left: 300.2, right: 400, bottom: 100, top: 500, round: false, stroked: true, fill: null };
  expect(guidesOf({ horizontal: [line], vertical: [{ ...line, at: 50 }], boxes: [box] })).toEqual({
    x: [50, 100, 300, 400],
    y: [100, 500],
  });
});

test('initials come on every page that has none of that person, in the lower right corner', () => {
  const once = initialEveryPage(EMPTY, role_name);
  expect(once.fields.map(({ page, x, y, width }) => [page, SIZES[page as 1].width - x - width, y])).toEqual([
    [1, 36, 36],
    [2, 36, 36],
  ]);
  expect(initialEveryPage(once, role_name).fields).toHaveLength(2);
});

test('fields without a place are those of pages that are gone, and those that lie outside of their page', () => {
  const all = placed(300, 300);
  const field = fieldIn(all);
  const fields = [field, { ...field, name: 'gone', page: 3 }, { ...field, name: 'outside', page: 2, x: 250 }];
  expect(misplacedFields({ ...all, fields }).map(({ name }) => name)).toEqual(['gone', 'outside']);
});
