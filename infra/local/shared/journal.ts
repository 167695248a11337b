import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { parsed, writeWhole } from './durable-file.ts';
import { report } from './report.ts';

/** A file of JSON lines that survives SIGKILL and a full disk: a half-written entry is dropped at the next opening. */
export interface Journal<T> {
  append(entry: T): void;
  /** Replaces all entries. */
  rewrite(entries: readonly T[]): void;
}

/** Opens the journal at `path`, creates it if it is missing, and passes its entries to `each`. */
export const openJournal = <T>(path: string, each: (entry: T) => void): Journal<T> => {
  writeFileSync(path, '', { flag: 'a', mode: 0o600 });
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n').filter(Boolean);
  const entries = lines.flatMap((line) => parsed<T>(line, path) ?? []);
  // Without its line break the last entry would be continued by the next one.
  if (entries.length < lines.length || (text && !text.endsWith('\n'))) writeWhole(path, textOf(entries));
  for (const entry of entries) each(entry);
  let isBroken = false;

  return {
    append: (entry) => {
      // After a write that failed half-way, the next entry begins a line of its own.
      const text = `${isBroken ? '\n' : ''}${JSON.stringify(entry)}\n`;
      isBroken = true;
      try {
        appendFileSync(path, text);
      } catch (error) {
        report(`${path} can not be written, so what is new is refused until there is room`, error);
        throw error;
      }
      isBroken = false;
    },
    rewrite: (entries) => {
      writeWhole(path, textOf(entries));
      isBroken = false;
    },
  };
};

const textOf = (entries: readonly unknown[]): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
