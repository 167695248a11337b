import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import * as brands from '../../storage/brands.ts';
import { change } from '../../storage/change.ts';
import { type At, readTogether } from '../../storage/read.ts';
import type { BrandItem } from '../../storage/records/brand.ts';
import type { Write } from '../../storage/write.ts';
import type { UserCaller } from '../access/caller.ts';
import { withoutBase } from '../organizations/record.ts';
import { demandOwn } from '../organizations/store.ts';
import { type Brand, DEFAULT_KEY, defaultBrand, isDefault, newBrand, presentBrand } from './record.ts';
import { type BrandChange, type BrandPath, MAX_BRANDS, type NewBrand } from './schema.ts';

/** The brands of the caller's organization, the default one first, the others in the order in which they were made. */
export const listBrands = async (caller: UserCaller, organization_id: string): Promise<Brand[]> => {
  demandOwn(caller, organization_id);
  const stored = await brands.brandsOf(organization_id);
  const others = stored.filter((brand) => !isDefault(brand));
  return [stored.find(isDefault) ?? defaultBrand(organization_id), ...others].map(presentBrand);
};

/** One of the caller's organization; 404 for an unknown brand and for another organization's, the same answer. */
export const readBrand = async (caller: UserCaller, path: BrandPath): Promise<BrandItem> => {
  demandOwnBrand(caller, path);
  // A batch of one: where a domain or the organization is read along, it is one call too, and the same permission.
  const [item] = await readTogether([brands.brandAt(path.organizationid, path.brandid)]);
  return foundBrand(path, item);
};

/** The same brand with what stands at `beside`, in one call. */
export const readBrandWith = async <T>(
  caller: UserCaller,
  path: BrandPath,
  beside: At<T>,
): Promise<[BrandItem, T | undefined]> => {
  demandOwnBrand(caller, path);
  const [item, other] = await readTogether([brands.brandAt(path.organizationid, path.brandid), beside]);
  return [foundBrand(path, item), other];
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
  const others = (await brands.brandsOf(organization_id)).filter((brand) => !isDefault(brand));
  if (others.length >= MAX_BRANDS) fail('too_many_brands', { count: MAX_BRANDS });
  if (key === DEFAULT_KEY) fail('brand_key_taken', { key });
  const plain = newBrand(organization_id, newId(), key, timestamp());
  const brand: BrandItem = { ...plain, ...lookOf(look), version: 1 };
  const hindrance = await brands.createBrand(brand);
  if (hindrance === 'key taken') fail('brand_key_taken', { key });
  if (hindrance) fail('not_found');
  return presentBrand(brand);
};

/** Changes of a brand, and what is written with them. */
interface BrandDecision {
  change: Partial<BrandItem>;
  also?: readonly Write[];
  /** Called where a condition of `also` doesn't hold; if it returns, the change is decided anew. */
  refuse?: () => void;
}

/**
 * Changes the brand that was read as `brand` by what `decide` says of it, and `also` in the same transaction. If somebody
 * else was faster, `decide` decides again on what they made.
 */
export const changeBrand = (
  caller: UserCaller,
  brand: BrandItem,
  decide: (brand: BrandItem) => BrandDecision,
): Promise<BrandItem> =>
  change(
    () => readBrand(caller, { organizationid: brand.organization_id, brandid: brand.id }),
    (current) => {
      const { change: changes, also = [], refuse } = decide(current);
      const answer = { ...current, ...changes, version: current.version + 1, updated_at: timestamp() };
      const writes = [brands.brandWrite(answer), ...also];
      return { writes, answer, refuse: (index) => (index > 0 ? refuse?.() : undefined) };
    },
    { known: brand },
  );

/** Changes what `stated` says of the brand's look. `logos`: paths of pictures just stored. */
export const updateLook = async (
  caller: UserCaller,
  brand: BrandItem,
  stated: BrandChange,
  logos: { full_logo_url?: string; thumbnail_url?: string },
): Promise<Brand> =>
  presentBrand(await changeBrand(caller, brand, () => ({ change: { ...lookOf(stated), ...logos } })));

/** Removes a brand that has no domains any more; 400 for the default one. Envelopes keep the look that they have. */
export const removeBrand = async (brand: BrandItem): Promise<void> => {
  if (!(await brands.removeBrand(brand))) fail('unavailable');
};

/** What of a request is stated, addresses of the API's own pictures as their paths. */
const lookOf = (change: BrandChange): Partial<BrandItem> => {
  const stated = {
    ...change,
    full_logo_url: withoutBase(change.full_logo_url),
    thumbnail_url: withoutBase(change.thumbnail_url),
  };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
};
