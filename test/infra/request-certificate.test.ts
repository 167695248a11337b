import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CertificationRequest } from 'pkijs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { useKms } from '../kms.ts';

const ARN = 'arn:aws:kms:eu-central-1:123456789012:key/seal';
let folder: string;
let leaveKms: () => void;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-request-'));
  await writeFile(join(folder, 'seal.pem'), generateKeyPem('RSA'));
  leaveKms = await useKms({ [ARN]: `file:${join(folder, 'seal.pem')}` });
});
afterAll(async () => {
  leaveKms();
  await rm(folder, { recursive: true, force: true });
});

const run = (...given: string[]) =>
  promisify(execFile)(process.execPath, ['infra/request-certificate.ts', ...given], {
    env: { ...process.env, AWS_REGION: undefined, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
  });

test.each([
  ['in KMS', () => ARN],
  ['in a file', () => `file:${join(folder, 'seal.pem')}`],
])('the owner gets a certificate request that the seal key %s signed, for a CA', async (_where, key) => {
  const { stdout } = await run(key(), 'CN=Seal,O=Example,C=US');
  const [, base64 = ''] = /REQUEST-----([^-]+)-----END/.exec(stdout) ?? [];
  const request = CertificationRequest.fromBER(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
  expect(await request.verify()).toBe(true);
  expect(request.subject.typesAndValues.map(({ value }) => value.valueBlock.value)).toEqual(['Seal', 'Example', 'US']);
});

test('a key in an HSM whose URI is wrong is refused with what is allowed', async () => {
  const refused = { code: 1, stderr: expect.stringContaining('module-path is missing') };
  await expect(run('pkcs11:token=a;object=b', 'CN=Seal')).rejects.toMatchObject(refused);
});

test('a call without an argument prints the usage', async () => {
  await expect(run('seal')).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('SealKey') });
});
