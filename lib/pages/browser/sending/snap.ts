import type { Contents, PlacedField } from './draft.ts';

/** Places that a moved field snaps to. Pure, so that they are tested without a browser. */

/** Places of a page that fields can be put in line with, in points from its left and its lower edge. */
export interface Guides {
  x: readonly number[];
  y: readonly number[];
}

interface Point {
  x: number;
  y: number;
}

/** A movement that snaps, and the places that it has snapped to. */
export interface Snapped {
  by: Point;
  at: { x: number | null; y: number | null };
}

/** Points within which a side snaps. */
const SNAP = 4;

type Axis = 'x' | 'y';
const EXTENT = { x: 'width', y: 'height' } as const;

/** The sides of a box along an axis. */
const sides = (field: PlacedField, axis: Axis): number[] => [field[axis], field[axis] + field[EXTENT[axis]]];
const middle = (field: PlacedField, axis: Axis): number => field[axis] + field[EXTENT[axis]] / 2;

/**
 * Places of the page that the sides of a field may be put on: those of its lines and boxes, and of other fields'
 * sides.
 */
const placesOf = (others: readonly PlacedField[], guides: Guides | undefined, axis: Axis): number[] => [
  ...others.flatMap((one) => sides(one, axis)),
  ...(guides?.[axis] ?? []),
];

const othersOf = ({ fields }: Contents, names: ReadonlySet<string>, { document_id, page }: PlacedField) =>
  fields.filter((one) => !names.has(one.name) && one.document_id === document_id && one.page === page);

/** Snaps a movement. */
export type Snapping = (by: Point) => Snapped;

/**
 * Snaps movements of a field, so that a side of its box meets a guide or another field's side, or its middle another
 * field's middle, where one is near. What it can meet is gathered once for all its movements.
 */
export const snapsOf = (
  contents: Contents,
  names: ReadonlySet<string>,
  moved: PlacedField,
  guides?: Guides,
): Snapping => {
  const others = othersOf(contents, names, moved);
  const alongAxis = (axis: Axis) => {
    const places = placesOf(others, guides, axis);
    const middles = others.map((one) => middle(one, axis));
    const [low, high] = [moved[axis], moved[axis] + moved[EXTENT[axis]]];
    return (by: number) =>
      nearest([
        [low + by, places],
        [high + by, places],
        [middle(moved, axis) + by, middles],
      ]);
  };
  const [across, up] = [alongAxis('x'), alongAxis('y')];
  return (by) => {
    const [x, y] = [across(by.x), up(by.y)];
    return {
      by: { x: by.x + (x?.gap ?? 0), y: by.y + (y?.gap ?? 0) },
      at: { x: x?.place ?? null, y: y?.place ?? null },
    };
  };
};

/** Of pairs of an own place and those that it may be put on, the least gap at which one snaps. */
const nearest = (
  pairs: readonly (readonly [number, readonly number[]])[],
): { gap: number; place: number } | undefined => {
  let found: { gap: number; place: number } | undefined;
  for (const [own, places] of pairs) {
    for (const place of places) {
      const gap = place - own;
      if (Math.abs(gap) <= SNAP && Math.abs(gap) < Math.abs(found?.gap ?? Number.POSITIVE_INFINITY))
        found = { gap, place };
    }
  }
  return found;
};

/** Points that a key moves at least: a side that stands on a guide goes on to the next one. */
const LEAST_STEP = 0.2;

/** The movement to the next place that a side would snap to, in a direction; none if there is none. */
export const toNextGuide = (
  contents: Contents,
  names: ReadonlySet<string>,
  field: PlacedField,
  direction: Point,
  guides?: Guides,
): Point => {
  const axis: Axis = direction.x === 0 ? 'y' : 'x';
  const sign = direction[axis];
  const places = placesOf(othersOf(contents, names, field), guides, axis);
  const steps = sides(field, axis).flatMap((own) => places.map((place) => (place - own) * sign));
  const step = Math.min(...steps.filter((one) => one >= LEAST_STEP));
  const by = { x: 0, y: 0 };
  if (Number.isFinite(step)) by[axis] = step * sign;
  return by;
};
