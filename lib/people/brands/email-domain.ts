import { normalEmail, sameEmail } from '../../base/email-address.ts';
import { fail } from '../../base/errors.ts';
import { newSecret } from '../../base/ids.ts';
import { domainRequestWrite } from '../../storage/domain-claims.ts';
import { commit } from '../../storage/engine/commit.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { BrandItem } from '../../storage/records/brand.ts';
import type { DomainHolder } from '../../storage/records/domain.ts';
import type { UserCaller } from '../access/caller.ts';
import { publishedTokens } from '../domains/app-records.ts';
import { endRequestWrite, isContested, isWantedByOthers, releaseClaim } from '../domains/claim.ts';
import { nextStatus } from '../domains/dns-record.ts';
import { findEmailRecords, hasDkim } from '../domains/email-records.ts';
import { createIdentity, deleteIdentity, type Identity, readIdentity } from '../domains/identity.ts';
import { openLookup } from '../domains/lookup.ts';
import { isWithin } from '../domains/name.ts';
import { NO_EMAIL_DOMAIN, presentBrand } from './brand.ts';
import type { BrandPath, NewEmailDomain } from './brand-input-schema.ts';
import type { Brand, BrandVerification } from './brand-schema.ts';
import { changeBrand, holderOf, readBrand, readBrandWith } from './brand-store.ts';
import { saveChecked } from './checked-domain.ts';
import { asVerification } from './verification.ts';

/**
 * Gives the brand a domain for the sender address of its mails and returns the DNS records that prove it. The same
 * domain again changes the local part, the name and the reply address. Throws `domain_present` if the brand has another
 * domain, and `domain_taken` if another brand has this one, or if the DNS still has the records of an earlier
 * organization: SES may issue the same tokens again, and then they prove nothing.
 */
export const addEmailDomain = async (caller: UserCaller, path: BrandPath, wanted: NewEmailDomain): Promise<Brand> => {
  const domain = wanted.subdomain;
  const brand = await readBrand(caller, path);
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
  const identity = await requestDomain(domain, holderOf(brand));
  // SES may issue the keys that an earlier user of the domain published; then they prove nothing.
  const isLeftOver = (await hasDkim(openLookup(), domain, identity.tokens, identity.zone)) !== false;
  const added = await changeBrand(caller, brand, (now) => ({
    change: {
      ...NO_EMAIL_DOMAIN,
      email_domain: domain,
      email_domain_status: 'pending',
      email_dkim_tokens: identity.tokens,
      email_dkim_zone: identity.zone,
      email_domain_token: newSecret(),
      email_domain_needs_token: isLeftOver,
      ...details(now),
    },
  }));
  return presentBrand(added);
};

/** Removes the brand's mail domain: its mails come from the platform's address again. No error if there is none. */
export const removeEmailDomain = async (caller: UserCaller, path: BrandPath): Promise<Brand> =>
  presentBrand(await withoutEmailDomain(caller, await readBrand(caller, path)));

/** Removes the brand's mail domain, so that others can use it. */
export const withoutEmailDomain = async (caller: UserCaller, brand: BrandItem): Promise<BrandItem> => {
  const { email_domain: domain } = brand;
  if (domain === null) return brand;
  const holder = holderOf(brand);
  await releaseClaim('email', domain, holder);
  const changed = await changeBrand(caller, brand, () => ({
    change: NO_EMAIL_DOMAIN,
    also: [endRequestWrite(domain, holder)],
  }));
  // SES keeps it if another brand uses it.
  if (!(await isWantedByOthers(domain, holder))) await deleteIdentity(domain);
  return changed;
};

/**
 * Checks the brand's mail domain in SES and in the DNS. It is verified if SES confirms it and DKIM, SPF and DMARC are
 * published; a verified domain that loses one of them fails. If no name server answers, the status stays.
 */
export const verifyEmailDomain = async (caller: UserCaller, path: BrandPath): Promise<BrandVerification> => {
  const [brand, organization] = await readBrandWith(caller, path, organizationAt(path.organizationid));
  const { email_domain: domain, email_dkim_tokens: tokens, email_dkim_zone: zone } = brand;
  if (domain === null) return fail('domain_absent');
  const lookup = openLookup();
  const [identity, found, published] = await Promise.all([
    readIdentity(domain),
    findEmailRecords(lookup, domain, tokens, zone ?? ''),
    publishedTokens(lookup, domain),
  ]);
  const wasProven = brand.email_domain_status === 'verified';
  const token = brand.email_domain_token;
  const { email_dkim_verified: dkim } = brand;
  const checked = {
    email_spf_verified: found.spf ?? brand.email_spf_verified,
    email_dkim_verified: identity !== undefined && (identity.isVerified ?? dkim) && (found.dkim ?? dkim),
    email_dmarc_verified: found.dmarc ?? brand.email_dmarc_verified,
  };
  const isComplete = Object.values(checked).every(Boolean);
  // SES has one set of keys for all brands that want the domain. If there are several, only a brand's token shows whose
  // it is.
  const isOwn = async () =>
    wasProven ||
    (token !== null && published?.includes(token)) ||
    (!brand.email_domain_needs_token && !(await isContested(domain, holderOf(brand))));
  const isRight = isComplete && (await isOwn()) === true;
  const gaveUp = identity === undefined || identity.gaveUp;
  const status = nextStatus(brand.email_domain_status, 'verified', { isRight, gaveUp });
  const change = { ...checked, email_domain_status: status, ...replyToVerified(brand, domain, status) };
  const after = await saveChecked(caller, brand, 'email', { domain, change, proof: { token: token ?? '', published } });
  return asVerification(after, organization);
};

/**
 * Creates the domain in SES unless another brand that wants it already has. An identity left from deleted brands is
 * replaced.
 */
const requestDomain = async (domain: string, holder: DomainHolder): Promise<Identity> => {
  await commit([domainRequestWrite(domain, holder)]);
  try {
    return await createIdentity(domain, holder.brand_id, () => isWantedByOthers(domain, holder));
  } catch (error) {
    await commit([endRequestWrite(domain, holder)]);
    throw error;
  }
};

/** Replies must not go to people who didn't ask for them: only the caller's own address is known to be theirs. */
const replyTo = (caller: UserCaller, brand: BrandItem, given: string | null | undefined): Partial<BrandItem> => {
  if (given === undefined) return {};
  if (given === null) return { email_reply_to: null, email_reply_to_verified: false };
  const isOwn = caller.email_verified && sameEmail(caller.email, given);
  const isAtDomain = brand.email_domain_status === 'verified' && isAt(given, brand.email_domain);
  return { email_reply_to: given, email_reply_to_verified: isOwn || isAtDomain };
};

/** An address that is trusted because of its domain is trusted only while the domain is verified. */
const replyToVerified = (
  brand: BrandItem,
  domain: string,
  status: BrandItem['email_domain_status'],
): Partial<BrandItem> => {
  if (brand.email_reply_to === null || !isAt(brand.email_reply_to, domain)) return {};
  if (status === 'verified') return { email_reply_to_verified: true };
  return status === 'failed' ? { email_reply_to_verified: false } : {};
};

/** True if the address is at the domain or below it: the domain's owner answers for names below it. */
const isAt = (address: string, domain: string | null): boolean =>
  domain !== null && isWithin(domain, normalEmail(address).split('@').at(-1) ?? '');
