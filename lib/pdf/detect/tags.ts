import type { Run } from './runs.ts';

/** A text between double braces, without them, and its lower left corner in points of the page as displayed. */
export interface FoundText {
  text: string;
  x: number;
  y: number;
}

const TAG = /\{\{([^{}]*)\}\}/gu;

/** Finds the texts between double braces in a page's lines. */
export const tagsIn = (runs: readonly Run[]): FoundText[] =>
  runs.flatMap((run) =>
    [...run.text.matchAll(TAG)].map(({ index, 1: text = '' }) => ({
      text: text.trim(),
      x: tenths(run.starts[index] ?? run.left),
      y: tenths(run.bottom),
    })),
  );

const tenths = (points: number): number => Math.round(points * 10) / 10;
