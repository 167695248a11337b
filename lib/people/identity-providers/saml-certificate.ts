import { X509Certificate } from 'node:crypto';
import { now } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import type { SamlCertificate } from './provider-schema.ts';

/** Shortest RSA key that may sign, in bits. */
const SHORTEST_KEY = 2048;

/** A stored certificate. */
export const certificateOf = (stored: string): X509Certificate => new X509Certificate(Buffer.from(stored, 'base64'));

export const isInForce = ({ validFromDate, validToDate }: X509Certificate): boolean =>
  validFromDate <= now() && now() <= validToDate;

/**
 * Certificates as they are stored: base64 of DER, without a frame. Throws `invalid` for one that is no certificate, has
 * no RSA key of 2048 bits or more, or comes twice, and if none is in force.
 */
export const readCertificates = (given: readonly string[]): string[] => {
  const read = given.map((text, index) => readCertificate(text, `certificates.${index}`));
  if (new Set(read).size !== read.length) invalid('certificates', 'must be different ones');
  if (!read.some((one) => isInForce(certificateOf(one)))) invalid('certificates', 'must have one that is in force');
  return read;
};

const readCertificate = (text: string, field: string): string => {
  const packed = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
  const certificate = parse(packed) ?? invalid(field, 'must be an X.509 certificate, as PEM or base64');
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < SHORTEST_KEY)
    invalid(field, `must be of an RSA key of ${SHORTEST_KEY} bits or more`);
  return certificate.raw.toString('base64');
};

const parse = (packed: string): X509Certificate | undefined => {
  try {
    return /^[A-Za-z0-9+/]+={0,2}$/.test(packed) ? certificateOf(packed) : undefined;
  } catch {
    return undefined;
  }
};

/** Presents a stored certificate, with its end. */
export const presentCertificate = (stored: string): SamlCertificate => {
  const { subject, fingerprint256, validFromDate, validToDate } = certificateOf(stored);
  return {
    certificate: stored,
    subject: subject.replaceAll('\n', ', '),
    fingerprint: fingerprint256,
    not_before: validFromDate.toISOString(),
    not_after: validToDate.toISOString(),
  };
};
