import { createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler } from '../../infra/prepare-keys.ts';
import { generateKeyPem } from '../../lib/keys/generate.ts';
import { signDigest } from '../../lib/keys/signing-key.ts';

// There is no embedded KMS: what it answers is made here, with keys of our own.
const kms = mockClient(KMSClient);
const pems = { token: generateKeyPem('EC'), seal: generateKeyPem('RSA') };
let folder: string;

const answers: Record<string, unknown>[] = [];
const receiver = createServer(async (request, response) => {
  answers.push((await json(request)) as Record<string, unknown>);
  response.end();
});

const spki = (pem: string) => new Uint8Array(createPublicKey(pem).export({ type: 'spki', format: 'der' }));

beforeAll(async () => {
  process.env.AWS_REGION = 'us-east-1';
  folder = await mkdtemp(join(tmpdir(), 'countersign-keys-'));
  await writeFile(join(folder, 'seal.pem'), pems.seal);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  kms.on(GetPublicKeyCommand, { KeyId: 'token' }).resolves({ PublicKey: spki(pems.token) });
  kms.on(GetPublicKeyCommand, { KeyId: 'seal' }).resolves({ PublicKey: spki(pems.seal) });
  kms.on(SignCommand, { KeyId: 'seal' }).callsFake(async ({ Message }: { Message: Uint8Array }) => ({
    Signature: await signDigest(`file:${join(folder, 'seal.pem')}`, Message, 'RS256'),
  }));
});
afterAll(async () => {
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const event = (RequestType: string) =>
  ({
    RequestType,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Material',
    ResponseURL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    ResourceProperties: { TokenKey: 'kms:token', SealKey: 'kms:seal', Subject: 'Example seal' },
  }) as unknown as CloudFormationCustomResourceEvent;

interface Material {
  TokenJwks: string;
  SealCertificate: string;
}

test('deployment gets the public half of the token key, and a certificate of the seal key signed by itself', async () => {
  await handler(event('Create'));
  const answer = answers.at(-1) as { Status: string; PhysicalResourceId: string; Data: Material };
  expect(answer).toMatchObject({
    Status: 'SUCCESS',
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Material',
  });
  const { keys } = JSON.parse(answer.Data.TokenJwks);
  expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) }]);
  expect(keys[0]).not.toHaveProperty('d');
  const certificate = new X509Certificate(answer.Data.SealCertificate);
  expect(certificate.publicKey.equals(createPublicKey(pems.seal))).toBe(true);
  expect(certificate.verify(createPublicKey(pems.seal))).toBe(true);
  expect(certificate.subject).toContain('Example seal');
  expect(JSON.stringify(answer).length).toBeLessThan(4096);
});

test('an update keeps the identity of the resource, so that nothing is deleted afterwards', async () => {
  await handler(event('Create'));
  await handler(event('Update'));
  const [before, after] = answers.slice(-2).map(({ PhysicalResourceId }) => PhysicalResourceId);
  expect(after).toBe(before);
});

test('a deletion asks nothing of the keys', async () => {
  kms.resetHistory();
  await handler(event('Delete'));
  expect(answers.at(-1)).toMatchObject({ Status: 'SUCCESS' });
  expect(kms.calls()).toHaveLength(0);
});

test('a failure is told to CloudFormation instead of letting it wait', async () => {
  kms.on(GetPublicKeyCommand, { KeyId: 'token' }).rejects(new Error('no such key'));
  await handler(event('Create'));
  expect(answers.at(-1)).toMatchObject({ Status: 'FAILED', Reason: 'no such key' });
});
