import { operation } from '../../lib/http/operation.ts';
import { verifyAppDomain } from '../../lib/people/brands/app-domain.ts';
import { BrandPath } from '../../lib/people/brands/brand-input-schema.ts';
import { BrandVerification } from '../../lib/people/brands/brand-schema.ts';

export const handler = operation(
  {
    id: 'verifyBrandAppDomain',
    tag: 'Brands',
    summary: "Verify a brand's domain for web pages",
    description: [
      'Looks up the DNS records now: the CNAME that points the domain to this platform, and the TXT that proves whose',
      'it is. Then checks that this platform answers there by https with a certificate for the domain. The domain is',
      '`active` when all this holds, `pending` until then, and `failed` when it no longer holds. Answers the brand.',
      "Links in messages to recipients of the brand's envelopes lead to an active domain, and to the platform itself",
      'from five minutes after its records are gone.',
    ].join(' '),
    route: 'POST /v2/organizations/{organizationid}/brands/{brandid}/app-domain/verify',
    event: 'brand:app_domain_verified',
    session: 'user',
    callableBy: 'brands:write',
    permissions: ['org:update'],
    path: BrandPath,
    returns: BrandVerification,
    errors: ['brand_not_found', 'domain_absent', 'domain_taken'],
    access: { read: ['organization'], change: ['brand', 'domain'] },
  },
  ({ caller, path }) => verifyAppDomain(caller, path),
);
