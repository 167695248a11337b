import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDataKey } from '../../lib/aws/keys/data-key.ts';
import { kmsPublicKey, makeWrappedKey, signInKmsWithEd25519, signWithWrappedKey } from '../../lib/aws/keys/log-key.ts';
import { useKms } from '../kms.ts';

let folder: string;
beforeAll(async () => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  folder = mkdtempSync(join(tmpdir(), 'countersign-log-key-'));
  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return `file:${join(folder, name)}`;
  };
  const pem = (type: 'ed25519') =>
    generateKeyPairSync(type).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await useKms({
    'own-log': file('log.pem', pem('ed25519')),
    'log-data': file('data.key', randomBytes(32)),
    'no-log': file('ec.pem', ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
  });
  process.env.DATA_KEY = 'kms:log-data';
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = Buffer.from('sign.example.com/v2/log\n1\nroot\n');
const isBy = (publicKey: string, signature: Uint8Array): boolean => {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  return verify(null, text, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
};

test('a key of its own in KMS signs the log, and a key of another kind is refused', async () => {
  expect(isBy(await kmsPublicKey('kms:own-log'), await signInKmsWithEd25519('kms:own-log', text))).toBe(true);
  await expect(kmsPublicKey('kms:no-log')).rejects.toThrow('ECC_NIST_EDWARDS25519');
});

test('a key under the data key signs the log, and KMS opens it for nothing else', async () => {
  const key = await makeWrappedKey();
  expect(isBy(key.public_key, await signWithWrappedKey(key, text))).toBe(true);
  await expect(openDataKey(key.data_key, { envelope_id: 'log' })).rejects.toThrow();
});
