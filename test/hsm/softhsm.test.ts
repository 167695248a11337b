import { execFile } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { CertificationRequest } from 'pkijs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { holdHsmKey } from '../../infra/local/hsm/held-seal-key.ts';
import type { HsmKey } from '../../infra/local/hsm/hsm-key.ts';
import { loadModule } from '../../infra/local/hsm/load-module.ts';
import { issueSealCertificate } from '../../lib/aws/keys/seal-certificate.ts';
import { advanceClock, DAY, now } from '../../lib/base/clock.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { renewSeal } from '../../lib/pdf/seal/renew-seal.ts';
import { sealPdf } from '../../lib/pdf/seal/seal.ts';
import { requestStamp } from '../../lib/pdf/trust/authority.ts';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';
import { pdfsig } from '../pdf/tools.ts';
import { startPki, type TestPki } from '../trust/test-pki.ts';
import { SOFT_PIN, type SoftHsm, startSoftHsm } from './softhsm.ts';

const pem = (kind: 'rsa' | 'P-256' | 'P-384'): string => {
  const { privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 3072 })
      : generateKeyPairSync('ec', { namedCurve: kind });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};

let soft: SoftHsm | undefined;
let pki: TestPki;
let restore: () => void;
const open: HsmKey[] = [];
beforeAll(async () => {
  soft = startSoftHsm();
  restore = setEnvironment({ SOFTHSM2_CONF: soft?.configuration, ALLOW_LOOPBACK: 'true' });
  pki = await startPki();
});
afterAll(async () => {
  for (const key of open) await key.close();
  pki.stop();
  restore();
  if (soft) rmSync(dirname(soft.configuration), { recursive: true });
});

/** Has the key of this name seal, with a certificate of its own. */
const sealWith = async (name: string): Promise<void> => {
  open.push(holdHsmKey(name, SOFT_PIN));
  const certificate = await issueSealCertificate({ key: name, subject: 'CN=Seal', validFrom: now(), years: 2 });
  Object.assign(process.env, { SEAL_KEY: name, SEAL_CERTIFICATE: certificate });
};
const seal = () => sealPdf(withTable(pagesOf(LETTER)), { reason: 'For the test', signingTime: now() });
const verdict = async (bytes: Uint8Array, authorities: readonly Uint8Array[] = []): Promise<string> => {
  const sealing = new X509Certificate(process.env.SEAL_CERTIFICATE ?? '').raw;
  const trust = await trustInText([sealing, ...authorities].map((der) => sha256(der)).join('\n'));
  return (await verifyFiles([{ name: 'signed.pdf', bytes: Uint8Array.from(bytes) }], trust)).verdict;
};

test.each(['rsa', 'P-256', 'P-384'] as const)('documents are sealed by a key of kind %s in SoftHSM', async (kind) => {
  if (!soft) return;
  await sealWith(soft.bring(kind, pem(kind)));
  const { bytes } = await seal();
  expect(await verdict(bytes)).toBe('holds');
  expect(pdfsig(bytes) ?? 'Signature is Valid').toContain('Signature is Valid');
});

test('a seal by SoftHSM with a CA’s certificate becomes B-LTA, is renewed, and survives a restart of the module', async () => {
  if (!soft) return;
  const name = soft.bring('lta', pem('rsa'));
  await sealWith(name);
  Object.assign(process.env, { SEAL_CERTIFICATE: await pki.sealCertificate(), TSA_URLS: pki.tsa });
  const sealed = await seal();
  expect(sealed.level).toBe('B-LTA');
  advanceClock(DAY);
  const renewed = await renewSeal(sealed.bytes, 'B-LTA');
  expect(renewed).toMatchObject({ level: 'B-LTA', reason: null });
  expect(renewed.bytes.length).toBeGreaterThan(sealed.bytes.length);
  const authority = (await requestStamp([pki.tsa], new Uint8Array(32))).signer.der;
  expect(await verdict(renewed.bytes, [authority])).toBe('holds');

  await (await loadModule(soft.modulePath)).finalize();
  expect((await seal()).level).toBe('B-LTA');
  advanceClock(-DAY);
});

test('the owner gets a certificate request that SoftHSM signed, and a wrong PIN is said and not shown', async () => {
  if (!soft) return;
  const name = soft.bring('request', pem('P-384'));
  const run = (pin: string) =>
    promisify(execFile)(process.execPath, ['infra/request-certificate.ts', name, 'CN=Seal,O=Example,C=US'], {
      env: { ...process.env, SEAL_PIN: pin },
    });
  const { stdout } = await run(SOFT_PIN);
  const [, base64 = ''] = /REQUEST-----([^-]+)-----END/.exec(stdout) ?? [];
  const request = CertificationRequest.fromBER(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
  expect(await request.verify()).toBe(true);

  const refusal = await run('7654321').catch((error: { code: number; stderr: string }) => error);
  expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('CKR_PIN_INCORRECT') });
  expect((refusal as { stderr: string }).stderr).not.toContain('7654321');
});

test('a module that isn’t there, and one that is none, are named', async () => {
  await expect(loadModule('/lib/no-such-hsm.so')).rejects.toThrow("/lib/no-such-hsm.so can't be loaded");
  await expect(loadModule(import.meta.filename)).rejects.toThrow("can't be loaded");
});
