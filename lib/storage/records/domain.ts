import type { Key } from '../key.ts';

/** Mails come from a domain, or pages stand at it. */
export type DomainKind = 'email' | 'app';

/** Which brand of which organization has proven a domain: one at a time, in all organizations. Who only wants it, has none. */
export interface DomainClaim extends Key {
  organization_id: string;
  brand_id: string;
  /** False when its records vanished again. */
  verified: boolean;
  /** Token that the domain publishes of its holder: the proof. */
  token: string;
  /** When it was proven, or when its records vanished. */
  claimed_at: string;
  /** Its brand gave it up: free for all. */
  released: boolean;
  ttl?: number;
}

/** The brand that holds a domain, or wants it. */
export type DomainHolder = Pick<DomainClaim, 'organization_id' | 'brand_id'>;

/** A brand wants a domain for its mails, or did until lately. */
export interface DomainWish extends Key, DomainHolder {
  given_up?: boolean;
  ttl?: number;
}
