import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decrypted, encrypted, generateDataKey, openDataKey } from '../../lib/aws/keys/data-key.ts';
import { useKms } from '../kms.ts';

const file = `file:${join(mkdtempSync(join(tmpdir(), 'countersign-data-key-')), 'data.key')}`;
const before = { ...process.env };
beforeAll(async () => {
  writeFileSync(file.replace('file:', ''), randomBytes(32));
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' });
  await useKms({ data: file });
});
afterAll(() => {
  process.env = before;
});

describe.each(['kms:data', file])('a data key of %s', (name) => {
  test('is decrypted only in the context that it was made for', async () => {
    process.env.DATA_KEY = name;
    const { key, wrapped } = await generateDataKey({ envelope_id: 'one' });
    expect(wrapped).not.toContain(Buffer.from(key).toString('base64'));
    for (let time = 0; time < 2; time++) {
      expect(Buffer.from(await openDataKey(wrapped, { envelope_id: 'one' }))).toEqual(Buffer.from(key));
    }
    await expect(openDataKey(wrapped, { envelope_id: 'two' })).rejects.toThrow();
    expect((await generateDataKey({ envelope_id: 'one' })).wrapped).not.toBe(wrapped);
  });
});

test('a text that was encrypted for one place can’t be decrypted in another, with another key, or with a changed bit', () => {
  const key = randomBytes(32);
  const text = encrypted(key, Buffer.from('a secret'), 'here');
  expect(Buffer.from(decrypted(key, text, 'here')).toString()).toBe('a secret');
  expect(() => decrypted(key, text, 'there')).toThrow();
  expect(() => decrypted(randomBytes(32), text, 'here')).toThrow();
  const bytes = Buffer.from(text, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => decrypted(key, bytes.toString('base64'), 'here')).toThrow();
});
