import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHsmKey } from '../../infra/local/hsm/hsm-key.ts';
import { prepareSealKey } from '../../infra/local/seal-key.ts';
import { keyFingerprint } from '../../lib/aws/keys/fingerprint.ts';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { issueSealCertificate } from '../../lib/aws/keys/seal-certificate.ts';
import { holdKey, publicKey } from '../../lib/aws/keys/signing-key.ts';
import { now } from '../../lib/base/clock.ts';
import { FakeHsm, PIN } from './fake-hsm.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-seal-key-'));
  mkdirSync(join(folder, 'keys'));
  writeFileSync(join(folder, 'own.pem'), generateKeyPem('EC'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fingerprint = async (key: string): Promise<string> => keyFingerprint(await publicKey(key));

test('the platform goes on knowing every key that has sealed there, whichever it seals with', async () => {
  const keys = join(folder, 'keys');
  const first = await prepareSealKey(keys, {});
  expect(first).not.toHaveProperty('FORMER_SEAL_KEYS');
  expect(await prepareSealKey(keys, {})).toEqual(first);

  const given = `file:${folder}/own.pem`;
  const second = await prepareSealKey(keys, { SEAL_KEY: given, FORMER_SEAL_KEYS: 'a'.repeat(64) });
  expect(second.SEAL_KEY).toBe(given);
  expect(second.FORMER_SEAL_KEYS).toBe(`${await fingerprint(first.SEAL_KEY)},${'a'.repeat(64)}`);
  expect((await prepareSealKey(keys, {})).FORMER_SEAL_KEYS).toBe(await fingerprint(given));
});

test('a platform of before lists the key that it had sealed with', async () => {
  const keys = mkdtempSync(join(folder, 'old-'));
  const { SEAL_KEY } = await prepareSealKey(keys, {});
  rmSync(join(keys, 'seal-keys'));
  const { FORMER_SEAL_KEYS } = await prepareSealKey(keys, { SEAL_KEY: `file:${folder}/own.pem` });
  expect(FORMER_SEAL_KEYS).toBe(await fingerprint(SEAL_KEY));
});

test('a certificate of another key, and a key that another public key stands beside, stop the start', async () => {
  const other = { key: (await prepareSealKey(join(folder, 'keys'), {})).SEAL_KEY, subject: 'CN=Seal', years: 1 };
  const certificate = join(folder, 'other-certificate.pem');
  writeFileSync(certificate, await issueSealCertificate({ ...other, validFrom: now() }));
  const given = { SEAL_KEY: `file:${folder}/own.pem`, SEAL_CERTIFICATE: `file:${certificate}` };
  await expect(prepareSealKey(folder, given)).rejects.toThrow('not issued for the key in SEAL_KEY');

  const [hsm, stranger] = [new FakeHsm(), new FakeHsm()];
  Object.assign(hsm.key, { publicKey: stranger.key.publicKey });
  const uri = { modulePath: '/lib/hsm.so', token: 'Seal', object: 'seal' };
  holdKey(
    'pkcs11:mixed',
    openHsmKey(
      uri,
      () => PIN,
      async () => hsm.module(),
    ),
  );
  await expect(prepareSealKey(folder, { SEAL_KEY: 'pkcs11:mixed' })).rejects.toThrow("doesn't sign");
});

test('a certificate that a CA has issued for the key takes the place of the platform’s own', async () => {
  const given = { SEAL_KEY: `file:${folder}/own.pem` };
  const { SEAL_CERTIFICATE } = await prepareSealKey(join(folder, 'keys'), given);
  const issued = join(folder, 'issued.pem');
  const options = { key: given.SEAL_KEY, subject: 'CN=New', validFrom: now(), years: 1 };
  writeFileSync(issued, await issueSealCertificate(options));
  const next = await prepareSealKey(join(folder, 'keys'), { ...given, SEAL_CERTIFICATE: `file:${issued}` });
  expect(next.SEAL_CERTIFICATE).toBe(`file:${issued}`);
  expect(next.SEAL_CERTIFICATE).not.toBe(SEAL_CERTIFICATE);
});
