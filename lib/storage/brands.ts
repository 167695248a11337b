import { changeRecord, collection, getItem, transact } from './engine/client.ts';
import { commit, ifHeld, isMade } from './engine/commit.ts';
import { BRAND_PREFIX, brandKey, brandNameKey, organizationKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { BrandItem, BrandName } from './records/brand.ts';

export const brandAt = (organization_id: string, id: string): At<BrandItem> => at(brandKey(organization_id, id));

/** Place of the record that reserves a brand's key. */
export const brandNameAt = (organization_id: string, key: string): At<BrandName> =>
  at(brandNameKey(organization_id, key));

export const findBrand = (organization_id: string, id: string): Promise<BrandItem | undefined> =>
  getItem<BrandItem>(brandKey(organization_id, id));

/** Lists an organization's brands by age; without a default brand that nobody has changed. */
export const brandsOf = (organization_id: string): Promise<BrandItem[]> =>
  collection<BrandItem>(brandKey(organization_id, '').pk, BRAND_PREFIX);

/** Stores a new brand and reserves its key. Returns undefined when done, else the obstacle. */
export const addBrand = (brand: BrandItem): Promise<'key taken' | 'no organization' | undefined> => {
  const { organization_id, id, key } = brand;
  const name: BrandName = { ...brandNameKey(organization_id, key), brand_id: id };
  return commit<'key taken' | 'no organization'>(
    [
      { put: name, where: ABSENT },
      { put: brand },
      // A token stays valid for a while after its organization was removed.
      { check: organizationKey(organization_id) },
    ],
    { refuse: (index) => (index === 0 ? 'key taken' : 'no organization') },
  );
};

/** The write of a brand that was changed once since it was read. It fails if the brand was changed meanwhile. */
export const brandWrite = (brand: BrandItem): Write => ({
  put: brand,
  where: brand.version === 1 ? ABSENT : { version: brand.version - 1 },
});

/** Removes a brand and frees its key. False if it was changed since it was read. */
export const removeBrand = ({ organization_id, id, key, version }: BrandItem): Promise<boolean> =>
  isMade(() =>
    transact([
      { remove: brandKey(organization_id, id), where: { version } },
      { remove: brandNameKey(organization_id, key) },
    ]),
  );

/** Sets `set` on a brand that still has this domain (and version, if given). Nothing happens to one that hasn't. */
export const changeBrandAt = async (
  { organization_id, brand_id }: { organization_id: string; brand_id: string },
  where: { email_domain: string } | { app_domain: string; version?: number },
  set: Partial<BrandItem>,
): Promise<void> => {
  await ifHeld(() => changeRecord(brandKey(organization_id, brand_id), { set, add: { version: 1 }, where }));
};
