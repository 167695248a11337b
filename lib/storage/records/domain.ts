import type { Key } from '../engine/key.ts';

/** Use of a domain by a brand: for mails, or for pages. */
export type BrandDomainKind = 'email' | 'app';

/** Use of a domain: a brand's, or for sign-ins of people with addresses there. */
export type DomainKind = BrandDomainKind | 'sign_in';

/**
 * The brand that has proven a domain: one at a time, in all organizations. An unproven request has no claim. For
 * sign-ins it is the organization, whose id is in the place of the brand's.
 */
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
