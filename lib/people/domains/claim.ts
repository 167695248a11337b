import { DAY, epochSeconds, timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import * as claims from '../../storage/domain-claims.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { DomainClaim, DomainHolder, DomainKind, DomainRequest } from '../../storage/records/domain.ts';

const RELEASED_SECONDS = (90 * DAY) / 1000;

const isFree = (claim: DomainClaim, { brand_id }: DomainHolder): boolean =>
  claim.brand_id === brand_id || claim.released || !claim.verified;

/** The brand's token, and the tokens that the domain publishes; undefined if no name server answered. */
export interface DomainProof {
  token: string;
  published: readonly string[] | undefined;
}

/**
 * Makes the write that claims a proven domain for the brand, and names the brand that loses it. Of two brands that
 * prove the same domain the first keeps it while its proof is published. Once the domain publishes only the second's
 * token, it has a new owner and the claim moves. Throws `domain_taken` if it is another's. One read.
 */
export const claimDomainWrite = async (
  kind: DomainKind,
  domain: string,
  holder: DomainHolder,
  { token, published }: DomainProof,
): Promise<{ write: Write; loser: DomainHolder | null }> => {
  const known = await claims.findClaim(kind, domain);
  const claim = {
    organization_id: holder.organization_id,
    brand_id: holder.brand_id,
    verified: true,
    token,
    claimed_at: timestamp(),
    released: false,
  };
  const write = claims.claimWrite(kind, domain, claim, known);
  if (!known || isFree(known, holder)) return { write, loser: null };
  const goesOver = published?.includes(token) && !published.includes(known.token);
  if (!goesOver) return fail('domain_taken', { domain });
  return { write, loser: { organization_id: known.organization_id, brand_id: known.brand_id } };
};

/** Makes the write that marks the brand's domain as no longer proven; it holds only if the domain is the brand's. */
export const lapsedWrite = (kind: DomainKind, domain: string, { brand_id }: DomainHolder): Write =>
  claims.lapseWrite(kind, domain, brand_id, timestamp());

/** Releases the domain if it is the brand's. */
export const releaseClaim = (kind: DomainKind, domain: string, { brand_id }: DomainHolder): Promise<void> =>
  claims.releaseDomain(kind, domain, brand_id, epochSeconds() + RELEASED_SECONDS);

/**
 * Makes the write that ends the brand's request for the domain. The request is remembered for a while, because the DNS
 * records that it led to may still be published and would prove nothing for another organization.
 */
export const endRequestWrite = (domain: string, holder: DomainHolder): Write =>
  claims.domainRequestWrite(domain, holder, epochSeconds() + RELEASED_SECONDS);

const requestsOfOthers = async (domain: string, { brand_id }: DomainHolder): Promise<DomainRequest[]> => {
  const requests = await claims.domainRequestsFor(domain);
  return requests.filter(
    (request) => request.brand_id !== brand_id && (request.ttl ?? Number.POSITIVE_INFINITY) > epochSeconds(),
  );
};

/** True if another brand wants the domain for its mails, or has it. One query. */
export const isWantedByOthers = async (domain: string, holder: DomainHolder): Promise<boolean> =>
  (await requestsOfOthers(domain, holder)).some(({ given_up }) => !given_up);

/** True if another organization wants the domain, or did lately: then only a token shows whose it is. One query. */
export const isContested = async (domain: string, holder: DomainHolder): Promise<boolean> =>
  (await requestsOfOthers(domain, holder)).some(({ organization_id }) => organization_id !== holder.organization_id);
