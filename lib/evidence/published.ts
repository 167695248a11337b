import { X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { sealCertificates } from '../aws/keys/seal-signer.ts';
import { Timestamp } from '../base/common-schema.ts';
import { config } from '../base/config.ts';
import { sha256 } from '../base/ids.ts';
import { findLogAnchors } from '../storage/log.ts';
import { verifierKey } from './note.ts';

const PublishedCertificate = z.object({
  sha256: z.string().meta({ description: 'Fingerprint: SHA-256 of the certificate in DER' }),
  pem: z.string(),
  not_before: Timestamp,
  not_after: Timestamp,
});

const presentCertificate = (certificate: X509Certificate): z.output<typeof PublishedCertificate> => ({
  sha256: sha256(certificate.raw),
  pem: certificate.toString(),
  not_before: certificate.validFromDate.toISOString(),
  not_after: certificate.validToDate.toISOString(),
});

export const PublishedEvidence = z
  .object({
    version: z.literal(1),
    seal_certificates: z
      .array(PublishedCertificate)
      .meta({ description: 'The certificate that seals name, then its issuers’' }),
    time_stamp_certificates: z.array(PublishedCertificate).meta({
      description:
        'Certificates of the authorities that have time-stamped the log, and of those that issued them, also of earlier ones',
    }),
    time_stamp_authorities: z
      .array(z.string())
      .meta({ description: 'Addresses of the authorities (RFC 3161), in the order in which they are asked' }),
    log: z
      .object({
        origin: z.string().meta({ description: 'The log’s name, the first line of its checkpoints' }),
        public_key: z
          .string()
          .meta({ description: 'The key of its signatures, as a verifier key of c2sp.org/signed-note' }),
      })
      .nullable()
      .meta({ description: 'Null while the log is empty' }),
  })
  .meta({ id: 'PublishedEvidence' });

/** The keys and certificates by which anybody can check seals and the log. One read. */
export const publishedEvidence = async (): Promise<z.output<typeof PublishedEvidence>> => {
  const [certificates, { head, authorities }] = await Promise.all([sealCertificates(), findLogAnchors()]);
  return {
    version: 1,
    seal_certificates: certificates.map(presentCertificate),
    time_stamp_certificates: authorities.map((der) =>
      presentCertificate(new X509Certificate(Buffer.from(der, 'base64'))),
    ),
    time_stamp_authorities: config.timestampAuthorities().map((url) => url.trim()),
    log: head
      ? { origin: head.origin, public_key: verifierKey(head.origin, Buffer.from(head.public_key, 'base64')) }
      : null,
  };
};
