import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { writeWhole } from './durable-file.ts';

/** A file of JSON lines that survives SIGKILL: a line half written is dropped at the next opening. */
export interface Journal<T> {
  append(entry: T): void;
  /** Replaces everything by these entries. */
  rewrite(entries: readonly T[]): void;
}

/** Opens the journal at `path`, making it where it is missing, and gives the entries found in it to `each`. */
export const openJournal = <T>(path: string, each: (entry: T) => void): Journal<T> => {
  writeFileSync(path, '', { flag: 'a', mode: 0o600 });
  const lines = readFileSync(path, 'utf8').split('\n');
  const torn = lines.pop();
  // What follows the last line break was being written when the process died.
  if (torn) writeWhole(path, lines.map((line) => `${line}\n`).join(''));
  for (const line of lines) each(JSON.parse(line) as T);

  return {
    append: (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`),
    rewrite: (entries) => writeWhole(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
  };
};
