import type { Key } from '../engine/key.ts';

/** Use of a domain: for mails, or for pages. */
export type DomainKind = 'email' | 'app';

/** The brand that has proven a domain: one at a time, in all organizations. An unproven request has no claim. */
export interface DomainClaim extends Key {
  organization_id: string;
  brand_id: string;
  /** False after its records vanished. */
  verified: boolean;
  /** Token that the domain publishes of its holder: the proof. */
  token: string;
  /** Time of the proof, or of the records' vanishing. */
  claimed_at: string;
  /** Its brand gave it up: free for all. */
  released: boolean;
  ttl?: number;
}

/** The brand that has a domain, or wants it. */
export type DomainHolder = Pick<DomainClaim, 'organization_id' | 'brand_id'>;

/** A brand's request for a mail domain, possibly given up lately. */
export interface DomainRequest extends Key, DomainHolder {
  given_up?: boolean;
  ttl?: number;
}
