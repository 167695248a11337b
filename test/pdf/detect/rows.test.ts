import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Rows } from '../../../lib/pdf/detect/rows.ts';

const height = fc.integer({ min: -50, max: 900 });
const box = fc.tuple(height, fc.nat(60)).map(([bottom, high]) => ({ left: 0, right: 1, bottom, top: bottom + high }));

test('boxes that reach into a part of the page are found, each once and in their order', () => {
  fc.assert(
    fc.property(fc.array(box), height, height, (all, bottom, top) => {
      expect(new Rows(all).near(bottom, top)).toEqual(all.filter((one) => one.top >= bottom && one.bottom <= top));
    }),
  );
});
