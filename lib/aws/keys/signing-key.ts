import {
  constants,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  privateEncrypt,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { clientSettings } from '../client.ts';
import { signDigestWithP256, toP1363 } from './ecdsa.ts';

/** JOSE names of the two signature algorithms in use (RFC 7518 section 3.1). */
export type SigningAlgorithm = 'ES256' | 'RS256';

/** DER of the DigestInfo of a SHA-256 digest, without the digest itself (RFC 8017 section 9.2, note 1). */
export const SHA256_DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

const KMS_ALGORITHMS = { ES256: 'ECDSA_SHA_256', RS256: 'RSASSA_PKCS1_V1_5_SHA_256' } as const;

let opened: KMSClient | undefined;

/** The process's client of KMS, opened on first use. */
export const kms = (): KMSClient => {
  opened ??= new KMSClient(clientSettings());
  return opened;
};

const keyFiles = new Map<string, KeyObject>();
const keyFile = (path: string): KeyObject => {
  const known = keyFiles.get(path);
  if (known) return known;
  const key = createPrivateKey(readFileSync(path));
  keyFiles.set(path, key);
  return key;
};

/** A key that neither a file nor KMS has, such as one in an HSM. It signs as `signDigest` says. */
export interface HeldKey {
  publicKey(): Promise<KeyObject>;
  signDigest(digest: Uint8Array, algorithm: SigningAlgorithm): Promise<Uint8Array>;
}

const held = new Map<string, HeldKey>();

/** Has `key` sign under this name. For platforms on a server of one's own; in AWS no key is held. */
export const holdKey = (name: string, key: HeldKey): void => {
  held.set(name, key);
};

/** Parses `file:<path of a PKCS#8 PEM, or of a data key's bytes>` or `kms:<key id or ARN>`. */
export const locate = (key: string): { kind: 'file' | 'kms'; place: string } => {
  const [, kind, place] = /^(file|kms):(.+)$/.exec(key) ?? [];
  if ((kind !== 'file' && kind !== 'kms') || !place) {
    throw new Error('A key is named file:<path of a PEM> or kms:<key id or ARN>, a seal key in an HSM pkcs11:<URI>');
  }
  return { kind, place };
};

/**
 * Signs a SHA-256 digest with the private key `key`. ES256 returns r‖s (64 bytes, IEEE P1363, the form of RFC 7518
 * section 3.4; 96 bytes of a held key on P-384); RS256 returns the PKCS#1 v1.5 signature. A KMS key never leaves KMS:
 * only the digest is sent.
 */
export const signDigest = async (key: string, digest: Uint8Array, algorithm: SigningAlgorithm): Promise<Uint8Array> => {
  if (digest.length !== 32) throw new Error('Only SHA-256 digests are signed');
  const other = held.get(key);
  if (other) return other.signDigest(digest, algorithm);
  const { kind, place } = locate(key);
  if (kind === 'kms') return signInKms(place, digest, algorithm);

  const privateKey = keyFile(place);
  if (algorithm === 'ES256') return signDigestWithP256(privateKey, digest);
  return privateEncrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
    Buffer.concat([SHA256_DIGEST_INFO, digest]),
  );
};

const signInKms = async (keyId: string, digest: Uint8Array, algorithm: SigningAlgorithm): Promise<Uint8Array> => {
  const { Signature } = await kms().send(
    new SignCommand({
      KeyId: keyId,
      Message: digest,
      MessageType: 'DIGEST',
      SigningAlgorithm: KMS_ALGORITHMS[algorithm],
    }),
  );
  if (!Signature) throw new Error('KMS answered without a signature');
  return algorithm === 'ES256' ? toP1363(Signature) : Signature;
};

/** Reads the public key of `key` from its file, from KMS (GetPublicKey), or from whatever holds it. */
export const publicKey = async (key: string): Promise<KeyObject> => {
  const other = held.get(key);
  if (other) return other.publicKey();
  const { kind, place } = locate(key);
  if (kind === 'file') return createPublicKey(keyFile(place));
  const { PublicKey } = await kms().send(new GetPublicKeyCommand({ KeyId: place }));
  if (!PublicKey) throw new Error('KMS answered without a public key');
  return createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
};

/** The public key as a JSON Web Key (RFC 7517) whose `kid` is its RFC 7638 thumbprint. Never a private member. */
export const publicJwk = async (key: string): Promise<JsonWebKey & { kid: string }> => {
  const jwk = (await publicKey(key)).export({ format: 'jwk' });
  const alg: SigningAlgorithm = jwk.kty === 'EC' ? 'ES256' : 'RS256';
  return { ...jwk, alg, use: 'sig', kid: await calculateJwkThumbprint(jwk) };
};
