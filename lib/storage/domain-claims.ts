import { collection, getItem } from './engine/client.ts';
import { commit } from './engine/commit.ts';
import { DOMAIN_WISH_PREFIX, domainKey, domainWishKey } from './engine/keys.ts';
import { ABSENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { DomainClaim, DomainHolder, DomainKind, DomainWish } from './records/domain.ts';

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
 * The write of a brand's wish for a domain for mails; `givenUp`: the end of a given-up wish. Wishes exclude no other
 * brand.
 */
export const wishWrite = (domain: string, { organization_id, brand_id }: DomainHolder, givenUp?: number): Write => {
  const put: DomainWish = {
    ...domainWishKey(domain, brand_id),
    organization_id,
    brand_id,
    ...(givenUp === undefined ? {} : { given_up: true, ttl: givenUp }),
  };
  return { put };
};

/** Wishes of brands for a domain for mails, including lately given-up ones. */
export const wishesFor = (domain: string): Promise<DomainWish[]> =>
  collection<DomainWish>(domainWishKey(domain, '').pk, DOMAIN_WISH_PREFIX);
