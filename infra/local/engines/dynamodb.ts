import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../shared/child.ts';
import { forgetPort, freePort, holdPort, keepPort, loopbackUrl } from '../shared/loopback.ts';
import type { TableEngine } from './engine.ts';
import { TABLE } from './resources.ts';

const NO_ENGINE = `There is no embedded DynamoDB engine for this machine (${process.platform} ${process.arch}). Start one in Docker:

  docker run -d -p 8000:8000 amazon/dynamodb-local

and point Countersign at it:

  AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 npm start
`;

/**
 * Starts DynamoDB with its streams: the `dynoxide` server, which keeps everything in one SQLite file of the data
 * folder.
 */
export const startDynamoDb = async (dataDir: string): Promise<TableEngine> => {
  const program = programPath();
  if (!program) throw new Error(NO_ENGINE);
  const file = join(dataDir, 'table.db');

  for (let attempt = 1; ; attempt++) {
    const port = await keepPort('dynamodb', freePort);
    const child = startChild(program, ['serve', '--port', String(port), '--db-path', file]);
    try {
      await child.says('listening on');
      const endpoint = loopbackUrl(port);
      await waitForAnswer(endpoint, child);
      indexStream(file);
      const watched = watchFile(file);
      const stop = async () => {
        watched.close();
        await child.stop();
        await holdPort('dynamodb');
      };
      return { endpoint, external: false, failed: child.ended, ...watched.looks, stop };
    } catch (error) {
      await child.stop();
      if (attempt === 5) throw new Error(`The DynamoDB engine did not start: ${(error as Error).message}`);
      forgetPort('dynamodb');
      await sleep(100 * attempt);
    }
  }
};

/**
 * Adds the index by which the engine numbers and reads the stream's records. Without it every write and every read of
 * the stream scans all records with their images, because the engine indexes them by `id` only.
 */
const indexStream = (file: string): void => {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    database.exec(
      `CREATE INDEX IF NOT EXISTS stream_records_in_order
         ON _stream_records (table_name, CAST(sequence_number AS INTEGER), shard_id, sequence_number)`,
    );
  } finally {
    database.close();
  }
};

/** Looks into the engine's file without a request: for the stream's newest record, and for records of an index. */
const watchFile = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  const newest = database.prepare(
    'SELECT MAX(CAST(sequence_number AS INTEGER)) AS number FROM _stream_records WHERE table_name = ?',
  );
  let upTo: StatementSync | undefined;
  const looks = {
    newestRecord: () => Number(newest.get(TABLE)?.number ?? 0),
    hasUpTo: (partitions: readonly string[], sortKey: string) => {
      // The table is made after the engine has started. The engine writes each value behind its type.
      upTo ??= database.prepare(`SELECT 1 FROM "${TABLE}::gsi::gsi1" WHERE gsi_pk = ? AND gsi_sk <= ? LIMIT 1`);
      const statement = upTo;
      return partitions.some((partition) => statement.get(`S:${partition}`, `S:${sortKey}`) !== undefined);
    },
  };
  return { looks, close: () => database.close() };
};

/** Path of the engine's program; undefined if there is none for this machine. */
export const programPath = (): string | undefined => {
  try {
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json');
    const program = join(dirname(manifest), 'dynoxide');
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
};

/** The engine reports that it listens a moment before it does. */
const waitForAnswer = async (endpoint: string, child: Child): Promise<void> => {
  let words: string | undefined;
  child.ended.then((last) => {
    words = last;
  });
  for (const end = Date.now() + 5000; ; await sleep(10)) {
    if (words !== undefined) throw new Error(words);
    try {
      await fetch(endpoint);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
};
