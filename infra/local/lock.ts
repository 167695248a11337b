import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIfThere, writeWhole } from './shared/durable-file.ts';

/** Milliseconds for which a start waits for a predecessor that is still stopping. */
const PATIENCE = 3000;

export interface Lock {
  /** Stores the owner's address, for the message of another start. */
  describe(url: string): void;
  release(): void;
}

/**
 * Locks the data folder for this process. The lock is SQLite's own file lock, which the operating system releases when
 * the process ends in any way: a stale lock is impossible.
 */
export const lockFolder = async (dataDir: string): Promise<Lock> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const holder = join(dataDir, 'holder.json');
  const database = new DatabaseSync(join(dataDir, 'lock.db'));
  for (const end = Date.now() + PATIENCE; ; await sleep(100)) {
    try {
      database.exec('BEGIN EXCLUSIVE');
      break;
    } catch {
      if (Date.now() < end) continue;
      database.close();
      throw new Error(inUse(dataDir, readIfThere(holder)));
    }
  }
  writeWhole(holder, JSON.stringify({ pid: process.pid }));

  return {
    describe: (url) => writeWhole(holder, JSON.stringify({ pid: process.pid, url })),
    release: () => database.close(),
  };
};

const inUse = (dataDir: string, text: string | undefined): string => {
  const { pid, url } = JSON.parse(text ?? '{}') as { pid?: number; url?: string };
  const who = url ? `the Countersign at ${url}` : 'another Countersign';
  return `The data folder ${resolve(dataDir)} is in use by ${who}${pid ? ` (process ${pid})` : ''}.
Stop that one first, or choose another folder with --data.`;
};
