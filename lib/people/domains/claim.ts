import { DAY, epochSeconds, timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { ConditionFailed, collection, getItem, transact, type Write } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { DOMAIN_WISH_PREFIX, domainKey, domainWishKey } from '../../storage/keys.ts';

/** Which brand of which organization has proven a domain: one at a time, in all organizations. Who only wants it, has none. */
export interface DomainClaim extends Key {
  organization_id: string;
  brand_id: string;
  /** False when its records vanished again. */
  verified: boolean;
  /** What the domain publishes of its holder: the proof. */
  token: string;
  /** When it was proven, or when its records vanished. */
  claimed_at: string;
  /** Its brand gave it up: free for all. */
  released: boolean;
  ttl?: number;
}

const RELEASED_SECONDS = (90 * DAY) / 1000;

type Kind = 'email' | 'app';
type Holder = Pick<DomainClaim, 'organization_id' | 'brand_id'>;

const isFree = (claim: DomainClaim | undefined, { brand_id }: Holder): boolean =>
  !claim || claim.brand_id === brand_id || claim.released || !claim.verified;

/**
 * The write by which the brand takes a domain that it has proven, and the brand that loses it by that. Of two who prove the
 * same domain the first keeps it, for as long as the proof stands; where the domain publishes the second's token and the
 * first's no more, it has another owner, and goes over. Ends the request with 400 where it is another's. `published`: the
 * domain's tokens; undefined where no name server could tell. One read.
 */
export const taking = async (
  kind: Kind,
  domain: string,
  holder: Holder,
  { token, published }: { token: string; published: readonly string[] | undefined },
): Promise<{ write: Write; loser: Holder | null }> => {
  const key = domainKey(kind, domain);
  const known = await getItem<DomainClaim>(key);
  const put: DomainClaim = {
    ...key,
    organization_id: holder.organization_id,
    brand_id: holder.brand_id,
    verified: true,
    token,
    claimed_at: timestamp(),
    released: false,
  };
  if (!known) return { write: { put, condition: 'attribute_not_exists(pk)' }, loser: null };
  const free = isFree(known, holder);
  const goesOver = published?.includes(token) && !published.includes(known.token);
  if (!free && !goesOver) return fail('domain_taken', { domain });
  const { brand_id, claimed_at } = known;
  return {
    write: {
      put,
      condition: 'brand_id = :known AND claimed_at = :at AND released = :released',
      values: { ':known': brand_id, ':at': claimed_at, ':released': known.released },
    },
    loser: free ? null : { organization_id: known.organization_id, brand_id },
  };
};

/** The write that says that the brand's domain is proven no more; holds only where it is the brand's. */
export const lapsedWrite = (kind: Kind, domain: string, { brand_id }: Holder): Write => ({
  update: domainKey(kind, domain),
  UpdateExpression: 'SET verified = :verified, claimed_at = :at',
  ConditionExpression: 'brand_id = :brand AND released = :no',
  ExpressionAttributeValues: { ':verified': false, ':at': timestamp(), ':brand': brand_id, ':no': false },
});

/** Gives the domain up, if it is the brand's. */
export const releaseClaim = async (kind: Kind, domain: string, { brand_id }: Holder): Promise<void> => {
  try {
    await transact([
      {
        update: domainKey(kind, domain),
        UpdateExpression: 'SET released = :yes, verified = :no, #ttl = :ttl',
        ConditionExpression: 'brand_id = :brand',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':yes': true,
          ':no': false,
          ':brand': brand_id,
          ':ttl': epochSeconds() + RELEASED_SECONDS,
        },
      },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** The write by which a brand says that it wants the domain for its mails. It keeps nobody else from wanting it. */
export const wishWrite = (domain: string, { organization_id, brand_id }: Holder): Write => ({
  put: { ...domainWishKey(domain, brand_id), organization_id, brand_id } as Key,
});

/**
 * The write by which it wants it no more. That it did is kept for a while: records that it had published may still stand,
 * and prove nothing for another organization then.
 */
export const unwishWrite = (domain: string, { organization_id, brand_id }: Holder): Write => ({
  put: {
    ...domainWishKey(domain, brand_id),
    organization_id,
    brand_id,
    given_up: true,
    ttl: epochSeconds() + RELEASED_SECONDS,
  } as Key,
});

interface Wish extends Key, Holder {
  given_up?: boolean;
  ttl?: number;
}

const wishesOf = async (domain: string, { brand_id }: Holder): Promise<Wish[]> => {
  const wishes = await collection<Wish>(domainWishKey(domain, '').pk, DOMAIN_WISH_PREFIX);
  return wishes.filter((wish) => wish.brand_id !== brand_id && (wish.ttl ?? Number.POSITIVE_INFINITY) > epochSeconds());
};

/** True where another brand wants the domain for its mails, or has it. One query. */
export const isWantedByOthers = async (domain: string, holder: Holder): Promise<boolean> =>
  (await wishesOf(domain, holder)).some(({ given_up }) => !given_up);

/** True where another organization wants it, or did until lately: then only a token tells whose it is. One query. */
export const isContested = async (domain: string, holder: Holder): Promise<boolean> =>
  (await wishesOf(domain, holder)).some(({ organization_id }) => organization_id !== holder.organization_id);
