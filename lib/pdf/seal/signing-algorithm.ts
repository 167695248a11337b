import { type KeyObject, X509Certificate } from 'node:crypto';
import type { KeyType, SignatureAlgorithm } from '@libpdf/core';

/** The way in which a signer's key signs a SHA-256 digest. */
interface Method {
  keyType: KeyType;
  signatureAlgorithm: SignatureAlgorithm;
}

const PKCS1: Method = { keyType: 'RSA', signatureAlgorithm: 'RSASSA-PKCS1-v1_5' };
const ECDSA: Method = { keyType: 'EC', signatureAlgorithm: 'ECDSA' };

/**
 * The algorithms that signers may use, the preferred first: with SHA-256 in its name, or, where a trust service names
 * the digest apart (CSC API 2.0 section 11.10), the key's own.
 */
const METHODS: ReadonlyMap<string, Method> = new Map([
  ['1.2.840.113549.1.1.11', PKCS1],
  ['1.2.840.113549.1.1.1', PKCS1],
  ['1.2.840.113549.1.1.10', { keyType: 'RSA', signatureAlgorithm: 'RSA-PSS' }],
  ['1.2.840.10045.4.3.2', ECDSA],
  ['1.2.840.10045.2.1', ECDSA],
]);

/** ETSI TS 119 312: shorter keys are not to be relied on. */
const SHORTEST_RSA = 2048;
const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

const typeOf = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): KeyType | undefined => {
  if (asymmetricKeyType === 'rsa') {
    return (asymmetricKeyDetails?.modulusLength ?? 0) >= SHORTEST_RSA ? 'RSA' : undefined;
  }
  return asymmetricKeyType === 'ec' && CURVES.has(asymmetricKeyDetails?.namedCurve ?? '') ? 'EC' : undefined;
};

/**
 * The identifier of the algorithm by which the key of this certificate signs here, among those that its trust service
 * offers: RSA (PKCS#1 before PSS; at least 2048 bits) or ECDSA (P-256, P-384, P-521), with SHA-256. Undefined where
 * none is.
 */
export const algorithmFor = (certificate: Uint8Array, offered: readonly string[]): string | undefined => {
  const type = typeOf(new X509Certificate(certificate).publicKey);
  return [...METHODS].find(([id, { keyType }]) => keyType === type && offered.includes(id))?.[0];
};

/** The meaning of an identifier that `algorithmFor` has chosen. */
export const methodOf = (algorithm: string): Method => {
  const method = METHODS.get(algorithm);
  if (!method) throw new Error(`Nobody signs by the algorithm ${algorithm}`);
  return method;
};
