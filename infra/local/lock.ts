import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIfThere, writeWhole } from './durable-file.ts';

/** How long a start waits for a predecessor that is still stopping. */
const PATIENCE = 3000;

export interface Lock {
  /** Tells who holds the folder, for the message that another start shows. */
  describe(url: string): void;
  release(): void;
}

/**
 * Takes the data folder for this process alone. The lock is SQLite's own file lock: the operating system lets go of it
 * when its holder dies, however it dies, so that there is no stale lock to clean up.
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
