import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../infra/local/engines/engine.ts';
import { startS3 } from '../../infra/local/engines/s3.ts';

const credentials = { accessKeyId: 'ATEST', secretAccessKey: 'secret' };
const Bucket = 'countersign-test';
const KEYS = ['a/1/one', 'a/1/two', 'a/1/deep/er', 'a/10/three', 'a/1.p/7', 'b/four', 'b/ünusual name', 'five'];

let directory: string;
let engine: Engine;
let s3: S3Client;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 's3-listing-'));
  engine = await startS3(directory, Bucket, credentials);
  s3 = new S3Client({ endpoint: engine.endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  for (const Key of KEYS) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
});

afterAll(async () => {
  s3.destroy();
  await engine.stop();
  await rm(directory, { recursive: true });
});

const list = async (options: { Prefix?: string; StartAfter?: string; MaxKeys?: number }) => {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, ...options }));
  return { keys: Contents.map(({ Key }) => Key), sizes: Contents.map(({ Size }) => Size) };
};

describe('a listing of the local bucket', () => {
  test.each([
    [{}, KEYS],
    [{ Prefix: 'a/1/' }, ['a/1/deep/er', 'a/1/one', 'a/1/two']],
    [{ Prefix: 'a/1' }, ['a/1.p/7', 'a/1/deep/er', 'a/1/one', 'a/1/two', 'a/10/three']],
    [{ Prefix: 'a/1/t' }, ['a/1/two']],
    [{ Prefix: 'a/1/', StartAfter: 'a/1/one' }, ['a/1/two']],
    [{ Prefix: 'b/ü' }, ['b/ünusual name']],
    [{ Prefix: 'nowhere/' }, []],
    [{ Prefix: 'a/1/one/' }, []],
    [{ Prefix: '../' }, []],
  ])('has the keys that begin with the prefix, in order: %j', async (options, expected) => {
    expect((await list(options)).keys).toEqual(expected.toSorted());
  });

  test('has the objects’ sizes, and goes on where it ended', async () => {
    expect(await list({ Prefix: 'a/1/', MaxKeys: 2 })).toEqual({
      keys: ['a/1/deep/er', 'a/1/one'],
      sizes: [11, 7],
    });
    expect(await list({ Prefix: 'a/1/', MaxKeys: 2, StartAfter: 'a/1/one' })).toEqual({
      keys: ['a/1/two'],
      sizes: [7],
    });
  });

  test('does not look at what is beside the folder', async () => {
    await symlink(join(directory, 'nothing'), join(directory, Bucket, 'a', 'broken'));
    expect((await list({ Prefix: 'a/10/' })).keys).toEqual(['a/10/three']);
  });
});
