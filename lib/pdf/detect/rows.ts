import type { Rectangle } from './rectangle.ts';

/**
 * Texts or boxes of a page by their heights on it. Nearly all questions are about those that are level with one place:
 * on a dense form, to look at all others as closely takes much of the time.
 */
export class Rows<T extends Rectangle> {
  readonly #all: readonly T[];
  readonly #bottoms: Float64Array;
  readonly #tops: Float64Array;

  constructor(all: readonly T[]) {
    this.#all = all;
    this.#bottoms = Float64Array.from(all, ({ bottom }) => bottom);
    this.#tops = Float64Array.from(all, ({ top }) => top);
  }

  /** All that reach into what is between these heights, in their order. */
  near(bottom: number, top: number): T[] {
    const found: T[] = [];
    const [bottoms, tops] = [this.#bottoms, this.#tops];
    for (let index = 0; index < tops.length; index++)
      if ((tops[index] as number) >= bottom && (bottoms[index] as number) <= top) found.push(this.#all[index] as T);
    return found;
  }
}
