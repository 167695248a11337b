import { operation } from '../../lib/http/operation.ts';
import { BrandPath } from '../../lib/people/brands/brand-input-schema.ts';
import { Brand } from '../../lib/people/brands/brand-schema.ts';
import { removeEmailDomain } from '../../lib/people/brands/email-domain.ts';

export const handler = operation(
  {
    id: 'removeBrandEmailDomain',
    tag: 'Brands',
    summary: "Remove a brand's mail domain",
    description: "Its mails come from the platform's address again, at once. Answers the brand.",
    route: 'DELETE /v2/organizations/{organizationid}/brands/{brandid}/email-domain',
    event: 'brand:email_domain_removed',
    session: 'user',
    callableBy: 'brands:write',
    permissions: ['org:update'],
    path: BrandPath,
    returns: Brand,
    errors: ['brand_not_found'],
    access: { change: ['brand', 'domain'], identities: ['delete'] },
  },
  ({ caller, path }) => removeEmailDomain(caller, path),
);
