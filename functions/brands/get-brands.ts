import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { BrandsPath } from '../../lib/people/brands/brand-input-schema.ts';
import { Brand } from '../../lib/people/brands/brand-schema.ts';
import { listBrands } from '../../lib/people/brands/brand-store.ts';

export const handler = operation(
  {
    id: 'getBrands',
    tag: 'Brands',
    summary: "List the organization's brands",
    description: 'The default brand first. Every organization has one, with the key `default`.',
    route: 'GET /v2/organizations/{organizationid}/brands',
    session: 'user',
    callableBy: 'brands:read',
    permissions: ['org:view'],
    path: BrandsPath,
    returns: z.array(Brand),
    errors: ['not_found'],
    access: { read: ['brand'] },
  },
  ({ caller, path }) => listBrands(caller, path.organizationid),
);
