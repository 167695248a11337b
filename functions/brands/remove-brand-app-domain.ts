import { removeAppDomain } from '../../lib/brands/app-domain.ts';
import { Brand } from '../../lib/brands/record.ts';
import { BrandPath } from '../../lib/brands/schema.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'removeBrandAppDomain',
    tag: 'Brands',
    summary: "Remove a brand's domain for web pages",
    route: 'DELETE /v2/organizations/{organizationid}/brands/{brandid}/app-domain',
    session: 'user',
    callableBy: 'brands:write',
    permissions: ['org:update'],
    path: BrandPath,
    returns: Brand,
    errors: ['brand_not_found'],
    access: { table: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
  ({ caller, path }) => removeAppDomain(caller, path),
);
