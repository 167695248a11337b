/** A palette of a picture, and how well it fits. */
export interface Palette {
  /** Red, green and blue of each entry. */
  colours: Uint8Array;
  /** The palette's entry for a colour of the picture. */
  entryOf: (colour: number) => number;
  /** False if the change of colours would be visible. */
  isFaithful: boolean;
}

/** The colours of a picture as 32-bit words, with the number of their pixels. */
export type Histogram = ReadonlyMap<number, number>;

/** Returns null for more than `most` colours: the picture is then a photograph. */
export const histogramOf = (pixels: Uint32Array, most: number): Histogram | null => {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; ) {
    const colour = pixels[at] as number;
    const from = at;
    // Pages are mostly white, so equal neighbours are counted together.
    while (at < pixels.length && pixels[at] === colour) at++;
    counts.set(colour, (counts.get(colour) ?? 0) + at - from);
    if (counts.size > most) return null;
  }
  return counts;
};

/** From this share of the pixels a colour is an area. People compare its tint with its neighbours. */
const AREA = 0.002;
/** Steps, of 255, by which a colour may change: in an area, and on the edges of letters. */
const AREA_STEPS = 3;
const EDGE_STEPS = 20;
/** Share of the pixels that may change by more than `EDGE_STEPS`: single specks. */
const SPECKS = 0.0002;
const ROUNDS = 6;

/**
 * Makes a palette of at most `size` colours: all of them if there are no more, else the areas' colours and centres of
 * the others (k-means, started from the farthest colours). The same picture always gets the same palette.
 */
export const paletteOf = (histogram: Histogram, size: number): Palette => {
  const words = [...histogram.keys()].sort((a, b) => (histogram.get(b) ?? 0) - (histogram.get(a) ?? 0) || a - b);
  const counts = words.map((word) => histogram.get(word) ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (words.length <= size) {
    return { colours: Uint8Array.from(words.flatMap(channels)), entryOf: lookup(words, (at) => at), isFaithful: true };
  }
  const points = Float32Array.from(words.flatMap(channels));
  const areas = areasOf(points, counts, total).slice(0, size);
  const kept = areas.length;
  const centres = start(points, counts, size, areas);
  const nearest = new Uint16Array(words.length);
  for (let round = 0; round < ROUNDS; round++) {
    assign(points, centres, nearest);
    if (round < ROUNDS - 1) move(points, counts, nearest, centres, kept);
  }
  let specks = 0;
  let isFaithful = true;
  const colours = Uint8Array.from(centres, Math.round);
  words.forEach((_, at) => {
    const steps = stepsBetween(points, at, colours, nearest[at] ?? 0);
    const count = counts[at] ?? 0;
    if (count >= total * AREA && steps > AREA_STEPS) isFaithful = false;
    if (steps > EDGE_STEPS) specks += count;
  });
  return {
    colours,
    entryOf: lookup(words, (at) => nearest[at] ?? 0),
    isFaithful: isFaithful && specks <= total * SPECKS,
  };
};

const SLOTS = 4096;

/** Returns the entry of a colour, with a cache: most pixels have one of few colours. */
const lookup = (words: readonly number[], entryAt: (index: number) => number): ((colour: number) => number) => {
  const entries = new Map(words.map((word, at) => [word, entryAt(at)]));
  const seen = new Float64Array(SLOTS).fill(-1);
  const known = new Uint8Array(SLOTS);
  return (colour) => {
    const slot = (Math.imul(colour, 0x9e3779b1) >>> 20) & (SLOTS - 1);
    if (seen[slot] !== colour) {
      seen[slot] = colour;
      known[slot] = entries.get(colour) ?? 0;
    }
    return known[slot] as number;
  };
};

const channels = (word: number): [number, number, number] => [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];

const distance = (points: Float32Array, at: number, centres: Float32Array, centre: number): number => {
  const red = (points[at * 3] ?? 0) - (centres[centre * 3] ?? 0);
  const green = (points[at * 3 + 1] ?? 0) - (centres[centre * 3 + 1] ?? 0);
  const blue = (points[at * 3 + 2] ?? 0) - (centres[centre * 3 + 2] ?? 0);
  return red * red + green * green + blue * blue;
};

/** Indices of the areas' colours, the most frequent first; only one of colours that look the same. */
const areasOf = (points: Float32Array, counts: readonly number[], total: number): number[] => {
  const found: number[] = [];
  counts.forEach((count, at) => {
    if (count >= total * AREA && !found.some((other) => stepsBetween(points, at, points, other) <= AREA_STEPS))
      found.push(at);
  });
  return found;
};

/** The largest difference of two colours in one channel. */
const stepsBetween = (some: ArrayLike<number>, at: number, others: ArrayLike<number>, other: number): number =>
  Math.max(...[0, 1, 2].map((channel) => Math.abs((some[at * 3 + channel] ?? 0) - (others[other * 3 + channel] ?? 0))));

/** Chooses the areas' colours, or the most frequent one, then repeatedly the colour with the largest total error. */
const start = (
  points: Float32Array,
  counts: readonly number[],
  size: number,
  areas: readonly number[],
): Float32Array => {
  const centres = new Float32Array(size * 3);
  const errors = new Float64Array(counts.length).fill(Number.POSITIVE_INFINITY);
  for (let centre = 0; centre < size; centre++) {
    let chosen = areas[centre] ?? 0;
    if (centre >= Math.max(1, areas.length)) {
      let worst = -1;
      counts.forEach((count, at) => {
        // The root gives rare colours that are far from all others a chance.
        const error = (errors[at] ?? 0) * Math.sqrt(count);
        if (error > worst) [worst, chosen] = [error, at];
      });
    }
    centres.set(points.subarray(chosen * 3, chosen * 3 + 3), centre * 3);
    for (let at = 0; at < counts.length; at++) {
      errors[at] = Math.min(errors[at] ?? 0, distance(points, at, centres, centre));
    }
  }
  return centres;
};

const assign = (points: Float32Array, centres: Float32Array, nearest: Uint16Array): void => {
  for (let at = 0; at < nearest.length; at++) {
    let least = Number.POSITIVE_INFINITY;
    for (let centre = 0; centre < centres.length / 3; centre++) {
      const found = distance(points, at, centres, centre);
      if (found < least) {
        least = found;
        nearest[at] = centre;
      }
    }
  }
};

/** Moves each centre to the mean of its colours. Centres of areas don't move. */
const move = (
  points: Float32Array,
  counts: readonly number[],
  nearest: Uint16Array,
  centres: Float32Array,
  kept: number,
): void => {
  const sums = new Float64Array(centres.length);
  const weights = new Float64Array(centres.length / 3);
  nearest.forEach((centre, at) => {
    // Weighted by the root: otherwise near-whites would displace the colours of letters.
    const weight = Math.sqrt(counts[at] ?? 0);
    weights[centre] = (weights[centre] ?? 0) + weight;
    for (let channel = 0; channel < 3; channel++) {
      sums[centre * 3 + channel] = (sums[centre * 3 + channel] ?? 0) + weight * (points[at * 3 + channel] ?? 0);
    }
  });
  for (let centre = kept; centre < weights.length; centre++) {
    const weight = weights[centre] ?? 0;
    if (weight === 0) continue;
    for (let channel = 0; channel < 3; channel++)
      centres[centre * 3 + channel] = (sums[centre * 3 + channel] ?? 0) / weight;
  }
};
