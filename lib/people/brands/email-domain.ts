import { normalEmail, sameEmail } from '../../base/email-address.ts';
import { fail } from '../../base/errors.ts';
import { newSecret } from '../../base/ids.ts';
import { commit } from '../../storage/commit.ts';
import { wishWrite } from '../../storage/domain-claims.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { BrandItem } from '../../storage/records/brand.ts';
import type { DomainHolder } from '../../storage/records/domain.ts';
import type { UserCaller } from '../access/caller.ts';
import { publishedTokens } from '../domains/app-records.ts';
import { isContested, isWantedByOthers, lapsedWrite, releaseClaim, taking, unwishWrite } from '../domains/claim.ts';
import { findEmailRecords, hasDkim } from '../domains/email-records.ts';
import { createIdentity, deleteIdentity, type Identity, readIdentity } from '../domains/identity.ts';
import { openLookup } from '../domains/lookup.ts';
import { isWithin } from '../domains/name.ts';
import { nextStatus } from '../domains/record.ts';
import { losing } from './losing.ts';
import { type Brand, type BrandVerification, NO_EMAIL_DOMAIN, presentBrand } from './record.ts';
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
  const identity = await wishFor(domain, holderOf(brand));
  // SES may give the keys that an earlier user of the domain published: then they prove nothing.
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

/** Takes the brand's mail domain away: its mails come from the platform's address again. Harmless without one. */
export const removeEmailDomain = async (caller: UserCaller, path: BrandPath): Promise<Brand> =>
  presentBrand(await withoutEmailDomain(caller, await readBrand(caller, path)));

/** The brand without its mail domain, which is free for others then. */
export const withoutEmailDomain = async (caller: UserCaller, brand: BrandItem): Promise<BrandItem> => {
  const { email_domain: domain } = brand;
  if (domain === null) return brand;
  const holder = holderOf(brand);
  await releaseClaim('email', domain, holder);
  const changed = await changeBrand(caller, brand, () => ({
    change: NO_EMAIL_DOMAIN,
    also: [unwishWrite(domain, holder)],
  }));
  // For another brand it stays in SES.
  if (!(await isWantedByOthers(domain, holder))) await deleteIdentity(domain);
  return changed;
};

/**
 * Looks at SES and at the DNS for the brand's mail domain. It is verified when SES is content and DKIM, SPF and DMARC
 * are published; one that was, and isn't any more, has failed. What no name server could tell stays as it was.
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
  // SES has one set of keys for all who want the domain: where there are several, a brand's token alone tells whose it is.
  const isOwn = async () =>
    wasProven ||
    (token !== null && published?.includes(token)) ||
    (!brand.email_domain_needs_token && !(await isContested(domain, holderOf(brand))));
  const isRight = isComplete && (await isOwn()) === true;
  const gaveUp = identity === undefined || identity.gaveUp;
  const status = nextStatus(brand.email_domain_status, 'verified', { isRight, gaveUp });
  const proof = { token: token ?? '', published };
  const after = await saveVerification(caller, brand, domain, { ...checked, email_domain_status: status }, proof);
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
  proof: { token: string; published: readonly string[] | undefined },
): Promise<BrandItem> => {
  const change = { ...checked, ...replyToVerified(brand, domain, checked) };
  const current = brand as unknown as Record<string, unknown>;
  if (Object.entries(change).every(([name, value]) => current[name] === value)) return brand;
  const isVerified = checked.email_domain_status === 'verified';
  const wasVerified = brand.email_domain_status === 'verified';
  const taken = isVerified && !wasVerified ? await taking('email', domain, holderOf(brand), proof) : undefined;
  let isHolder = wasVerified;
  const changed = await changeBrand(caller, brand, (now) => {
    // What was looked at is this domain: a brand that has another one by now is none of it.
    if (now.email_domain !== domain) return fail('domain_absent');
    if (taken) return { change, also: [taken.write], refuse: () => fail('domain_taken', { domain }) };
    if (isVerified || !wasVerified) return { change };
    // Another brand has proven the domain meanwhile: this one has nothing to give up.
    if (!isHolder) return { change: { ...LOST, email_domain_status: 'failed' } };
    const refuse = () => {
      isHolder = false;
    };
    return { change, also: [lapsedWrite('email', domain, holderOf(brand))], refuse };
  });
  if (taken?.loser) await losing(taken.loser, 'email', domain);
  return changed;
};

const LOST = { email_spf_verified: false, email_dkim_verified: false, email_dmarc_verified: false };

/**
 * Makes the domain known to SES, where it isn't because of another brand that wants it too. What is left over there of
 * brands that are gone is made anew.
 */
const wishFor = async (domain: string, holder: DomainHolder): Promise<Identity> => {
  await commit([wishWrite(domain, holder)]);
  try {
    return await createIdentity(domain, holder.brand_id, () => isWantedByOthers(domain, holder));
  } catch (error) {
    await commit([unwishWrite(domain, holder)]);
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
