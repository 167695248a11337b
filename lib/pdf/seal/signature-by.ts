import { constants, verify, X509Certificate } from 'node:crypto';
import type { SignatureAlgorithm } from '@libpdf/core';
import { toDer } from '../../aws/keys/ecdsa.ts';

const SALT = 32;

/**
 * The signature as CMS wants it, if the key of the certificate made it over `data` with SHA-256; undefined if not.
 * Trust services return ECDSA's two numbers in DER or plain (IEEE P1363).
 */
export const signatureBy = (
  certificate: Uint8Array,
  algorithm: SignatureAlgorithm,
  data: Uint8Array,
  given: Uint8Array,
): Uint8Array | undefined => {
  const key = new X509Certificate(certificate).publicKey;
  if (algorithm !== 'ECDSA') {
    const padding =
      algorithm === 'RSA-PSS'
        ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: SALT }
        : { padding: constants.RSA_PKCS1_PADDING };
    return verify('sha256', data, { key, ...padding }, given) ? given : undefined;
  }
  if (verify('sha256', data, { key, dsaEncoding: 'der' }, given)) return given;
  return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, given) ? toDer(given) : undefined;
};
