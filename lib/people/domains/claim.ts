import { DAY, epochSeconds, timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import * as claims from '../../storage/domain-claims.ts';
import type { DomainClaim, DomainHolder, DomainKind, DomainWish } from '../../storage/records/domain.ts';
import type { Write } from '../../storage/write.ts';

const RELEASED_SECONDS = (90 * DAY) / 1000;

const isFree = (claim: DomainClaim, { brand_id }: DomainHolder): boolean =>
  claim.brand_id === brand_id || claim.released || !claim.verified;

/**
 * The write by which the brand takes a domain that it has proven, and the brand that loses it by that. Of two who prove the
 * same domain the first keeps it, for as long as the proof stands; where the domain publishes the second's token and the
 * first's no more, it has another owner, and goes over. Ends the request with 400 where it is another's. `published`: the
 * domain's tokens; undefined where no name server could tell. One read.
 */
export const taking = async (
  kind: DomainKind,
  domain: string,
  holder: DomainHolder,
  { token, published }: { token: string; published: readonly string[] | undefined },
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

/** The write that says that the brand's domain is proven no more; holds only where it is the brand's. */
export const lapsedWrite = (kind: DomainKind, domain: string, { brand_id }: DomainHolder): Write =>
  claims.lapseWrite(kind, domain, brand_id, timestamp());

/** Gives the domain up, if it is the brand's. */
export const releaseClaim = (kind: DomainKind, domain: string, { brand_id }: DomainHolder): Promise<void> =>
  claims.releaseDomain(kind, domain, brand_id, epochSeconds() + RELEASED_SECONDS);

/**
 * The write by which it wants it no more. That it did is kept for a while: records that it had published may still stand,
 * and prove nothing for another organization then.
 */
export const unwishWrite = (domain: string, holder: DomainHolder): Write =>
  claims.wishWrite(domain, holder, epochSeconds() + RELEASED_SECONDS);

const wishesOf = async (domain: string, { brand_id }: DomainHolder): Promise<DomainWish[]> => {
  const wishes = await claims.wishesFor(domain);
  return wishes.filter((wish) => wish.brand_id !== brand_id && (wish.ttl ?? Number.POSITIVE_INFINITY) > epochSeconds());
};

/** True where another brand wants the domain for its mails, or has it. One query. */
export const isWantedByOthers = async (domain: string, holder: DomainHolder): Promise<boolean> =>
  (await wishesOf(domain, holder)).some(({ given_up }) => !given_up);

/** True where another organization wants it, or did until lately: then only a token tells whose it is. One query. */
export const isContested = async (domain: string, holder: DomainHolder): Promise<boolean> =>
  (await wishesOf(domain, holder)).some(({ organization_id }) => organization_id !== holder.organization_id);
