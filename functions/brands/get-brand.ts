import { operation } from '../../lib/http/operation.ts';
import { presentBrand } from '../../lib/people/brands/brand.ts';
import { BrandPath } from '../../lib/people/brands/brand-input-schema.ts';
import { Brand } from '../../lib/people/brands/brand-schema.ts';
import { readBrand } from '../../lib/people/brands/brand-store.ts';

export const handler = operation(
  {
    id: 'getBrand',
    tag: 'Brands',
    summary: 'Get a brand',
    route: 'GET /v2/organizations/{organizationid}/brands/{brandid}',
    session: 'user',
    callableBy: 'brands:read',
    permissions: ['org:view'],
    path: BrandPath,
    returns: Brand,
    errors: ['brand_not_found'],
    access: { read: ['brand'] },
  },
  async ({ caller, path }) => presentBrand(await readBrand(caller, path)),
);
