import { fail } from '../../base/errors.ts';
import { newSecret } from '../../base/ids.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { BrandItem } from '../../storage/records/brand.ts';
import type { UserCaller } from '../access/caller.ts';
import { findAppRecords } from '../domains/app-records.ts';
import { releaseClaim } from '../domains/claim.ts';
import { nextStatus } from '../domains/dns-record.ts';
import { openLookup } from '../domains/lookup.ts';
import { servesPages } from '../domains/pages-origin.ts';
import { NO_APP_DOMAIN, presentBrand } from './brand.ts';
import type { BrandPath } from './brand-input-schema.ts';
import type { Brand, BrandVerification } from './brand-schema.ts';
import { changeBrand, holderOf, readBrand, readBrandWith } from './brand-store.ts';
import { saveChecked } from './checked-domain.ts';
import { asVerification } from './verification.ts';

/**
 * Gives the brand a domain for its web pages and returns the DNS records that prove it. Each brand gets its own token,
 * so several may try at the same time, and an unproven request blocks nobody. Throws `domain_present` if the brand has
 * another domain.
 */
export const addAppDomain = async (caller: UserCaller, path: BrandPath, domain: string): Promise<Brand> => {
  const brand = await readBrand(caller, path);
  if (brand.app_domain === domain) return presentBrand(brand);
  if (brand.app_domain !== null) fail('domain_present', { domain: brand.app_domain });
  const change = { app_domain: domain, app_domain_status: 'pending' as const, app_domain_dcv_token: newSecret() };
  return presentBrand(await changeBrand(caller, brand, () => ({ change })));
};

/** Removes the brand's domain for web pages. No error if there is none. */
export const removeAppDomain = async (caller: UserCaller, path: BrandPath): Promise<Brand> =>
  presentBrand(await withoutAppDomain(caller, await readBrand(caller, path)));

/** Removes the brand's domain for web pages, so that others can use it. */
export const withoutAppDomain = async (caller: UserCaller, brand: BrandItem): Promise<BrandItem> => {
  const { app_domain: domain } = brand;
  if (domain === null) return brand;
  // Only a proven domain is claimed. If a later step fails, the claim is already released and the removal can be
  // repeated.
  if (brand.app_domain_status !== 'pending') await releaseClaim('app', domain, holderOf(brand));
  return changeBrand(caller, brand, () => ({ change: NO_APP_DOMAIN }));
};

/**
 * Checks in the DNS that the brand's domain for web pages points here and has the brand's token, and that this platform
 * answers there. A domain that did and no longer does fails; if no name server answers, its status stays. Throws
 * `domain_taken` if another brand has proven it and still does.
 */
export const verifyAppDomain = async (caller: UserCaller, path: BrandPath): Promise<BrandVerification> => {
  const [brand, organization] = await readBrandWith(caller, path, organizationAt(path.organizationid));
  const { app_domain: domain, app_domain_status: before, app_domain_dcv_token } = brand;
  if (domain === null) return fail('domain_absent');
  const token = app_domain_dcv_token ?? '';
  const { leadsHere, published } = await findAppRecords(openLookup(), domain);
  const isPublished = leadsHere === undefined || !published ? undefined : leadsHere && published.includes(token);
  const isRight = isPublished && (await servesPages(domain));
  const status = isRight === undefined ? before : nextStatus(before, 'active', { isRight });
  const change = { app_domain_status: status };
  const after = await saveChecked(caller, brand, 'app', { domain, change, proof: { token, published } });
  return asVerification(after, organization);
};
