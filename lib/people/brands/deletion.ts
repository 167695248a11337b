import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../access/caller.ts';
import { withoutAppDomain } from './app-domain.ts';
import { isDefault } from './brand.ts';
import type { BrandPath } from './brand-input-schema.ts';
import { readBrand, removeBrand } from './brand-store.ts';
import { withoutEmailDomain } from './email-domain.ts';

/**
 * Deletes a brand, its domains first: after a failure the brand is left without them, and the deletion can be repeated.
 */
export const deleteBrand = async (caller: UserCaller, path: BrandPath): Promise<void> => {
  const brand = await readBrand(caller, path);
  if (isDefault(brand)) fail('default_brand');
  await removeBrand(await withoutAppDomain(caller, await withoutEmailDomain(caller, brand)));
};
