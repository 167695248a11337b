import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { report } from './report.ts';

/** Writes a file atomically: a reader, or a start after a crash, finds the old or the new text and never a part. */
export const writeWhole = (path: string, text: string | Uint8Array, mode = 0o600): void => {
  const temporary = `${path}.${process.pid}.partial`;
  writeFileSync(temporary, text, { mode });
  renameSync(temporary, path);
};

/** Reads the file's text; undefined if there is no such file. */
export const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Parses JSON of the file at `path`. What a crash or a full disk left half-written is reported, and counts as missing.
 */
export const parsed = <T>(text: string | undefined, path: string): T | undefined => {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    report(`${path} has a half-written part, which is dropped`, error);
    return undefined;
  }
};
