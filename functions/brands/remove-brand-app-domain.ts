import { operation } from '../../lib/http/operation.ts';
import { removeAppDomain } from '../../lib/people/brands/app-domain.ts';
import { BrandPath } from '../../lib/people/brands/brand-input-schema.ts';
import { Brand } from '../../lib/people/brands/brand-schema.ts';

export const handler = operation(
  {
    id: 'removeBrandAppDomain',
    tag: 'Brands',
    summary: "Remove a brand's domain for web pages",
    route: 'DELETE /v2/organizations/{organizationid}/brands/{brandid}/app-domain',
    event: 'brand:app_domain_removed',
    session: 'user',
    callableBy: 'brands:write',
    permissions: ['org:update'],
    path: BrandPath,
    returns: Brand,
    errors: ['brand_not_found'],
    access: { change: ['brand'], write: ['domain'] },
  },
  ({ caller, path }) => removeAppDomain(caller, path),
);
