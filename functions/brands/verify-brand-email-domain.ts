import { operation } from '../../lib/http/operation.ts';
import { BrandPath } from '../../lib/people/brands/brand-input-schema.ts';
import { BrandVerification } from '../../lib/people/brands/brand-schema.ts';
import { verifyEmailDomain } from '../../lib/people/brands/email-domain.ts';

export const handler = operation(
  {
    id: 'verifyBrandEmailDomain',
    tag: 'Brands',
    summary: "Verify a brand's mail domain",
    description: [
      'Looks for the records in the DNS now (DKIM, SPF, DMARC, and the TXT record that says whose it is, where other organizations want the domain too), and at what SES says of the domain. It is `verified` when',
      'all is there; `pending` until then; `failed` when it was there and is no more. Answers the brand. {domain_taken} where another brand',
      'has proven the domain and still does: once its record is gone from the DNS, and yours is there, the domain is yours.',
    ].join(' '),
    route: 'POST /v2/organizations/{organizationid}/brands/{brandid}/email-domain/verify',
    event: 'brand:email_domain_verified',
    session: 'user',
    callableBy: 'brands:write',
    permissions: ['org:update'],
    path: BrandPath,
    returns: BrandVerification,
    errors: ['brand_not_found', 'domain_absent', 'domain_taken'],
    access: { read: ['organization'], change: ['brand', 'domain'], identities: ['get'] },
  },
  ({ caller, path }) => verifyEmailDomain(caller, path),
);
