import { stringify } from 'csv-stringify/sync';
import { fileKeys } from '../../aws/files/file-keys.ts';
import { linkToFile, putFile } from '../../aws/files/file-store.ts';
import { SECOND, timestampIn } from '../../base/clock.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { type EnvelopeOutcome, outcomesOf } from '../../storage/envelopes/outcomes.ts';
import type { BatchItem } from '../../storage/records/batch.ts';
import { rowsOfChunk } from './batch-rows.ts';
import type { BatchCsv, BatchRowPage } from './batch-schema.ts';
import { batchFor } from './batch-store.ts';
import { type FilledValues, filledValues } from './filled-values.ts';
import { BATCH_LIMITS, chunksOf } from './limits.ts';

const LINK_SECONDS = 15 * 60;
/** Columns before those of the batch's file. */
const OWN = ['Row', 'State', 'Problem', 'Envelope', 'Envelope status', 'Sent at', 'Completed at'];
/** Files of rows that are read at once. */
const AT_ONCE = 4;

type Row = BatchRowPage['rows'][number];

interface Line {
  cells: string[];
  values: FilledValues | undefined;
}

/**
 * Writes the states of all rows of the caller's batch, their cells, and what those filled in who have submitted, as
 * CSV, and makes a link to it. Cells that a spreadsheet would take for a formula get an apostrophe before them. Where
 * more was filled in than one file holds, it has none of it, and the answer says so. Throws `batch_not_found`.
 */
export const batchCsv = async (caller: UserCaller, batch_id: string): Promise<BatchCsv> => {
  const batch = await batchFor(caller, batch_id);
  const { text, has_values } = await csvOf(batch);
  const key = fileKeys.batchResults(batch.organization_id, batch.id, 'latest');
  await putFile(key, Buffer.from(text), 'text/csv');
  const url = await linkToFile(key, {
    filename: `${batch.name}.csv`,
    mime: 'text/csv; charset=utf-8',
    disposition: 'attachment',
    expiresIn: LINK_SECONDS,
  });
  return { url, expires_at: timestampIn(LINK_SECONDS * SECOND), rows: batch.rows, has_values };
};

/** The same as text, whosever batch it is. */
export const csvOf = async (batch: BatchItem): Promise<{ text: string; has_values: boolean }> => {
  const { lines, has_values } = await linesIn(batch);
  const columns = has_values ? [...new Set(lines.flatMap(({ values }) => [...(values?.keys() ?? [])]))] : [];
  const rows = lines.map(({ cells, values }) => [...cells, ...columns.map((title) => values?.get(title) ?? '')]);
  const text = stringify([[...OWN, ...batch.columns, ...columns], ...rows], {
    // Excel reads a file as UTF-8 if it begins with this mark.
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  return { text, has_values };
};

const linesIn = async (batch: BatchItem): Promise<{ lines: Line[]; has_values: boolean }> => {
  const lines: Line[] = [];
  const chunks = Array.from({ length: chunksOf(batch.rows) }, (_, chunk) => chunk);
  let values = 0;
  for (let at = 0; at < chunks.length; at += AT_ONCE) {
    const isRead = values <= BATCH_LIMITS.valuesInCsv;
    const read = await Promise.all(chunks.slice(at, at + AT_ONCE).map((chunk) => linesOf(batch, chunk, isRead)));
    lines.push(...read.flat());
    values += read.flat().reduce((sum, line) => sum + (line.values?.size ?? 0), 0);
  }
  return { lines, has_values: values <= BATCH_LIMITS.valuesInCsv };
};

const linesOf = async (batch: BatchItem, chunk: number, isRead: boolean): Promise<Line[]> => {
  const rows = await rowsOfChunk(batch, chunk);
  const outcomes = await outcomesOf(rows.flatMap(({ envelope_id }) => envelope_id ?? []));
  const values = isRead ? await filledValues(outcomes.values()) : new Map<string, FilledValues>();
  return rows.map((row) => {
    const id = row.envelope_id ?? '';
    return { cells: cellsOf(row, outcomes.get(id)), values: values.get(id) };
  });
};

const cellsOf = ({ number, state, problems, envelope_id, at, cells }: Row, outcome?: EnvelopeOutcome): string[] => [
  String(number),
  state,
  problems.map(({ column, error }) => (column === null ? error : `${column}: ${error}`)).join('; '),
  envelope_id ?? '',
  outcome?.status ?? '',
  envelope_id ? (at ?? '') : '',
  outcome?.completed_at ?? '',
  ...cells,
];
