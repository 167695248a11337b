import { operation } from '../../lib/http/operation.ts';
import { addAppDomain } from '../../lib/people/brands/app-domain.ts';
import { BrandPath, NewAppDomain } from '../../lib/people/brands/brand-input-schema.ts';
import { Brand } from '../../lib/people/brands/brand-schema.ts';

export const handler = operation(
  {
    id: 'addBrandAppDomain',
    tag: 'Brands',
    summary: 'Give a brand a domain for its web pages',
    description:
      'Answers the brand with the `dns_records` that the domain needs. Once they are published, verify the domain. ' +
      'Several brands may claim the same domain until one is verified.',
    route: 'POST /v2/organizations/{organizationid}/brands/{brandid}/app-domain',
    event: 'brand:app_domain_added',
    session: 'user',
    callableBy: 'brands:write',
    permissions: ['org:update'],
    path: BrandPath,
    body: NewAppDomain,
    returns: Brand,
    errors: ['brand_not_found', 'domain_present'],
    access: { change: ['brand'] },
    examples: { body: { domain: 'sign.example.com' } },
  },
  ({ caller, path, body }) => addAppDomain(caller, path, body.domain),
);
