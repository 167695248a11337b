import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { completeStack } from '../../infra/local/emulated-stack.ts';
import { listenOn, loopbackUrl } from '../../infra/local/shared/loopback.ts';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { publicJwk, publicKey } from '../../lib/aws/keys/signing-key.ts';

type Variables = Record<string, string>;

/** Lambda's API with one function to a page. */
const functions = new Map<string, Variables>();
const api = async (url: URL, method: string | undefined, body: () => Promise<unknown>) => {
  const names = [...functions.keys()];
  if (method === 'PUT') {
    const { Environment } = (await body()) as { Environment: { Variables: Variables } };
    const name = url.pathname.split('/').at(-2) ?? '';
    functions.set(name, Environment.Variables);
    return {};
  }
  const at = Number(url.searchParams.get('Marker') || 0);
  const Functions = names.slice(at, at + 1).map((FunctionName) => ({
    FunctionName,
    Environment: { Variables: functions.get(FunctionName) },
  }));
  return { Functions, NextMarker: at + 1 < names.length ? String(at + 1) : null };
};

let folder: string;
let server: Server;
let emulator: Parameters<typeof completeStack>[0];
const keys = { users: '', signers: '', seal: '' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emulated-'));
  for (const [name, kind] of [
    ['users', 'EC'],
    ['signers', 'EC'],
    ['seal', 'RSA'],
  ] as const) {
    await writeFile(join(folder, name), generateKeyPem(kind));
    keys[name] = `file:${join(folder, name)}`;
  }
  server = createServer(async (request, response) => {
    const answer = await api(new URL(request.url ?? '/', 'http://lambda'), request.method, () => json(request));
    response.end(JSON.stringify(answer));
  });
  const endpoint = loopbackUrl(await listenOn(server, 0));
  emulator = { endpoint, region: 'us-east-1', accessKeyId: '000000000000' };
});

afterAll(async () => {
  server.close();
  await once(server, 'close');
  await rm(folder, { recursive: true });
});

const unknown = { USER_TOKEN_JWKS: 'unknown', SIGNER_TOKEN_JWKS: 'unknown' };

beforeEach(() => {
  functions.clear();
  functions.set('Stack-api-authenticate', { ...unknown, USER_TOKEN_KEY: keys.users, TABLE_NAME: 'table' });
  functions.set('Stack-api-startSigningSession', { ...unknown, SIGNER_TOKEN_KEY: keys.signers });
  functions.set('Other-api-authenticate', { ...unknown });
  functions.set('Stack-SealEnvelope', { SEAL_KEY: keys.seal, SEAL_CERTIFICATE: 'unknown' });
});

test("functions get the values that custom resources make of the stack's keys, on every page of the list", async () => {
  expect(await completeStack(emulator, 'Stack', { AWS_ENDPOINT_URL_SESV2: 'http://mail' })).toBe(3);
  const made = {
    USER_TOKEN_JWKS: JSON.stringify({ keys: [await publicJwk(keys.users)] }),
    SIGNER_TOKEN_JWKS: JSON.stringify({ keys: [await publicJwk(keys.signers)] }),
  };
  expect(functions.get('Stack-api-startSigningSession')).toMatchObject(made);
  expect(functions.get('Stack-api-authenticate')).toEqual({
    ...made,
    USER_TOKEN_KEY: keys.users,
    TABLE_NAME: 'table',
    AWS_ENDPOINT_URL_SESV2: 'http://mail',
  });
  const certificate = new X509Certificate(functions.get('Stack-SealEnvelope')?.SEAL_CERTIFICATE ?? '');
  expect(certificate.publicKey.equals(await publicKey(keys.seal))).toBe(true);
  expect(functions.get('Other-api-authenticate')).toEqual(unknown);
});

test('values that custom resources have made are kept', async () => {
  await completeStack(emulator, 'Stack', {});
  const before = structuredClone([...functions]);
  await completeStack(emulator, 'Stack', {});
  expect([...functions]).toEqual(before);
});
