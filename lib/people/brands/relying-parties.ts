import { findBrand } from '../../storage/brands.ts';
import type { BrandSnapshot } from '../../storage/records/envelope.ts';
import { pagesOrigin } from '../domains/pages-origin.ts';
import { findRelyingParty, type RelyingParty, relyingPartyAt } from '../passkeys/relying-party.ts';

/**
 * Relying parties at whose pages an envelope of this brand is signed: the platform's, and the brand's own domain while
 * it is verified. Each page asks for passkeys of its own host, never for those of another: the brand's owner decides
 * where the brand's domain leads, and so must not reach passkeys of the platform. One read where the brand has a
 * domain.
 */
export const signingRelyingParties = async (brand: BrandSnapshot | null | undefined): Promise<RelyingParty[]> => {
  const own = await activePagesOrigin(brand);
  const parties = [findRelyingParty(), own ? relyingPartyAt(own) : undefined];
  return parties.filter((party) => party !== undefined);
};

/** Origin of the pages at the brand's own domain while it is verified; else null. One read where it has a domain. */
export const activePagesOrigin = async (brand: BrandSnapshot | null | undefined): Promise<string | null> => {
  const own = brand?.has_app_domain ? await findBrand(brand.organization_id, brand.id) : undefined;
  return own?.app_domain && own.app_domain_status === 'active' ? pagesOrigin(own.app_domain) : null;
};
