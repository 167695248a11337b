import { fail } from '../../base/errors.ts';
import { newSecret } from '../../base/ids.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { BrandItem } from '../../storage/records/brand.ts';
import type { UserCaller } from '../access/caller.ts';
import { findAppRecords } from '../domains/app-records.ts';
import { lapsedWrite, releaseClaim, taking } from '../domains/claim.ts';
import { openLookup } from '../domains/lookup.ts';
import { nextStatus } from '../domains/record.ts';
import { losing } from './losing.ts';
import { type Brand, type BrandVerification, NO_APP_DOMAIN, presentBrand } from './record.ts';
import type { BrandPath } from './schema.ts';
import { changeBrand, holderOf, readBrand, readBrandWith } from './store.ts';
import { asVerification } from './verification.ts';

/**
 * Gives the brand a domain for its web pages and answers the records that prove it. Its token is the brand's alone, so
 * several may try, also where another brand has proven the domain: wanting it blocks nobody. 400 where the brand has
 * another domain.
 */
export const addAppDomain = async (caller: UserCaller, path: BrandPath, domain: string): Promise<Brand> => {
  const brand = await readBrand(caller, path);
  if (brand.app_domain === domain) return presentBrand(brand);
  if (brand.app_domain !== null) fail('domain_present', { domain: brand.app_domain });
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
  // Only what was proven is claimed. A failure after this leaves a domain to be removed again, which blocks nobody.
  if (brand.app_domain_status !== 'pending') await releaseClaim('app', domain, holderOf(brand));
  return changeBrand(caller, brand, () => ({ change: NO_APP_DOMAIN }));
};

/**
 * Looks at the DNS for the brand's domain for web pages: where it leads, and whose it is. One that led here and doesn't
 * any more has failed; what no name server could tell stays as it was. 400 where another brand has proven it, and still
 * does.
 */
export const verifyAppDomain = async (caller: UserCaller, path: BrandPath): Promise<BrandVerification> => {
  const [brand, organization] = await readBrandWith(caller, path, organizationAt(path.organizationid));
  const { app_domain: domain, app_domain_status: before, app_domain_dcv_token } = brand;
  if (domain === null) return fail('domain_absent');
  const token = app_domain_dcv_token ?? '';
  const { leadsHere, published } = await findAppRecords(openLookup(), domain);
  const isRight = leadsHere === undefined || !published ? undefined : leadsHere && published.includes(token);
  const status = isRight === undefined ? before : nextStatus(before, 'active', { isRight });
  if (status === before) return asVerification(brand, organization);
  const after =
    status === 'active'
      ? await takeAppDomain(caller, brand, domain, { token, published })
      : await loseAppDomain(caller, brand, domain, status);
  return asVerification(after, organization);
};

const takeAppDomain = async (
  caller: UserCaller,
  brand: BrandItem,
  domain: string,
  proof: { token: string; published: readonly string[] | undefined },
): Promise<BrandItem> => {
  const { write, loser } = await taking('app', domain, holderOf(brand), proof);
  const changed = await changeBrand(caller, brand, (now) =>
    now.app_domain === domain
      ? { change: { app_domain_status: 'active' }, also: [write], refuse: () => fail('domain_taken', { domain }) }
      : fail('domain_absent'),
  );
  if (loser) await losing(loser, 'app', domain);
  return changed;
};

const loseAppDomain = async (
  caller: UserCaller,
  brand: BrandItem,
  domain: string,
  app_domain_status: BrandItem['app_domain_status'],
): Promise<BrandItem> => {
  let isHolder = brand.app_domain_status === 'active';
  return changeBrand(caller, brand, (now) => {
    if (now.app_domain !== domain) return fail('domain_absent');
    if (!isHolder) return { change: { app_domain_status } };
    // Another brand may have proven it meanwhile: then this one has nothing to give up.
    const refuse = () => {
      isHolder = false;
    };
    return { change: { app_domain_status }, also: [lapsedWrite('app', domain, holderOf(brand))], refuse };
  });
};
