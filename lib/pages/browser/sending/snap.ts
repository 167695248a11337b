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

/**
 * The movement, so that a side of the moved box meets a guide or another field's side, or its middle another field's
 * middle, where one is near.
 */
export const snapped = (
  contents: Contents,
  names: ReadonlySet<string>,
  moved: PlacedField,
  by: Point,
  guides?: Guides,
): Snapped => {
  const others = othersOf(contents, names, moved);
  const at = { ...moved, x: moved.x + by.x, y: moved.y + by.y };
  const along = (axis: Axis): { gap: number; place: number } | undefined => {
    const pairs = [
      ...sides(at, axis).flatMap((own) => placesOf(others, guides, axis).map((place) => ({ gap: place - own, place }))),
      ...others.map((one) => middle(one, axis)).map((place) => ({ gap: place - middle(at, axis), place })),
    ];
    const near = pairs.filter(({ gap }) => Math.abs(gap) <= SNAP);
    return near.sort((a, b) => Math.abs(a.gap) - Math.abs(b.gap))[0];
  };
  const [across, up] = [along('x'), along('y')];
  return {
    by: { x: by.x + (across?.gap ?? 0), y: by.y + (up?.gap ?? 0) },
    at: { x: across?.place ?? null, y: up?.place ?? null },
  };
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
