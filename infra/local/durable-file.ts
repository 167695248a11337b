import { readFileSync, renameSync, writeFileSync } from 'node:fs';

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
