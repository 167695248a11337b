import { X509Certificate } from 'node:crypto';
import { now } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { algorithmFor } from '../../pdf/seal/signing-algorithm.ts';
import { signerStanding } from '../../pdf/trust/signer-evidence.ts';
import { nameOf } from '../../pdf/trust/x509-certificate.ts';
import type { CscCredential } from '../../people/trust-services/trust-service.ts';
import type { StoredCredential } from '../../storage/records/certificate-signing.ts';
import { certificatesOf } from './certificate-documents.ts';
import type { CertificateStep } from './certificate-step-schema.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** A credential as a signing keeps it. Throws `certificate_unusable` for a key that nobody signs with here. */
export const storedCredential = ({ certificate, chain, key, ...of }: CscCredential): StoredCredential => ({
  id: of.id,
  certificate: base64(certificate),
  chain: chain.map(base64),
  algorithm:
    algorithmFor(certificate, key.algorithms) ??
    fail('certificate_unusable', { reason: 'its key, or the way in which it signs, is not one that is taken here' }),
  authorization: of.authorization,
  multisign: of.multisign,
  pin: of.pin,
  otp: of.otp,
});

/** A credential as the trust service's client takes it. */
export const credentialFor = ({ id, multisign, pin, otp }: StoredCredential) => ({ id, multisign, pin, otp });

/** The names and the end of a certificate, as the signer is shown them. */
export const shownCertificate = (der: Uint8Array): NonNullable<CertificateStep['certificate']> => {
  const { subject, issuer, validToDate } = new X509Certificate(der);
  return { subject: nameOf({ subject }), issuer: nameOf({ subject: issuer }), valid_to: validToDate.toISOString() };
};

/**
 * Throws `certificate_revoked` or `certificate_unusable` unless the certificate may sign now. One whose issuer doesn't
 * answer may.
 */
export const demandStanding = async (credential: StoredCredential): Promise<void> => {
  const { certificate, chain } = certificatesOf(credential);
  const { status, reason } = await signerStanding(certificate, chain, now());
  if (status === 'revoked') fail('certificate_revoked');
  if (status === 'unusable') fail('certificate_unusable', { reason: reason ?? 'it is not for signing' });
};
