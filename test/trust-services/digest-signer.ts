import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import jsrsasign from 'jsrsasign';

/** Kinds of keys at the dummy trust service, with the object identifiers of the algorithms that it offers for each. */
export const KEY_KINDS = {
  RSA: ['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.11'],
  PSS: ['1.2.840.113549.1.1.10'],
  'P-256': ['1.2.840.10045.4.3.2'],
  'P-384': ['1.2.840.10045.4.3.2'],
} as const;
export type KeyKind = keyof typeof KEY_KINDS;

export const newKeyOf = (kind: KeyKind): { publicKey: KeyObject; privateKey: KeyObject } =>
  kind === 'RSA' || kind === 'PSS'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: kind });

/** Signs a SHA-256 digest that somebody else has made, as trust services do. Node signs only what it digests itself. */
export const signDigest = (privateKey: KeyObject, digest: Uint8Array, algorithm: string): Uint8Array => {
  const key = jsrsasign.KEYUTIL.getKey(String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  const hex = Buffer.from(digest).toString('hex');
  const sign = () => {
    if (privateKey.asymmetricKeyType === 'ec') return key.signHex(hex, key.prvKeyHex);
    return algorithm === KEY_KINDS.PSS[0]
      ? key.signWithMessageHashPSS(hex, 'sha256', 32)
      : key.signWithMessageHash(hex, 'sha256');
  };
  return Buffer.from(sign(), 'hex');
};
