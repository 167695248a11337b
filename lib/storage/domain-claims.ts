import { collection, getItem } from './engine/client.ts';
import { commit } from './engine/commit.ts';
import { DOMAIN_REQUEST_PREFIX, domainKey, domainRequestKey } from './engine/keys.ts';
import { ABSENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { DomainClaim, DomainHolder, DomainKind, DomainRequest } from './records/domain.ts';

export const findClaim = (kind: DomainKind, domain: string): Promise<DomainClaim | undefined> =>
  getItem<DomainClaim>(domainKey(kind, domain));

/** The write by which a brand claims a domain; it holds only if the claim is still as it was read (`known`). */
export const claimWrite = (
  kind: DomainKind,
  domain: string,
  claim: Omit<DomainClaim, 'pk' | 'sk'>,
  known: DomainClaim | undefined,
): Write => ({
  put: { ...domainKey(kind, domain), ...claim },
  where: known ? { brand_id: known.brand_id, claimed_at: known.claimed_at, released: known.released } : ABSENT,
});

/** The write that marks a domain as no longer proven; it holds only if the domain is the brand's. */
export const lapseWrite = (kind: DomainKind, domain: string, brand_id: string, claimed_at: string): Write => ({
  change: domainKey(kind, domain),
  set: { verified: false, claimed_at },
  where: { brand_id, released: false },
});

/** Releases a domain if it is the brand's. The former claim is remembered until `ttl`. */
export const releaseDomain = async (kind: DomainKind, domain: string, brand_id: string, ttl: number): Promise<void> => {
  const write: Write = {
    change: domainKey(kind, domain),
    set: { released: true, verified: false, ttl },
    where: { brand_id },
  };
  await commit<void>([write], { refuse: () => undefined });
};

/**
 * The write of a brand's request for a domain for mails; `givenUp`: the end of one that was given up. Requests exclude
 * no other brand.
 */
export const domainRequestWrite = (
  domain: string,
  { organization_id, brand_id }: DomainHolder,
  givenUp?: number,
): Write => {
  const put: DomainRequest = {
    ...domainRequestKey(domain, brand_id),
    organization_id,
    brand_id,
    ...(givenUp === undefined ? {} : { given_up: true, ttl: givenUp }),
  };
  return { put };
};

/** Requests of brands for a domain for mails, including lately given-up ones. */
export const domainRequestsFor = (domain: string): Promise<DomainRequest[]> =>
  collection<DomainRequest>(domainRequestKey(domain, '').pk, DOMAIN_REQUEST_PREFIX);
