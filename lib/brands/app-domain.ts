import { hasAppRecords } from '../domains/app-records.ts';
import { claimWrite, type DomainClaim, isFree, releaseWrite, verifiedWrite } from '../domains/claim.ts';
import { openLookup } from '../domains/lookup.ts';
import { nextStatus } from '../domains/record.ts';
import { newSecret } from '../ids.ts';
import type { UserCaller } from '../operation/caller.ts';
import { fail } from '../operation/errors.ts';
import type { OrganizationItem } from '../organizations/record.ts';
import { ConditionFailed, type Write } from '../table/client.ts';
import { domainKey, organizationKey } from '../table/keys.ts';
import { type Brand, type BrandItem, type BrandVerification, NO_APP_DOMAIN, presentBrand } from './record.ts';
import type { BrandPath } from './schema.ts';
import { changeBrand, holderOf, readBrand, readBrandWith } from './store.ts';
import { asVerification } from './verification.ts';

/**
 * Gives the brand a domain for its web pages and answers the records that prove it. Its token is the brand's alone, so
 * several may try; who proves it first has it. 400 where the brand has another domain or another brand holds this one.
 */
export const addAppDomain = async (caller: UserCaller, path: BrandPath, domain: string): Promise<Brand> => {
  const [brand, claim] = await readBrandWith<DomainClaim>(caller, path, domainKey('app', domain));
  if (brand.app_domain === domain) return presentBrand(brand);
  if (brand.app_domain !== null) fail('domain_present', { domain: brand.app_domain });
  if (!isFree(claim, holderOf(brand))) fail('domain_taken', { domain });
  const change = { app_domain: domain, app_domain_status: 'pending' as const, app_domain_dcv_token: newSecret() };
  return presentBrand(await changeBrand(caller, brand, () => ({ change })));
};

/** Takes the brand's domain for web pages away. Harmless without one. */
export const removeAppDomain = async (caller: UserCaller, path: BrandPath): Promise<Brand> =>
  presentBrand(await withoutAppDomain(caller, await readBrand(caller, path)));

/** The brand without its domain for web pages, which is free for others then. */
export const withoutAppDomain = async (caller: UserCaller, brand: BrandItem): Promise<BrandItem> => {
  const { app_domain: domain } = brand;
  if (domain === null) return brand;
  try {
    // Only what was proven is claimed.
    const also = brand.app_domain_status === 'pending' ? [] : [releaseWrite('app', domain, holderOf(brand))];
    return await changeBrand(caller, brand, () => ({ change: NO_APP_DOMAIN, also }));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Another brand proved it by now.
    return changeBrand(caller, brand, () => ({ change: NO_APP_DOMAIN }));
  }
};

/**
 * Looks at the DNS for the brand's domain for web pages: where it leads, and whose it is. One that led here and doesn't
 * any more has failed; what no name server could tell stays as it was.
 */
export const verifyAppDomain = async (caller: UserCaller, path: BrandPath): Promise<BrandVerification> => {
  const [brand, organization] = await readBrandWith<OrganizationItem>(
    caller,
    path,
    organizationKey(path.organizationid),
  );
  const { app_domain: domain, app_domain_status: before } = brand;
  if (domain === null) return fail('domain_absent');
  const isRight = await hasAppRecords(openLookup(), domain, brand.app_domain_dcv_token ?? '');
  const status = isRight === undefined ? before : nextStatus(before, 'active', { isRight });
  if (status === before) return asVerification(brand, organization);
  return asVerification(await saveStatus(caller, brand, domain, status), organization);
};

const saveStatus = async (
  caller: UserCaller,
  brand: BrandItem,
  domain: string,
  app_domain_status: BrandItem['app_domain_status'],
): Promise<BrandItem> => {
  const holder = holderOf(brand);
  const also: Write[] =
    app_domain_status === 'active'
      ? [claimWrite('app', domain, holder, true)]
      : [verifiedWrite('app', domain, holder, false)];
  try {
    return await changeBrand(caller, brand, (now) =>
      now.app_domain === domain ? { change: { app_domain_status }, also } : fail('domain_absent'),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (app_domain_status === 'active') return fail('domain_taken', { domain });
    return changeBrand(caller, brand, () => ({ change: { app_domain_status: 'failed' } }));
  }
};
