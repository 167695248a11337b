import { createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler } from '../../infra/prepare-keys.ts';
import { keyFingerprint } from '../../lib/aws/keys/fingerprint.ts';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { useKms } from '../kms.ts';
import { startCloudFormation } from './cloudformation.ts';

const pems: Record<string, string> = {
  token: generateKeyPem('EC'),
  'new-token': generateKeyPem('EC'),
  seal: generateKeyPem('RSA'),
  'new-seal': generateKeyPem('RSA'),
};
let folder: string;
let cloudFormation: Awaited<ReturnType<typeof startCloudFormation>>;

beforeAll(async () => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  folder = await mkdtemp(join(tmpdir(), 'countersign-keys-'));
  for (const [name, pem] of Object.entries(pems)) await writeFile(join(folder, `${name}.pem`), pem);
  await useKms(Object.fromEntries(Object.keys(pems).map((name) => [name, `file:${join(folder, `${name}.pem`)}`])));
  cloudFormation = await startCloudFormation();
});
afterAll(async () => {
  cloudFormation.stop();
  await rm(folder, { recursive: true, force: true });
});

const publicHalf = (name: string) => createPublicKey(pems[name] ?? '');
const tokenKeys = (RequestType: string, ...names: string[]) =>
  cloudFormation.call(handler, {
    RequestType,
    ResourceType: 'Custom::TokenKeys',
    ResourceProperties: { Keys: names.map((name) => `kms:${name}`) },
  });
const sealKeys = (RequestType: string, names: string[], CertifiedKey = '') =>
  cloudFormation.call(handler, {
    RequestType,
    ResourceType: 'Custom::SealCertificate',
    ResourceProperties: { Keys: names.map((name) => `kms:${name}`), Subject: 'Example seal', CertifiedKey },
  });

test('deployment publishes the public half of the token key', async () => {
  const { Status, Data } = await tokenKeys('Create', 'token');
  expect(Status).toBe('SUCCESS');
  const { keys } = JSON.parse(Data?.TokenJwks ?? '');
  expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) }]);
  expect(keys[0]).not.toHaveProperty('d');
});

test('while a token key is replaced both are published, the signing one first', async () => {
  const kids = async (...names: string[]): Promise<string[]> => {
    const { Data } = await tokenKeys('Update', ...names);
    return JSON.parse(Data?.TokenJwks ?? '').keys.map(({ kid }: { kid: string }) => kid);
  };
  const [old] = await kids('token');
  const [young] = await kids('new-token');
  expect(await kids('token', 'new-token')).toEqual([old, young]);
  expect(await kids('new-token', 'token')).toEqual([young, old]);
});

test('the seal key gets a certificate that it signed itself', async () => {
  const answer = await sealKeys('Create', ['seal']);
  expect(answer.Status).toBe('SUCCESS');
  const certificate = new X509Certificate(answer.Data?.SealCertificate ?? '');
  expect(certificate.publicKey.equals(publicHalf('seal'))).toBe(true);
  expect(certificate.verify(publicHalf('seal'))).toBe(true);
  expect(certificate.subject).toContain('Example seal');
  expect(answer.Data?.FormerSealKeys).toBe('');
});

test('a new seal key is certified, and the former ones are named, within the size that CloudFormation reads', async () => {
  const answer = await sealKeys('Update', ['new-seal', 'seal', 'seal']);
  const certificate = new X509Certificate(answer.Data?.SealCertificate ?? '');
  expect(certificate.publicKey.equals(publicHalf('new-seal'))).toBe(true);
  const former = keyFingerprint(publicHalf('seal'));
  expect(answer.Data?.FormerSealKeys).toBe(`${former},${former}`);
  expect(JSON.stringify(answer).length).toBeLessThan(4096);
});

test('a deployment with the certificate of another key fails, before any seal could fail', async () => {
  expect(await sealKeys('Update', ['seal'], keyFingerprint(publicHalf('seal')))).toMatchObject({ Status: 'SUCCESS' });
  expect(await sealKeys('Update', ['seal'], keyFingerprint(publicHalf('new-seal')))).toMatchObject({
    Status: 'FAILED',
    Reason: expect.stringContaining('was not issued for the seal key'),
  });
});

test('repeats and updates keep the identity of the resource, so that nothing is deleted afterwards', async () => {
  const { PhysicalResourceId } = await tokenKeys('Create', 'token');
  expect((await tokenKeys('Create', 'token')).PhysicalResourceId).toBe(PhysicalResourceId);
  const update = { RequestType: 'Update', ResourceType: 'Custom::TokenKeys', PhysicalResourceId };
  const updated = await cloudFormation.call(handler, { ...update, ResourceProperties: { Keys: ['kms:new-token'] } });
  expect(updated).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId });
});

test('a deletion doesn’t use the keys, and succeeds even if they are gone', async () => {
  expect(await tokenKeys('Delete', 'gone')).toMatchObject({ Status: 'SUCCESS' });
  expect(await sealKeys('Delete', ['gone'])).toMatchObject({ Status: 'SUCCESS' });
});

test('a failure is reported to CloudFormation at once', async () => {
  expect(await tokenKeys('Create', 'gone')).toMatchObject({ Status: 'FAILED', Reason: 'There is no key gone' });
});
