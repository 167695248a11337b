import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillContours } from '../../lib/pdf/images/fill.ts';

const SIDE = 24;
const triangle = (left: number, right: number) => {
  const point = fc.tuple(
    fc.double({ min: left, max: right, noNaN: true }),
    fc.double({ min: 0, max: SIDE, noNaN: true }),
  );
  return fc.array(point, { minLength: 3, maxLength: 8 });
};

test('ink stays within the contours that it fills, for any corners', () => {
  fc.assert(
    fc.property(triangle(0, 8), triangle(16, SIDE), (one, other) => {
      const ink = fillContours([one, other], SIDE, SIDE);
      const between = ink.filter((_, at) => at % SIDE >= 8 && at % SIDE < 16);
      expect(Math.max(...between)).toBe(0);
      expect(Math.max(...ink)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a rectangle covers the right share of each pixel, and a hole of the other direction stays empty', () => {
  const box = (left: number, top: number, right: number, bottom: number) =>
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ] as [number, number][];
  const ink = fillContours([box(0, 0, 4, 4), box(1, 1, 3, 3).toReversed(), box(4, 0, 5.5, 1)], 6, 4);
  const rows = [0, 1, 2, 3].map((y) => [...ink.slice(y * 6, y * 6 + 6)].map((share) => Math.round(share * 100)));
  expect(rows).toEqual([
    [100, 100, 100, 100, 100, 50],
    [100, 0, 0, 100, 0, 0],
    [100, 0, 0, 100, 0, 0],
    [100, 100, 100, 100, 0, 0],
  ]);
});
