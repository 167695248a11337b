import { claimWrite, type DomainClaim, isFree, releaseClaim, releaseWrite, verifiedWrite } from '../domains/claim.ts';
import { findEmailRecords, hasDkim } from '../domains/email-records.ts';
import { createIdentity, deleteIdentity, type Identity, readIdentity } from '../domains/identity.ts';
import { openLookup } from '../domains/lookup.ts';
import { isWithin } from '../domains/name.ts';
import { nextStatus } from '../domains/record.ts';
import { normalEmail, sameEmail } from '../email-address.ts';
import type { UserCaller } from '../operation/caller.ts';
import { fail } from '../operation/errors.ts';
import type { OrganizationItem } from '../organizations/record.ts';
import { ConditionFailed, transact } from '../table/client.ts';
import { domainKey, organizationKey } from '../table/keys.ts';
import { type Brand, type BrandItem, type BrandVerification, NO_EMAIL_DOMAIN, presentBrand } from './record.ts';
import type { BrandPath, NewEmailDomain } from './schema.ts';
import { changeBrand, holderOf, readBrand, readBrandWith } from './store.ts';
import { asVerification } from './verification.ts';

/**
 * Gives the brand a domain that its mails come from, once it is verified, and answers the records that prove it. The same
 * domain again changes what stands before the @, the name and where answers go. Ends the request with 400 where the
 * brand has another domain, where another brand holds this one, and where the DNS still says what it said for an
 * organization before: SES may give the same tokens again, and then they would prove nothing.
 */
export const addEmailDomain = async (caller: UserCaller, path: BrandPath, wanted: NewEmailDomain): Promise<Brand> => {
  const domain = wanted.subdomain;
  const [brand, claim] = await readBrandWith<DomainClaim>(caller, path, domainKey('email', domain));
  if (brand.email_domain !== null && brand.email_domain !== domain) {
    fail('domain_present', { domain: brand.email_domain });
  }
  const details = (now: BrandItem) => ({
    email_local_part: wanted.local_part,
    ...(wanted.display_name === undefined ? {} : { email_display_name: wanted.display_name }),
    ...replyTo(caller, now, wanted.reply_to),
  });
  if (brand.email_domain === domain && brand.email_domain_status !== 'failed') {
    return presentBrand(await changeBrand(caller, brand, (now) => ({ change: details(now) })));
  }
  const holder = holderOf(brand);
  if (!isFree(claim, holder)) fail('domain_taken', { domain });
  const identity = await takeDomain(domain, holder, claim?.organization_id === brand.organization_id);
  const added = await changeBrand(caller, brand, (now) => ({
    change: {
      ...NO_EMAIL_DOMAIN,
      email_domain: domain,
      email_domain_status: 'pending',
      email_dkim_tokens: identity.tokens,
      email_dkim_zone: identity.zone,
      ...details(now),
    },
  }));
  return presentBrand(added);
};

/** Takes the brand's mail domain away: its mails come from the platform's address again. Harmless without one. */
export const removeEmailDomain = async (caller: UserCaller, path: BrandPath): Promise<Brand> =>
  presentBrand(await withoutEmailDomain(caller, await readBrand(caller, path)));

/** The brand without its mail domain, which is free for others then. */
export const withoutEmailDomain = async (caller: UserCaller, brand: BrandItem): Promise<BrandItem> => {
  const { email_domain: domain } = brand;
  if (domain === null) return brand;
  try {
    const also = [releaseWrite('email', domain, holderOf(brand))];
    const changed = await changeBrand(caller, brand, () => ({ change: NO_EMAIL_DOMAIN, also }));
    await deleteIdentity(domain);
    return changed;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Another brand holds the domain by now: it stays in SES for that one.
    return changeBrand(caller, brand, () => ({ change: NO_EMAIL_DOMAIN }));
  }
};

/**
 * Looks at SES and at the DNS for the brand's mail domain. It is verified when SES is content and DKIM, SPF and DMARC
 * are published; one that was, and isn't any more, has failed. What no name server could tell stays as it was.
 */
export const verifyEmailDomain = async (caller: UserCaller, path: BrandPath): Promise<BrandVerification> => {
  const [brand, organization] = await readBrandWith<OrganizationItem>(
    caller,
    path,
    organizationKey(path.organizationid),
  );
  const { email_domain: domain, email_dkim_tokens: tokens, email_dkim_zone: zone } = brand;
  if (domain === null) return fail('domain_absent');
  const [identity, found] = await Promise.all([
    readIdentity(domain),
    findEmailRecords(openLookup(), domain, tokens, zone ?? ''),
  ]);
  const { email_dkim_verified: dkim } = brand;
  const checked = {
    email_spf_verified: found.spf ?? brand.email_spf_verified,
    email_dkim_verified: identity !== undefined && (identity.isVerified ?? dkim) && (found.dkim ?? dkim),
    email_dmarc_verified: found.dmarc ?? brand.email_dmarc_verified,
  };
  const isRight = Object.values(checked).every(Boolean);
  const gaveUp = identity === undefined || identity.gaveUp;
  const status = nextStatus(brand.email_domain_status, 'verified', { isRight, gaveUp });
  const after = await saveVerification(caller, brand, domain, { ...checked, email_domain_status: status });
  return asVerification(after, organization);
};

type Checked = Pick<
  BrandItem,
  'email_domain_status' | 'email_spf_verified' | 'email_dkim_verified' | 'email_dmarc_verified'
>;

const saveVerification = async (
  caller: UserCaller,
  brand: BrandItem,
  domain: string,
  checked: Checked,
): Promise<BrandItem> => {
  const change = { ...checked, ...replyToVerified(brand, domain, checked) };
  const current = brand as unknown as Record<string, unknown>;
  if (Object.entries(change).every(([name, value]) => current[name] === value)) return brand;
  const isVerified = checked.email_domain_status === 'verified';
  const turned = isVerified !== (brand.email_domain_status === 'verified');
  const also = turned ? [verifiedWrite('email', domain, holderOf(brand), isVerified)] : [];
  try {
    // What was looked at is this domain: a brand that has another one by now is none of it.
    return await changeBrand(caller, brand, (now) =>
      now.email_domain === domain ? { change, also } : fail('domain_absent'),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Another brand took the domain while it wasn't verified.
    const lost = { ...LOST, email_domain_status: 'failed' as const };
    return changeBrand(caller, brand, () => ({ change: lost }));
  }
};

const LOST = { email_spf_verified: false, email_dkim_verified: false, email_dmarc_verified: false };

/** Claims the domain and makes it known to SES; if that fails, it is free again. */
const takeDomain = async (
  domain: string,
  holder: ReturnType<typeof holderOf>,
  wasTheirs: boolean,
): Promise<Identity> => {
  try {
    await transact([claimWrite('email', domain, holder, false)]);
  } catch (error) {
    if (error instanceof ConditionFailed) return fail('domain_taken', { domain });
    throw error;
  }
  let identity: Identity | undefined;
  try {
    identity = await createIdentity(domain, holder.brand_id);
    const isStale = !wasTheirs && (await hasDkim(openLookup(), domain, identity.tokens, identity.zone)) === true;
    return isStale ? fail('domain_records_left', { domain }) : identity;
  } catch (error) {
    if (identity) await deleteIdentity(domain);
    await releaseClaim('email', domain, holder);
    throw error;
  }
};

/** Answers may not be led to people who didn't ask for them: the caller's own address is known to be theirs. */
const replyTo = (caller: UserCaller, brand: BrandItem, given: string | null | undefined): Partial<BrandItem> => {
  if (given === undefined) return {};
  if (given === null) return { email_reply_to: null, email_reply_to_verified: false };
  const isOwn = caller.email_verified && sameEmail(caller.email, given);
  const isAtDomain = brand.email_domain_status === 'verified' && isAt(given, brand.email_domain);
  return { email_reply_to: given, email_reply_to_verified: isOwn || isAtDomain };
};

/** An address that is trusted for its domain's sake is trusted as long as the domain is. */
const replyToVerified = (brand: BrandItem, domain: string, { email_domain_status }: Checked): Partial<BrandItem> => {
  if (brand.email_reply_to === null || !isAt(brand.email_reply_to, domain)) return {};
  if (email_domain_status === 'verified') return { email_reply_to_verified: true };
  return email_domain_status === 'failed' ? { email_reply_to_verified: false } : {};
};

/** Whoever is trusted with a name below a domain is trusted by the domain. */
const isAt = (address: string, domain: string | null): boolean =>
  domain !== null && isWithin(domain, normalEmail(address).split('@').at(-1) ?? '');
