import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../access/caller.ts';
import { withoutAppDomain } from './app-domain.ts';
import { withoutEmailDomain } from './email-domain.ts';
import { isDefault } from './record.ts';
import type { BrandPath } from './schema.ts';
import { readBrand, removeBrand } from './store.ts';

/** Deletes a brand, its domains first: what follows a failure on the way is a brand without them, to be deleted again. */
export const deleteBrand = async (caller: UserCaller, path: BrandPath): Promise<void> => {
  const brand = await readBrand(caller, path);
  if (isDefault(brand)) fail('default_brand');
  await removeBrand(await withoutAppDomain(caller, await withoutEmailDomain(caller, brand)));
};
