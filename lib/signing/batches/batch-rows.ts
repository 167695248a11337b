import type { UserCaller } from '../../people/access/caller.ts';
import { rowsOf } from '../../storage/batches.ts';
import type { BatchItem, RowState } from '../../storage/records/batch.ts';
import type { BatchRowPage } from './batch-schema.ts';
import { batchFor } from './batch-store.ts';
import { CHUNK, chunkOf } from './limits.ts';
import { problemsInChunk, rowsInChunk } from './row-files.ts';

type Row = BatchRowPage['rows'][number];

/** All rows of one file, with their states. */
export const rowsOfChunk = async (batch: BatchItem, chunk: number): Promise<Row[]> => {
  const first = chunk * CHUNK;
  const [rows, problems, ended] = await Promise.all([
    rowsInChunk(batch, chunk),
    problemsInChunk(batch, chunk),
    batch.started_at === null ? new Map() : rowsOf(batch.id, first, first + CHUNK - 1),
  ]);
  const isCanceled = batch.status === 'canceled';
  return rows.map(({ number, cells }, at): Row => {
    const index = first + at;
    const end = ended.get(index);
    const found = problems[index] ?? [];
    const unsent: RowState = isCanceled ? 'canceled' : found.length > 0 ? 'bad' : 'waiting';
    return {
      index,
      number,
      state: end?.state ?? unsent,
      cells,
      problems: end?.error
        ? [{ column: null, error: end.error }]
        : end
          ? []
          : found.map(({ column, error }) => ({
              column: column === null ? null : (batch.columns[column] ?? null),
              error,
            })),
      envelope_id: end?.envelope_id ?? null,
      at: end?.at ?? null,
    };
  });
};

/**
 * A page of the rows of the caller's batch, in the order of the file. Rows in one state are looked for from file to
 * file. Throws `batch_not_found`.
 */
export const listRows = async (
  caller: UserCaller,
  batch_id: string,
  { state, after = 0, rows: most }: { state?: RowState | undefined; after?: number | undefined; rows: number },
): Promise<BatchRowPage> => {
  const batch = await batchFor(caller, batch_id);
  const found: Row[] = [];
  for (let next = after; next < batch.rows; next = (chunkOf(next) + 1) * CHUNK) {
    const all = await rowsOfChunk(batch, chunkOf(next));
    found.push(...all.filter((row) => row.index >= next && (state === undefined || row.state === state)));
    if (found.length > most) break;
  }
  const page = found.slice(0, most);
  return { rows: page, next: found.length > most ? (page.at(-1)?.index ?? 0) + 1 : null };
};
