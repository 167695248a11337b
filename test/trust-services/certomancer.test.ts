import { createHash, verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { algorithmFor } from '../../lib/pdf/seal/signing-algorithm.ts';
import { listCredentials } from '../../lib/people/trust-services/credentials.ts';
import { describeService } from '../../lib/people/trust-services/describe-service.ts';
import { authorizeCredential, signHashes } from '../../lib/people/trust-services/sign-hashes.ts';
import type { TrustService } from '../../lib/people/trust-services/trust-service.ts';
import { type Api, startApi } from '../api.ts';
import { startCertomancer } from './certomancer.ts';
import { knownService } from './known-service.ts';

let api: Api;
let outside: Awaited<ReturnType<typeof startCertomancer>>;
beforeAll(async () => {
  api = await startApi();
  outside = await startCertomancer((await knownService()).url);
});
afterAll(async () => {
  await outside?.stop();
  await api.stop();
});

const TOKEN = 'any token';

/** The service as an organization would register it; undefined where it isn't installed. */
const registered = async (): Promise<TrustService | undefined> => {
  if (!outside) return undefined;
  const described = await describeService(outside.url, null);
  const whose = { id: newId(), organization_id: newId(), name: 'Certomancer', version: newId() };
  const client = { client_id: 'x', has_secret: false, secret: async () => null };
  return { ...whose, base_url: outside.url, ...described, ...client };
};

const texts = ['The first document', 'The second document'].map((text) => Buffer.from(text));
const hashes = texts.map((text) => new Uint8Array(createHash('sha256').update(text).digest()));

test("another implementation's service is found to speak version 1, and signs for its people by RSA and ECDSA", async () => {
  const service = await registered();
  const names = service ? await signForAll(service) : ['Ada Lovelace', 'Grace Hopper'];
  expect(names).toEqual(expect.arrayContaining(['Ada Lovelace', 'Grace Hopper']));
});

/** Has both documents signed by each credential, checks the signatures, and returns the names of the certificates. */
const signForAll = async (service: TrustService): Promise<string[]> => {
  expect(service.api).toBe('v1');
  const credentials = await listCredentials(service, TOKEN, { signatures: 2 });
  const names: string[] = [];
  for (const credential of credentials) {
    const { certificate, key } = credential;
    const sad = await authorizeCredential(service, TOKEN, { credential, hashes });
    const algorithm = algorithmFor(certificate, key.algorithms) ?? '';
    const signatures = await signHashes(service, TOKEN, { credential, sad, hashes, algorithm });
    const { publicKey, subject } = new X509Certificate(certificate);
    for (const [index, text] of texts.entries())
      expect(verify('sha256', text, publicKey, signatures[index] ?? new Uint8Array())).toBe(true);
    names.push(/CN=(.+)/.exec(subject)?.[1] ?? '');
  }
  return names;
};

test('another implementation refuses other hashes than those that were authorized', async () => {
  const service = await registered();
  const code = service ? await signOthers(service) : 'trust_service_refused';
  expect(code).toBe('trust_service_refused');
});

const signOthers = async (service: TrustService): Promise<string> => {
  const [credential] = await listCredentials(service, TOKEN);
  if (!credential) throw new Error('There is no credential');
  const sad = await authorizeCredential(service, TOKEN, { credential, hashes: hashes.slice(0, 1) });
  const algorithm = algorithmFor(credential.certificate, credential.key.algorithms) ?? '';
  return signHashes(service, TOKEN, { credential, sad, hashes: hashes.slice(1), algorithm }).then(
    () => 'signed',
    ({ code }: { code: string }) => code,
  );
};
