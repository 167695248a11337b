import { fileKeys } from '../../aws/files/file-keys.ts';
import { FileMissingError, getFile, putFile } from '../../aws/files/file-store.ts';
import type { BatchItem } from '../../storage/records/batch.ts';
import type { RowProblem } from './check-row.ts';
import { CHUNK, chunksOf } from './limits.ts';
import type { TableRow } from './read-table.ts';

type Place = Pick<BatchItem, 'id' | 'organization_id'>;

/** Problems of the rows of a file, by the index of the row. */
export type ChunkProblems = Record<string, RowProblem[]>;

const JSON_TYPE = 'application/json';
/** Files that are written at once. */
const AT_ONCE = 10;

/** Stores the rows of a batch, so many in a file. */
export const putRows = async ({ id, organization_id }: Place, rows: readonly TableRow[]): Promise<void> => {
  const chunks = Array.from({ length: chunksOf(rows.length) }, (_, chunk) => chunk);
  for (let at = 0; at < chunks.length; at += AT_ONCE) {
    await Promise.all(
      chunks.slice(at, at + AT_ONCE).map((chunk) => {
        const part = rows.slice(chunk * CHUNK, (chunk + 1) * CHUNK);
        return putFile(fileKeys.batchRows(organization_id, id, chunk), bytesOf(part), JSON_TYPE);
      }),
    );
  }
};

/** The rows of one file. Throws `FileMissingError` if the batch was deleted. */
export const rowsInChunk = async ({ id, organization_id }: Place, chunk: number): Promise<TableRow[]> =>
  JSON.parse(textOf(await getFile(fileKeys.batchRows(organization_id, id, chunk)))) as TableRow[];

/** Stores the problems that a check has found in one file. */
export const putProblems = (
  { id, organization_id }: Place,
  check: number,
  chunk: number,
  problems: ChunkProblems,
): Promise<void> => putFile(fileKeys.batchProblems(organization_id, id, check, chunk), bytesOf(problems), JSON_TYPE);

/** The problems that the last check has found in one file; none before it has looked at that. */
export const problemsInChunk = async (
  { id, organization_id, check }: Place & Pick<BatchItem, 'check'>,
  chunk: number,
): Promise<ChunkProblems> => {
  if (!check || check.bad === 0) return {};
  try {
    return JSON.parse(textOf(await getFile(fileKeys.batchProblems(organization_id, id, check.number, chunk))));
  } catch (error) {
    if (error instanceof FileMissingError) return {};
    throw error;
  }
};

const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
