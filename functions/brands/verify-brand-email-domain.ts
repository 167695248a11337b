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
      'Looks up the DNS records now (DKIM, SPF, DMARC, and the TXT record that proves whose the domain is, if other',
      'organizations claim it too), and asks SES for its state. The domain is `verified` when all records are there,',
      '`pending` until then, and `failed` when they are no longer there. Answers the brand. {domain_taken} if another',
      'brand has verified the domain and its record is still published. Once that record is gone and yours is there,',
      'you get the domain.',
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
