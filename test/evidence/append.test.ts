import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3 } from '../../infra/local/engines/s3.ts';
import { setEnvironment } from '../../infra/local/environment.ts';
import { demandConsistent, demandEntries, type ReadFile } from '../../infra/watch/log.ts';
import { type Checkpoint, readCheckpoint } from '../../infra/watch/note.ts';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { putFile } from '../../lib/aws/files/file-store.ts';
import { appendToLog } from '../../lib/evidence/append.ts';
import { entryOf } from '../../lib/evidence/entry.ts';
import { readTileFile } from '../../lib/evidence/files.ts';
import { verifierKey } from '../../lib/evidence/note.ts';
import { parseTilePath } from '../../lib/evidence/tiles.ts';
import { putRecord } from '../../lib/storage/engine/client.ts';
import { LOG_HEAD } from '../../lib/storage/engine/keys.ts';
import { findLogHead } from '../../lib/storage/log.ts';
import type { LogHead } from '../../lib/storage/records/log.ts';
import { startTable } from '../storage/engine.ts';

const undo: (() => unknown)[] = [];
beforeAll(async () => {
  const table = await startTable();
  undo.push(table.stop);
  const folder = await mkdtemp(join(tmpdir(), 'countersign-log-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const s3 = await startS3(folder, 'log', { accessKeyId: 'test', secretAccessKey: 'test' });
  undo.push(s3.stop);
  undo.push(setEnvironment({ AWS_ENDPOINT_URL_S3: s3.endpoint, BUCKET_NAME: 'log', ...CREDENTIALS }));
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

/** All entries that this file appends, in their order. */
const expected: string[] = [];
const fresh = (count: number): string[] => {
  const made = Array.from({ length: count }, (_, at) =>
    entryOf(
      'file',
      createHash('sha256')
        .update(`${expected.length + at}`)
        .digest('hex'),
    ),
  );
  expected.push(...made);
  return made;
};

/** Files of the log as clients get them. */
const read: ReadFile = async (path) => {
  const tile = parseTilePath(path.replace('tile/', ''));
  const bytes = tile && (await readTileFile(tile));
  if (!bytes) throw new Error(`The log has no ${path}`);
  return Buffer.from(bytes);
};

const checkpoint = async (): Promise<Checkpoint> => {
  const head = await findLogHead();
  if (!head) throw new Error('The log is empty');
  return readCheckpoint(head.checkpoint, verifierKey(head.origin, Buffer.from(head.public_key, 'base64')));
};

const entriesOfLog = async (): Promise<string[]> =>
  (await demandEntries(await checkpoint(), read)).map((entry) => entry.toString('hex'));

type Send = (this: object, ...given: unknown[]) => Promise<unknown>;
/** Both kinds of clients send through one prototype. */
const clients = Object.getPrototypeOf(DynamoDBClient.prototype) as { send: Send };

class Killed extends Error {}

/**
 * Runs `run`, and ends it at its call number `at` to AWS: before the call, or after it was carried out. Returns the
 * number of calls.
 */
const killedAt = async (at: number, when: 'before' | 'after', run: () => Promise<void>): Promise<number> => {
  const { send } = clients;
  let calls = 0;
  let isDead = false;
  clients.send = async function (this: object, ...given: unknown[]) {
    if (isDead) throw new Killed();
    calls += 1;
    isDead = calls === at;
    if (isDead && when === 'before') throw new Killed();
    const answer = await send.apply(this, given);
    if (isDead) throw new Killed();
    return answer;
  };
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  } finally {
    clients.send = send;
  }
  return calls;
};

/** All checkpoints that anybody signed, stored or not, by size. */
const signed = new Map<number, Set<string>>();
const watchSigning = (): (() => void) => {
  const { send } = clients;
  clients.send = function (this: object, ...given: unknown[]) {
    const { ExpressionAttributeValues = {} } = (given[0] as { input: { ExpressionAttributeValues?: object } }).input;
    for (const value of Object.values(ExpressionAttributeValues)) {
      const [, size, root] = /^api\.example\.com\/v2\/log\n(\d+)\n(\S+)\n/.exec(String(value)) ?? [];
      if (size && root) signed.set(Number(size), (signed.get(Number(size)) ?? new Set()).add(root));
    }
    return send.apply(this, given);
  };
  return () => {
    clients.send = send;
  };
};

describe('the log', () => {
  test('that is killed at any call to AWS goes on with every entry once, and never signs two contents of one size', async () => {
    expect(Object.getPrototypeOf(S3Client.prototype)).toBe(clients);
    const stop = watchSigning();
    // The first entry also makes the log's key and head.
    const first = fresh(1);
    for (let at = 1; (await killedAt(at, 'before', () => appendToLog(first))) >= at; at++);
    // Three bundles at once, and then not far from the end of the third.
    await appendToLog(fresh(256 * 3 - 10));
    const seen = [await checkpoint()];
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; ; at++) {
        const batch = fresh(3);
        const calls = await killedAt(at, when, () => appendToLog(batch));
        await appendToLog(batch);
        seen.push(await checkpoint());
        if (calls < at) break;
        expect(calls).toBe(at);
      }
    }
    stop();
    expect(seen.length).toBeGreaterThan(16);
    expect(await entriesOfLog()).toEqual(expected);
    for (const [at, earlier] of seen.entries()) {
      const later = seen[at + 1];
      if (later) await demandConsistent(earlier, later, read);
    }
    await demandConsistent(seen[0] as Checkpoint, seen.at(-1) as Checkpoint, read);
    expect([...signed.values()].filter((roots) => roots.size !== 1)).toEqual([]);
    expect(signed.size).toBeGreaterThan(16);
  });

  test('takes each entry once from several writers at the same time, whatever they have in common', async () => {
    const stop = watchSigning();
    const batch = fresh(40);
    await Promise.all([0, 10, 20, 0].map((from) => appendToLog(batch.slice(from, from + 20))));
    stop();
    expect((await entriesOfLog()).toSorted()).toEqual(expected.toSorted());
    expect([...signed.values()].filter((roots) => roots.size !== 1)).toEqual([]);
    // Their order was decided by who came first.
    expected.splice(0, expected.length, ...(await entriesOfLog()));
  });

  test('builds nothing on entries that somebody changed in the bucket', async () => {
    const { size } = await checkpoint();
    const path = `tile/entries/00${Math.floor(size / 256)}.p/${size % 256}`;
    const bundle = await read(path);
    const bent = Buffer.from(bundle);
    bent[5] = (bent[5] as number) ^ 1;
    await putFile(fileKeys.log(path), bent, 'application/octet-stream');
    const batch = fresh(1);
    await expect(appendToLog(batch)).rejects.toThrow('other entries than the head of the log knows');
    expect((await checkpoint()).size).toBe(size);
    // Its place is kept: the next run goes on as soon as the file is what it was.
    await putFile(fileKeys.log(path), bundle, 'application/octet-stream');
    await appendToLog([]);
    await appendToLog(batch);
    expect(await entriesOfLog()).toEqual(expected);
  });

  test('stops where its head was put back from a backup, instead of giving the log a second history', async () => {
    const backup = (await findLogHead()) as LogHead;
    const [earlier, later] = [fresh(2), fresh(5)];
    await appendToLog(earlier);
    const { checkpoint: signedLast } = (await findLogHead()) as LogHead;
    const now = await checkpoint();
    await putRecord({ ...LOG_HEAD, ...backup });
    // Other entries in another number: no file has the name of one that is stored.
    for (const batch of [later, later.slice(0, 1)]) {
      await expect(appendToLog(batch)).rejects.toThrow('The head of the log was rolled back');
    }
    expect((await findLogHead())?.checkpoint).toBe(backup.checkpoint);
    await putRecord({ ...LOG_HEAD, ...backup, checkpoint: signedLast, version: backup.version + 100 });
    await expect(appendToLog(later)).rejects.toThrow('The head of the log was rolled back');
    expect(await read(`tile/entries/00${Math.floor(now.size / 256)}.p/${now.size % 256}`)).toBeDefined();
  });
});
