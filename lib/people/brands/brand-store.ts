import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import * as brands from '../../storage/brands.ts';
import { change } from '../../storage/engine/change.ts';
import { type At, readTogether } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { BrandItem } from '../../storage/records/brand.ts';
import type { UserCaller } from '../access/caller.ts';
import { withoutBase } from '../organizations/organization.ts';
import { demandOwn } from '../organizations/organization-store.ts';
import { DEFAULT_KEY, defaultBrand, isDefault, newBrand, presentBrand } from './brand.ts';
import { type BrandChange, type BrandPath, MAX_BRANDS, type NewBrand } from './brand-input-schema.ts';
import type { Brand } from './brand-schema.ts';

/** Lists the brands of the caller's organization: the default one first, then by age. */
export const listBrands = async (caller: UserCaller, organization_id: string): Promise<Brand[]> => {
  demandOwn(caller, organization_id);
  const stored = await brands.brandsOf(organization_id);
  const others = stored.filter((brand) => !isDefault(brand));
  return [stored.find(isDefault) ?? defaultBrand(organization_id), ...others].map(presentBrand);
};

/** Reads a brand of the caller's organization. Throws `brand_not_found`, also for another organization's. */
export const readBrand = async (caller: UserCaller, path: BrandPath): Promise<BrandItem> => {
  demandOwnBrand(caller, path);
  // A batch of one: reading a domain or the organization with it is one call too, with the same permission.
  const [item] = await readTogether([brands.brandAt(path.organizationid, path.brandid)]);
  return foundBrand(path, item);
};

/** Reads the brand and the record at `beside` in one call. */
export const readBrandWith = async <T>(
  caller: UserCaller,
  path: BrandPath,
  beside: At<T>,
): Promise<[BrandItem, T | undefined]> => {
  demandOwnBrand(caller, path);
  const [item, other] = await readTogether([brands.brandAt(path.organizationid, path.brandid), beside]);
  return [foundBrand(path, item), other];
};

/** The brand as the holder of its domains. */
export const holderOf = ({ organization_id, id }: BrandItem) => ({ organization_id, brand_id: id });

/** Throws `brand_not_found` if the path names another organization. */
const demandOwnBrand = (caller: UserCaller, { organizationid }: BrandPath): void => {
  if (organizationid !== caller.organization_id) fail('brand_not_found');
};

/** Returns the brand that was read, or the unchanged default brand; else throws `brand_not_found`. */
const foundBrand = ({ organizationid, brandid }: BrandPath, item: BrandItem | undefined): BrandItem => {
  if (item) return item;
  const unchanged = defaultBrand(organizationid);
  return orFail(unchanged.id === brandid ? unchanged : undefined, 'brand_not_found');
};

/** Creates a brand. Throws `brand_key_taken` or `too_many_brands`. */
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
  const hindrance = await brands.addBrand(brand);
  if (hindrance === 'key taken') fail('brand_key_taken', { key });
  if (hindrance) fail('not_found');
  return presentBrand(brand);
};

/** Changes of a brand, and what is written with them. */
interface BrandDecision {
  change: Partial<BrandItem>;
  also?: readonly Write[];
  /** Called if a condition of `also` fails. If it returns, the change is decided again. */
  refuse?: () => void;
}

/**
 * Changes the brand by the result of `decide`, with `also` in the same transaction. If it was changed meanwhile,
 * `decide` is called again with the new state. `brand` is the first state that was read.
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

/** Changes the members of the brand's look that `stated` names. `logos`: paths of pictures just stored. */
export const updateLook = async (
  caller: UserCaller,
  brand: BrandItem,
  stated: BrandChange,
  logos: { full_logo_url?: string; thumbnail_url?: string },
): Promise<Brand> =>
  presentBrand(await changeBrand(caller, brand, () => ({ change: { ...lookOf(stated), ...logos } })));

/** The stated members of a request; addresses of the API's own pictures become paths. */
const lookOf = (change: BrandChange): Partial<BrandItem> => {
  const stated = {
    ...change,
    embed_origins: change.embed_origins === null ? [] : change.embed_origins,
    full_logo_url: withoutBase(change.full_logo_url),
    thumbnail_url: withoutBase(change.thumbnail_url),
  };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
};
