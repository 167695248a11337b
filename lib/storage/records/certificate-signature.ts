/** Levels of electronic signatures (Regulation (EU) 910/2014, article 3): simple, advanced, qualified. */
export const SIGNATURE_LEVELS = ['SES', 'AES', 'QES'] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

/** The certificate with which a recipient has signed, in the recipient's record. The event has all of it. */
export interface CertificateSummary {
  subject: string;
  issuer: string;
  level: SignatureLevel;
}

/**
 * A recipient's signature with a certificate: a revision of each document behind those of earlier ones. A reset or a
 * sending back ends it with all that follow, because whoever signed later is asked again, too.
 */
export interface CertificateSignature extends CertificateSummary {
  /** Place among these signatures of the envelope, from 1. */
  number: number;
  /** Roles whose values its revisions show. */
  drawn: string[];
  /** The files that end with its revisions. */
  documents: { id: string; sha256: string; size: number }[];
}
