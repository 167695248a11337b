import { collectEvidence } from './evidence.ts';
import { presentSource } from './network.ts';
import { isValidAt, maySign, readCert } from './x509-certificate.ts';

/** The standing of a certificate by which somebody wants to sign. */
export interface SignerStanding {
  /**
   * `good`: every issuer up to the root says now that it isn't revoked. `unknown`: not all do, so nobody knows.
   * `unusable`: it can't sign, whatever its issuers say.
   */
  status: 'good' | 'revoked' | 'unknown' | 'unusable';
  /** A clause that says why it isn't good. */
  reason: string | null;
}

/**
 * Finds whether a certificate (DER, its issuers in `chain`) may sign at this time: its validity, its key's usage, and
 * what its issuers say of its revocation now, whose answers aren't taken from memory.
 */
export const signerStanding = async (
  certificate: Uint8Array,
  chain: readonly Uint8Array[],
  at: Date,
): Promise<SignerStanding> => {
  const cert = readCert(certificate);
  if (!isValidAt(cert, at)) {
    return { status: 'unusable', reason: cert.x509.validToDate < at ? 'it has expired' : 'it is not valid yet' };
  }
  if (!maySign(cert)) return { status: 'unusable', reason: 'its key is not for signing' };
  const { status, reason } = await collectEvidence(cert, chain.map(readCert), presentSource, { at, orLater: false });
  if (status === 'whole') return { status: 'good', reason: null };
  return { status: status === 'revoked' ? 'revoked' : 'unknown', reason };
};
