import { fail } from '../../base/errors.ts';
import { removeBrand } from '../../storage/brands.ts';
import type { UserCaller } from '../access/caller.ts';
import { withoutAppDomain } from './app-domain.ts';
import { isDefault } from './brand.ts';
import type { BrandPath } from './brand-input-schema.ts';
import { readBrand } from './brand-store.ts';
import { withoutEmailDomain } from './email-domain.ts';

/**
 * Deletes a brand, its domains first: after a failure the brand is left without them, and the deletion can be repeated.
 * Throws `default_brand` for the default one. Envelopes keep their copy of the look.
 */
export const deleteBrand = async (caller: UserCaller, path: BrandPath): Promise<void> => {
  const brand = await readBrand(caller, path);
  if (isDefault(brand)) fail('default_brand');
  const rest = await withoutAppDomain(caller, await withoutEmailDomain(caller, brand));
  if (!(await removeBrand(rest))) fail('unavailable');
};
