import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toDer } from '../../lib/aws/keys/ecdsa.ts';
import { keyFingerprint } from '../../lib/aws/keys/fingerprint.ts';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { issueSealCertificate } from '../../lib/aws/keys/seal-certificate.ts';
import { publicKey, signDigest } from '../../lib/aws/keys/signing-key.ts';
import { now } from '../../lib/base/clock.ts';
import { readIfThere, writeWhole } from './shared/durable-file.ts';

/** The owner's choice, by the variables of the same names. */
export interface SealSettings {
  SEAL_KEY?: string | undefined;
  SEAL_CERTIFICATE?: string | undefined;
  FORMER_SEAL_KEYS?: string | undefined;
}

const CERTIFICATE_YEARS = 10;
const SUBJECT = 'CN=Countersign local platform';

/**
 * Prepares the seal key: the owner's (`kms:`, `file:`, or one that is held), or one of the folder, made on the first
 * start. A key without a certificate certifies itself. All keys that have sealed here stay known. Returns the variables
 * by which functions find them. Throws if the key can't be used, or the certificate is another key's.
 */
export const prepareSealKey = async (folder: string, settings: SealSettings) => {
  const key = settings.SEAL_KEY || ownKey(folder);
  const certified = await publicKey(key);
  if (settings.SEAL_KEY) await demandSignature(key, certified);
  const fingerprint = keyFingerprint(certified);
  const certificate =
    settings.SEAL_CERTIFICATE || (await selfIssued(folder, { key, fingerprint, isOwn: !settings.SEAL_KEY }));
  demandCertified(certificate, fingerprint);
  const former = formerKeys(folder, fingerprint, settings.FORMER_SEAL_KEYS);
  return {
    SEAL_KEY: key,
    SEAL_CERTIFICATE: certificate,
    ...(former.length > 0 ? { FORMER_SEAL_KEYS: former.join(',') } : {}),
  };
};

const ownKey = (folder: string): string => {
  const path = join(folder, 'seal.pem');
  if (!existsSync(path)) writeWhole(path, generateKeyPem('RSA'));
  return `file:${path}`;
};

/** Has the key sign once at the start, so that no sealing has to find out that it can't. */
const demandSignature = async (name: string, key: KeyObject): Promise<void> => {
  const message = Buffer.from('Countersign starts');
  const digest = createHash('sha256').update(message).digest();
  const signature =
    key.asymmetricKeyType === 'ec'
      ? toDer(await signDigest(name, digest, 'ES256'))
      : await signDigest(name, digest, 'RS256');
  if (!verify('sha256', message, key, signature)) {
    throw new Error("The key in SEAL_KEY doesn't sign: its public key is another key's.");
  }
};

/** The folder's own certificate of the key. */
const selfIssued = async (
  folder: string,
  { key, fingerprint, isOwn }: { key: string; fingerprint: string; isOwn: boolean },
): Promise<string> => {
  const path = join(folder, isOwn ? 'seal-certificate.pem' : `seal-certificate-${fingerprint.slice(0, 16)}.pem`);
  if (!existsSync(path)) {
    const options = { key, subject: SUBJECT, validFrom: now(), years: CERTIFICATE_YEARS };
    writeWhole(path, await issueSealCertificate(options));
  }
  return `file:${path}`;
};

const demandCertified = (certificate: string, fingerprint: string): void => {
  const text = certificate.startsWith('file:') ? readFileSync(certificate.slice('file:'.length), 'utf8') : certificate;
  if (keyFingerprint(new X509Certificate(text).publicKey) !== fingerprint) {
    throw new Error('The certificate in SEAL_CERTIFICATE was not issued for the key in SEAL_KEY.');
  }
};

/** Fingerprints of the keys that have sealed here before, which a file of the folder lists, and of those given. */
const formerKeys = (folder: string, current: string, given = ''): string[] => {
  const path = join(folder, 'seal-keys');
  const listed = readIfThere(path)?.split('\n').filter(Boolean);
  const all = new Set([...(listed ?? fingerprintOfOld(folder)), current]);
  if (all.size > (listed?.length ?? 0)) writeWhole(path, `${[...all].join('\n')}\n`);
  return [...new Set([...all, ...given.split(',')])].filter((one) => one !== '' && one !== current);
};

/** The key of a folder that was there before keys were listed. */
const fingerprintOfOld = (folder: string): string[] => {
  const certificate = readIfThere(join(folder, 'seal-certificate.pem'));
  return certificate === undefined ? [] : [keyFingerprint(new X509Certificate(certificate).publicKey)];
};
