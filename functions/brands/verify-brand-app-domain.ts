import { operation } from '../../lib/http/operation.ts';
import { verifyAppDomain } from '../../lib/people/brands/app-domain.ts';
import { BrandVerification } from '../../lib/people/brands/record.ts';
import { BrandPath } from '../../lib/people/brands/schema.ts';

export const handler = operation(
  {
    id: 'verifyBrandAppDomain',
    tag: 'Brands',
    summary: "Verify a brand's domain for web pages",
    description: [
      'Looks for the records in the DNS now: where the domain leads (CNAME), and whose it is (TXT). It is `active` when both',
      'are there; `pending` until then; `failed` when they were there and are no more. Answers the brand.',
    ].join(' '),
    route: 'POST /v2/organizations/{organizationid}/brands/{brandid}/app-domain/verify',
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
