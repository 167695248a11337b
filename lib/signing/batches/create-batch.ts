import { FileMissingError, FileTooLargeError, getFile } from '../../aws/files/file-store.ts';
import type { UploadedFile } from '../../aws/files/uploaded-file.ts';
import { DAY, timestamp, timestampIn } from '../../base/clock.ts';
import { fail, invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { type NewBatch as BatchRecord, findBatch, newBatchWrites } from '../../storage/batches.ts';
import { commit } from '../../storage/engine/commit.ts';
import { newJob } from '../../storage/jobs/record.ts';
import { decodeBase64 } from '../documents/base64.ts';
import { uploadedFile } from '../documents/uploads.ts';
import { templateFor } from '../templates/template-store.ts';
import type { Batch, NewBatch } from './batch-schema.ts';
import { shownBatch } from './batch-store.ts';
import { demandMapping } from './demand-mapping.ts';
import { BATCH_LIMITS, KEPT_DAYS, lanesFor } from './limits.ts';
import { proposeMapping } from './propose-mapping.ts';
import { readTable, type Table, tableOfRecords } from './read-table.ts';
import { putRows } from './row-files.ts';

/**
 * Makes a batch of a file's rows, and proposes what its columns are used for. Nothing is sent. Throws
 * `template_not_found`, `organization_full`, and `invalid` for a file that can't be read as a table.
 */
export const createBatch = async (
  caller: UserCaller,
  given: NewBatch,
  files: readonly UploadedFile[],
): Promise<Batch> => {
  const { organization_id, profile_id } = caller;
  const template = await templateFor(caller, given.template_id, 'use');
  const { columns, rows } = await tableOf(organization_id, given, files);
  if (given.mapping) demandMapping(given.mapping, columns, template);
  const id = newId();
  const now = timestamp();
  await putRows({ id, organization_id }, rows);
  const batch: BatchRecord = {
    id,
    organization_id,
    profile_id,
    template_id: template.header.id,
    name: given.name ?? template.header.name,
    status: 'draft',
    stopped_by: null,
    columns,
    mapping: given.mapping ?? proposeMapping(columns, template),
    settings: given.settings ?? {},
    rows: rows.length,
    check: null,
    done: 0,
    found: 0,
    canceled: 0,
    withdrawn: 0,
    run: 0,
    lanes: lanesFor(rows.length),
    created_at: now,
    updated_at: now,
    started_at: null,
    ended_at: null,
  };
  const end = newJob('delete_batch', organization_id, { batch_id: id });
  const writes = [
    ...newBatchWrites(batch, BATCH_LIMITS.batches),
    { put: { ...end, progress: { not_before: timestampIn(KEPT_DAYS * DAY) } } },
  ];
  const earlier = await commit(writes, {
    refuse: () => fail('organization_full', { limit: BATCH_LIMITS.batches, things: 'batches' }),
    repeated: ({ pk }) => pk.slice('BATCH#'.length),
  });
  const made = await findBatch(earlier ?? id);
  return shownBatch(made ?? fail('batch_not_found'));
};

const tableOf = async (
  organization_id: string,
  { data, rows }: NewBatch,
  files: readonly UploadedFile[],
): Promise<Table> => {
  const [file] = files;
  const given = [file, data ?? undefined, rows ?? undefined].filter((one) => one !== undefined);
  if (given.length !== 1) return invalid('data', 'exactly one of data, rows and a file is required');
  if (rows) return tableOfRecords(rows, 'rows');
  if (file) return readTable(file.bytes, 'file');
  return readTable(await bytesOf(organization_id, data ?? ''), 'data');
};

const UPLOAD = /^\s*[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\s*$/i;

const bytesOf = async (organization_id: string, data: string): Promise<Uint8Array> => {
  if (!UPLOAD.test(data)) return decodeBase64(data, 'data');
  const upload = (await uploadedFile(organization_id, data.trim())) ?? invalid('data', 'there is no such upload');
  try {
    return await getFile(upload.file, { maxBytes: BATCH_LIMITS.bytes });
  } catch (error) {
    if (error instanceof FileMissingError) return invalid('data', 'nothing was uploaded yet');
    if (!(error instanceof FileTooLargeError)) throw error;
    return invalid('data', `must have at most ${BATCH_LIMITS.bytes / 1024 / 1024} MB`);
  }
};
