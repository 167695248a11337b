import { stringify } from 'csv-stringify/sync';
import { fileKeys } from '../../aws/files/file-keys.ts';
import { linkToFile, putFile } from '../../aws/files/file-store.ts';
import { SECOND, timestampIn } from '../../base/clock.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { type EnvelopeOutcome, outcomesOf } from '../../storage/envelopes/read.ts';
import type { BatchItem } from '../../storage/records/batch.ts';
import { rowsOfChunk } from './batch-rows.ts';
import type { BatchRowPage } from './batch-schema.ts';
import { batchFor } from './batch-store.ts';
import { chunksOf } from './limits.ts';

const LINK_SECONDS = 15 * 60;
/** Columns before those of the batch's file. */
const OWN = ['Row', 'State', 'Problem', 'Envelope', 'Envelope status', 'Sent at', 'Completed at'];
/** Files of rows that are read at once. */
const AT_ONCE = 4;

type Row = BatchRowPage['rows'][number];

/**
 * Writes the states and values of all rows of the caller's batch as CSV, and makes a link to it. Cells that a
 * spreadsheet would take for a formula get an apostrophe before them. Throws `batch_not_found`.
 */
export const batchCsv = async (
  caller: UserCaller,
  batch_id: string,
): Promise<{ url: string; expires_at: string; rows: number }> => {
  const batch = await batchFor(caller, batch_id);
  const lines: string[][] = [];
  const chunks = Array.from({ length: chunksOf(batch.rows) }, (_, chunk) => chunk);
  for (let at = 0; at < chunks.length; at += AT_ONCE) {
    const read = await Promise.all(chunks.slice(at, at + AT_ONCE).map((chunk) => linesOf(batch, chunk)));
    lines.push(...read.flat());
  }
  const text = stringify([[...OWN, ...batch.columns], ...lines], {
    // Excel reads a file as UTF-8 if it begins with this mark.
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  const key = fileKeys.batchResults(batch.organization_id, batch.id, 'latest');
  await putFile(key, Buffer.from(text), 'text/csv');
  const url = await linkToFile(key, {
    filename: `${batch.name}.csv`,
    mime: 'text/csv; charset=utf-8',
    disposition: 'attachment',
    expiresIn: LINK_SECONDS,
  });
  return { url, expires_at: timestampIn(LINK_SECONDS * SECOND), rows: batch.rows };
};

const linesOf = async (batch: BatchItem, chunk: number): Promise<string[][]> => {
  const rows = await rowsOfChunk(batch, chunk);
  const outcomes = await outcomesOf(rows.flatMap(({ envelope_id }) => envelope_id ?? []));
  return rows.map((row) => lineOf(row, outcomes.get(row.envelope_id ?? '')));
};

const lineOf = ({ number, state, problems, envelope_id, at, cells }: Row, outcome?: EnvelopeOutcome): string[] => [
  String(number),
  state,
  problems.map(({ column, error }) => (column === null ? error : `${column}: ${error}`)).join('; '),
  envelope_id ?? '',
  outcome?.status ?? '',
  envelope_id ? (at ?? '') : '',
  outcome?.completed_at ?? '',
  ...cells,
];
