/** Limits of one batch (docs/limits.md). */
export const BATCH_LIMITS = {
  rows: 10_000,
  columns: 200,
  /** Bytes of the file. */
  bytes: 10 * 1024 * 1024,
  /** Characters of a cell, and of a column's name. */
  cell: 10_000,
  columnName: 200,
  /** Values that were filled in, in the CSV of all rows: 10,000 rows with 50 fields each. */
  valuesInCsv: 500_000,
  /** Batches that an organization keeps at once. */
  batches: 1000,
};

/** Rows of one file in the bucket. */
export const CHUNK = 250;
/** Rows that a job sends, or cancels, at once: a piece of its work. */
export const PIECE = 25;
/** Jobs that send one batch side by side. */
export const LANES = 4;
/** Problems of a row that are kept. */
export const PROBLEMS_PER_ROW = 20;
/** The part of a day's messages that batches leave to everything else. */
export const LEFT_TO_OTHERS = 0.1;
/** Days for which a batch is kept after its last change. */
export const KEPT_DAYS = 90;

/** The file of a row, by the row's index. */
export const chunkOf = (row: number): number => Math.floor(row / CHUNK);
export const chunksOf = (rows: number): number => Math.ceil(rows / CHUNK);
/** Jobs that send so many rows. */
export const lanesFor = (rows: number): number => Math.min(LANES, chunksOf(rows));
