import * as z from 'zod';
import { fileKeys } from '../aws/files/file-keys.ts';
import { deleteFile, FileChangedError, FileMissingError, getFile, putFile } from '../aws/files/file-store.ts';
import { type ZipEntry, zipFiles } from '../aws/files/zip.ts';
import { now, SECOND, timestamp } from '../base/clock.ts';
import type { RecordedFile } from '../signing/envelopes/rules/recorded-file.ts';
import { changeExport } from '../storage/exports.ts';
import type { JobItem } from '../storage/jobs/record.ts';
import type { Step } from '../storage/jobs/run.ts';
import { contentOf, type ExportPosition } from './organization-export-content.ts';

const Details = z.object({ export_id: z.string(), obsolete: z.array(z.string()) });
const Part = z.object({ key: z.string(), size: z.number() });
const Progress = z.object({
  parts: z.array(Part),
  /** Position of the next part; null after the last one. */
  place: z.record(z.string(), z.unknown()).nullable(),
});

/** A part is built in memory: it is closed at this size or after this time. */
const PART_BYTES = 32 * 1024 * 1024;
const PART_TIME = 30 * SECOND;

/**
 * Makes one part of an export in a step. A part that was made but not recorded is made again at the same key. Files of
 * the previous export are removed first.
 */
export const exportStep: Step = async (job) => {
  const { export_id, obsolete } = Details.parse(job.details);
  const { parts, place } = job.progress ? Progress.parse(job.progress) : { parts: [], place: { kind: 'records' } };
  if (place === null) return finish(job, export_id, parts);
  if (!job.progress) await Promise.all(obsolete.map(deleteFile));
  const { entries, next } = await collectPart(job.organization_id, place as ExportPosition);
  const bytes = zipFiles(entries);
  const key = fileKeys.export(job.organization_id, export_id, parts.length + 1);
  await putFile(key, bytes, 'application/zip');
  return { parts: [...parts, { key, size: bytes.length }], place: next };
};

const collectPart = async (
  organization_id: string,
  from: ExportPosition,
): Promise<{ entries: ZipEntry[]; next: ExportPosition | null }> => {
  const enough = now().getTime() + PART_TIME;
  const entries: ZipEntry[] = [];
  let size = 0;
  let place: ExportPosition | null = from;
  while (place && size < PART_BYTES && now().getTime() < enough) {
    const piece = await contentOf(organization_id, place);
    for (const { name, folders, content } of piece.files) {
      const entry = content instanceof Uint8Array ? { name, bytes: content } : await stored(name, content);
      if (!entry) continue;
      entries.push({ ...entry, folders });
      size += entry.bytes.length;
    }
    place = piece.next;
  }
  return { entries, next: place };
};

/**
 * A file of the bucket. One that was deleted during the export is left out. In the place of one that isn't the recorded
 * one stands a text that says so: a single file must not keep the owner from all others.
 */
const stored = async (name: string, { file, sha256 }: RecordedFile): Promise<ZipEntry | undefined> => {
  try {
    return { name, bytes: await getFile(file, { sha256 }) };
  } catch (error) {
    if (error instanceof FileMissingError) return undefined;
    if (!(error instanceof FileChangedError)) throw error;
    const note = `The stored file is not the recorded one, whose SHA-256 is ${sha256}. The operator was told.\n`;
    return { name: `NOT EXPORTED ${name}.txt`, bytes: Buffer.from(note) };
  }
};

const finish = async (
  { organization_id }: JobItem,
  export_id: string,
  parts: z.output<typeof Part>[],
): Promise<null> => {
  const isReady = await changeExport(organization_id, export_id, {
    status: 'ready',
    finished_at: timestamp(),
    parts,
  });
  // Another export has replaced it, or the organization is gone.
  if (!isReady) await Promise.all(parts.map(({ key }) => deleteFile(key)));
  return null;
};
