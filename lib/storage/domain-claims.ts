import { collection, getItem } from './client.ts';
import { commit } from './commit.ts';
import { DOMAIN_WISH_PREFIX, domainKey, domainWishKey } from './keys.ts';
import type { DomainClaim, DomainHolder, DomainKind, DomainWish } from './records/domain.ts';
import { ABSENT } from './where.ts';
import type { Write } from './write.ts';

export const findClaim = (kind: DomainKind, domain: string): Promise<DomainClaim | undefined> =>
  getItem<DomainClaim>(domainKey(kind, domain));

/** The write by which a brand takes a domain that was `known` to be another's, or nobody's; holds only where it is so still. */
export const claimWrite = (
  kind: DomainKind,
  domain: string,
  claim: Omit<DomainClaim, 'pk' | 'sk'>,
  known: DomainClaim | undefined,
): Write => ({
  put: { ...domainKey(kind, domain), ...claim },
  where: known ? { brand_id: known.brand_id, claimed_at: known.claimed_at, released: known.released } : ABSENT,
});

/** The write that says that a domain is proven no more; holds only where it is the brand's. */
export const lapseWrite = (kind: DomainKind, domain: string, brand_id: string, claimed_at: string): Write => ({
  change: domainKey(kind, domain),
  set: { verified: false, claimed_at },
  where: { brand_id, released: false },
});

/** Frees a domain, if it is the brand's. That it was held is kept until `ttl`. */
export const releaseDomain = async (kind: DomainKind, domain: string, brand_id: string, ttl: number): Promise<void> => {
  const write: Write = {
    change: domainKey(kind, domain),
    set: { released: true, verified: false, ttl },
    where: { brand_id },
  };
  await commit<void>([write], { refuse: () => undefined });
};

/** The write that says that a brand wants a domain for its mails; `givenUp`: that it did, until then. It keeps nobody else from wanting it. */
export const wishWrite = (domain: string, { organization_id, brand_id }: DomainHolder, givenUp?: number): Write => {
  const put: DomainWish = {
    ...domainWishKey(domain, brand_id),
    organization_id,
    brand_id,
    ...(givenUp === undefined ? {} : { given_up: true, ttl: givenUp }),
  };
  return { put };
};

/** A brand's wish for a domain for mails, which it may have given up lately. */
export const wishesFor = (domain: string): Promise<DomainWish[]> =>
  collection<DomainWish>(domainWishKey(domain, '').pk, DOMAIN_WISH_PREFIX);
