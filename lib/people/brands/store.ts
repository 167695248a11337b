import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { ConditionFailed, collection, getItems, transact, type Write } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { BRAND_PREFIX, brandKey, brandNameKey, organizationKey } from '../../storage/keys.ts';
import type { UserCaller } from '../access/caller.ts';
import { withoutBase } from '../organizations/record.ts';
import { demandOwn } from '../organizations/store.ts';
import { type Brand, type BrandItem, DEFAULT_KEY, defaultBrand, isDefault, newBrand, presentBrand } from './record.ts';
import { type BrandChange, type BrandPath, MAX_BRANDS, type NewBrand } from './schema.ts';

/** That a key is taken, and by which brand. */
export interface BrandName extends Key {
  brand_id: string;
}

/** How often a change is made anew because somebody else changed the brand first. */
const TRIES = 5;

/** The brands of the caller's organization, the default one first, the others in the order in which they were made. */
export const listBrands = async (caller: UserCaller, organization_id: string): Promise<Brand[]> => {
  demandOwn(caller, organization_id);
  const stored = await storedBrands(organization_id);
  const others = stored.filter((brand) => !isDefault(brand));
  return [stored.find(isDefault) ?? defaultBrand(organization_id), ...others].map(presentBrand);
};

/** One of the caller's organization; 404 for an unknown brand and for another organization's, the same answer. */
export const readBrand = async (caller: UserCaller, path: BrandPath): Promise<BrandItem> => {
  demandOwnBrand(caller, path);
  // A batch of one: where a domain or the organization is read along, it is one call too, and the same permission.
  const [item] = await getItems<BrandItem>([brandKey(path.organizationid, path.brandid)]);
  return foundBrand(path, item);
};

/** The same brand with what stands at `beside`, in one call. */
export const readBrandWith = async <T extends Key>(
  caller: UserCaller,
  path: BrandPath,
  beside: Key,
): Promise<[BrandItem, T | undefined]> => {
  demandOwnBrand(caller, path);
  const [item, other] = await getItems<Key>([brandKey(path.organizationid, path.brandid), beside]);
  return [foundBrand(path, item as BrandItem | undefined), other as T | undefined];
};

/** As whom a brand holds its domains. */
export const holderOf = ({ organization_id, id }: BrandItem) => ({ organization_id, brand_id: id });

/** Ends the request with 404 where the path leads to another organization. */
const demandOwnBrand = (caller: UserCaller, { organizationid }: BrandPath): void => {
  if (organizationid !== caller.organization_id) fail('brand_not_found');
};

/** The brand that was read, or the default brand that nobody has changed yet; else 404. */
const foundBrand = ({ organizationid, brandid }: BrandPath, item: BrandItem | undefined): BrandItem => {
  if (item) return item;
  const unchanged = defaultBrand(organizationid);
  return orFail(unchanged.id === brandid ? unchanged : undefined, 'brand_not_found');
};

/** Makes a brand. Ends the request with 400 where its key is taken or there are too many. */
export const createBrand = async (
  caller: UserCaller,
  organization_id: string,
  { key, ...look }: NewBrand,
): Promise<Brand> => {
  demandOwn(caller, organization_id);
  const others = (await storedBrands(organization_id)).filter((brand) => !isDefault(brand));
  if (others.length >= MAX_BRANDS) fail('too_many_brands', { count: MAX_BRANDS });
  if (key === DEFAULT_KEY) fail('brand_key_taken', { key });
  const plain = newBrand(organization_id, newId(), key, timestamp());
  const brand: BrandItem = { ...plain, ...lookOf(look), version: 1 };
  const name: BrandName = { ...brandNameKey(organization_id, key), brand_id: brand.id };
  try {
    await transact([
      { put: name, condition: 'attribute_not_exists(pk)' },
      { put: brand },
      // A token outlives its organization by up to its own life.
      { check: organizationKey(organization_id) },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.index === 0 ? fail('brand_key_taken', { key }) : fail('not_found');
  }
  return presentBrand(brand);
};

/**
 * Changes the brand that was read as `brand` by what `decide` says of it, and `also` in the same transaction. If somebody
 * else was faster, `decide` decides again on what they made. Throws ConditionFailed where a condition of `also` fails.
 */
export const changeBrand = async (
  caller: UserCaller,
  brand: BrandItem,
  decide: (brand: BrandItem) => { change: Partial<BrandItem>; also?: readonly Write[] },
): Promise<BrandItem> => {
  let current = brand;
  for (let tries = 1; ; tries++) {
    const { change, also = [] } = decide(current);
    const changed: BrandItem = { ...current, ...change, version: current.version + 1, updated_at: timestamp() };
    try {
      await transact([versionedPut(changed, current.version), ...also]);
      return changed;
    } catch (error) {
      if (!(error instanceof ConditionFailed) || error.index > 0) throw error;
      if (tries >= TRIES) return fail('unavailable');
    }
    current = await readBrand(caller, { organizationid: brand.organization_id, brandid: brand.id });
  }
};

const versionedPut = (brand: BrandItem, version: number): Write => ({
  put: brand,
  ...(version === 0
    ? { condition: 'attribute_not_exists(pk)' }
    : { condition: 'version = :version', values: { ':version': version } }),
});

/** Changes what `change` states of the brand's look. `logos`: paths of pictures just stored. */
export const updateLook = async (
  caller: UserCaller,
  brand: BrandItem,
  change: BrandChange,
  logos: { full_logo_url?: string; thumbnail_url?: string },
): Promise<Brand> =>
  presentBrand(await changeBrand(caller, brand, () => ({ change: { ...lookOf(change), ...logos } })));

/** Removes a brand that has no domains any more; 400 for the default one. Envelopes keep the look that they have. */
export const removeBrand = async (brand: BrandItem): Promise<void> => {
  const { organization_id, id, key, version } = brand;
  try {
    await transact([
      { remove: brandKey(organization_id, id), condition: 'version = :version', values: { ':version': version } },
      { remove: brandNameKey(organization_id, key) },
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) fail('unavailable');
    throw error;
  }
};

const storedBrands = (organization_id: string): Promise<BrandItem[]> =>
  collection<BrandItem>(brandKey(organization_id, '').pk, BRAND_PREFIX);

/** What of a request is stated, addresses of the API's own pictures as their paths. */
const lookOf = (change: BrandChange): Partial<BrandItem> => {
  const stated = {
    ...change,
    full_logo_url: withoutBase(change.full_logo_url),
    thumbnail_url: withoutBase(change.thumbnail_url),
  };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
};
