import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { writeWhole } from './durable-file.ts';

/** A file of JSON lines that survives SIGKILL: a half-written line is dropped at the next opening. */
export interface Journal<T> {
  append(entry: T): void;
  /** Replaces all entries. */
  rewrite(entries: readonly T[]): void;
}

/** Opens the journal at `path`, creates it if it is missing, and passes its entries to `each`. */
export const openJournal = <T>(path: string, each: (entry: T) => void): Journal<T> => {
  writeFileSync(path, '', { flag: 'a', mode: 0o600 });
  const lines = readFileSync(path, 'utf8').split('\n');
  const torn = lines.pop();
  // The text after the last line break was being written when the process died.
  if (torn) writeWhole(path, lines.map((line) => `${line}\n`).join(''));
  for (const line of lines) each(JSON.parse(line) as T);

  return {
    append: (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`),
    rewrite: (entries) => writeWhole(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
  };
};
