import { createPublicKey, verify } from 'node:crypto';
import type { BitString, OctetString } from 'asn1js';
import { type AlgorithmIdentifier, getCrypto, type PublicKeyInfo } from 'pkijs';

const ELLIPTIC = '1.2.840.10045.2.1';

/**
 * True if the key made the signature of these bytes. The digest is the algorithm's own, or the one that a structure
 * names apart (RFC 5652 section 5.3). Throws for algorithms that it doesn't know.
 */
export const isMadeBy = async (
  key: PublicKeyInfo,
  algorithm: AlgorithmIdentifier,
  signature: BitString | OctetString,
  data: Uint8Array,
  digest?: string,
): Promise<boolean> => {
  if (key.algorithm.algorithmId !== ELLIPTIC) {
    return getCrypto(true).verifyWithPublicKey(Uint8Array.from(data).buffer, signature, key, algorithm, digest);
  }
  // The library reads both numbers of such a signature in more ways than the one that DER allows. OpenSSL doesn't.
  const found = createPublicKey({ key: Buffer.from(key.toSchema().toBER()), format: 'der', type: 'spki' });
  const name = digest ?? getCrypto(true).getHashAlgorithm(algorithm);
  return verify(name, data, { key: found, dsaEncoding: 'der' }, signature.valueBlock.valueHexView);
};
