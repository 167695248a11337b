import { verifyEmailDomain } from '../../lib/brands/email-domain.ts';
import { BrandVerification } from '../../lib/brands/record.ts';
import { BrandPath } from '../../lib/brands/schema.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'verifyBrandEmailDomain',
    tag: 'Brands',
    summary: "Verify a brand's mail domain",
    description: [
      'Looks for the records in the DNS now (DKIM, SPF, DMARC), and at what SES says of the domain. It is `verified` when',
      'all is there; `pending` until then; `failed` when it was there and is no more. Answers the brand.',
    ].join(' '),
    route: 'POST /v2/organizations/{organizationid}/brands/{brandid}/email-domain/verify',
    session: 'user',
    permissions: ['org:update'],
    path: BrandPath,
    returns: BrandVerification,
    errors: ['brand_not_found', 'domain_absent'],
    access: { table: ['BatchGetItem', 'PutItem', 'UpdateItem'], identities: ['get'] },
  },
  ({ caller, path }) => verifyEmailDomain(caller, path),
);
