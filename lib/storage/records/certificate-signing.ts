import type { RevisionPlan } from '../../pdf/seal/signer-revision.ts';
import type { Key } from '../engine/key.ts';

/** A signature with a certificate that a recipient has begun at a trust service. It is gone after 15 minutes. */
export interface CertificateSigningItem extends Key {
  id: string;
  /** The person and the session that began it. */
  profile_id: string;
  round: number;
  session_id: string | null;
  /** Hash of the secret of the browser that it began in. */
  browser_hash: string;
  /** Origin of the signing page. */
  pages: string;
  service: { id: string; name: string; version: string };
  /** Statements of the submit. */
  said: {
    locale: string | null;
    timezone: string | null;
    named: { role_name: string; first_name: string; last_name: string; email: string; phone: string | null }[];
    /** True if the page has said what it had shown by rules, and that was compared. */
    rules_seen: boolean;
  };
  /** Digest of what the recipient was shown by rules at the beginning. */
  seen: string;
  /** Access token of the service, encrypted by the browser's secret, and the end of its validity. */
  token?: string;
  token_until?: string;
  /** The credential that the signer has chosen. */
  credential?: StoredCredential;
  /** Files that wait for the signatures by an authorization on the service's page. */
  prepared?: StoredPreparation;
  expires_at: string;
  ttl: number;
}

/** A credential of the signer at the service. Certificates are DER in base64. */
export interface StoredCredential {
  id: string;
  certificate: string;
  chain: string[];
  /** Identifier of the algorithm by which it signs. */
  algorithm: string;
  authorization: 'implicit' | 'explicit' | 'oauth2code';
  multisign: number;
  pin: StoredInput | null;
  otp: (StoredInput & { online: boolean }) | null;
}

interface StoredInput {
  id: string;
  label: string;
  numeric: boolean;
}

/** The plan of a revision, but for what all have in common. */
export type StoredPlan = Omit<RevisionPlan, 'certificate' | 'chain' | 'algorithm'>;

export interface StoredPreparation {
  /** Time of the signature. */
  time: string;
  /** Version of all that is signed: the same while nothing of it changes. */
  version: string;
  /** Roles whose values the files show, the signer's among them. */
  drawn: string[];
  documents: {
    id: string;
    /** SHA-256 of the stored file, hex. */
    sha256: string;
    /** The hash that is to be signed, base64. */
    to_sign: string;
    plan: StoredPlan;
  }[];
}

/**
 * The turn of one signing, until then. Whoever comes next waits, or takes it over once it has ended; who begins anew
 * has the own turn at once.
 */
export interface CertificateTurnItem extends Key {
  signing: string;
  /** The role that signs; absent in older turns. */
  role_name?: string;
  until: string;
  ttl: number;
}
