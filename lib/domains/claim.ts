import { DAY, epochSeconds, timestamp, timestampIn } from '../clock.ts';
import { ConditionFailed, getItem, type Key, transact, type Write } from '../table/client.ts';
import { domainKey } from '../table/keys.ts';

/** Which brand of which organization holds a domain: one at a time, in all organizations. */
export interface DomainClaim extends Key {
  organization_id: string;
  brand_id: string;
  /** False while its records were not found, and when they vanished again. */
  verified: boolean;
  /** When it was claimed, or when its records vanished. */
  claimed_at: string;
  /** Its brand gave it up: free for all, kept for a while to know whose records may still stand in the DNS. */
  released: boolean;
  ttl?: number;
}

/** How long a domain that is not verified is kept from others: what nobody owns can't be blocked for good. */
const PENDING_LIFE = 7 * DAY;
const RELEASED_SECONDS = (90 * DAY) / 1000;

type Kind = 'email' | 'app';
type Holder = Pick<DomainClaim, 'organization_id' | 'brand_id'>;

/** True where the brand may take the domain from whoever holds it. */
export const isFree = (claim: DomainClaim | undefined, { brand_id }: Holder): boolean =>
  !claim ||
  claim.brand_id === brand_id ||
  claim.released ||
  (!claim.verified && claim.claimed_at < timestampIn(-PENDING_LIFE));

/** The write by which the brand takes the domain; holds only where `isFree` does. */
export const claimWrite = (kind: Kind, domain: string, holder: Holder, verified: boolean): Write => {
  const { organization_id, brand_id } = holder;
  const key = domainKey(kind, domain);
  const claim: DomainClaim = { ...key, organization_id, brand_id, verified, claimed_at: timestamp(), released: false };
  return {
    put: claim,
    condition:
      'attribute_not_exists(pk) OR brand_id = :brand OR released = :yes OR (verified = :no AND claimed_at < :limit)',
    values: { ':brand': brand_id, ':yes': true, ':no': false, ':limit': timestampIn(-PENDING_LIFE) },
  };
};

/** The write that says whether the brand's domain is verified; holds only where it is the brand's. */
export const verifiedWrite = (kind: Kind, domain: string, { brand_id }: Holder, verified: boolean): Write => ({
  update: domainKey(kind, domain),
  UpdateExpression: 'SET verified = :verified, claimed_at = :at',
  ConditionExpression: 'brand_id = :brand AND released = :no',
  ExpressionAttributeValues: { ':verified': verified, ':at': timestamp(), ':brand': brand_id, ':no': false },
});

/** The write that gives the domain up; holds only where it is the brand's. */
export const releaseWrite = (kind: Kind, domain: string, { brand_id }: Holder): Write => ({
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
});

/** True where the domain is the brand's, and was not given up. */
export const holdsClaim = async (kind: Kind, domain: string, { brand_id }: Holder): Promise<boolean> => {
  const claim = await getItem<DomainClaim>(domainKey(kind, domain));
  return claim?.brand_id === brand_id && !claim.released;
};

/** Gives the domain up, if it is the brand's. */
export const releaseClaim = async (kind: Kind, domain: string, holder: Holder): Promise<void> => {
  try {
    await transact([releaseWrite(kind, domain, holder)]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
