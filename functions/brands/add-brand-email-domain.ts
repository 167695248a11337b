import { operation } from '../../lib/http/operation.ts';
import { BrandPath, NewEmailDomain } from '../../lib/people/brands/brand-input-schema.ts';
import { Brand } from '../../lib/people/brands/brand-schema.ts';
import { addEmailDomain } from '../../lib/people/brands/email-domain.ts';

export const handler = operation(
  {
    id: 'addBrandEmailDomain',
    tag: 'Brands',
    summary: 'Let mails of a brand come from a domain of your own',
    description: [
      'Answers the brand with the `dns_records` that the domain needs. Once they are published, verify the domain:',
      'from then on mails of envelopes come from `local_part@subdomain`. The same domain again changes the part',
      'before the @, the name and the reply address. Several brands, also of several organizations, can claim a',
      'domain: the one whose TXT record is published gets it. Domains of public mail providers, and public suffixes',
      'such as `co.uk`, are refused ({invalid}).',
    ].join(' '),
    route: 'POST /v2/organizations/{organizationid}/brands/{brandid}/email-domain',
    event: 'brand:email_domain_added',
    session: 'user',
    callableBy: 'brands:write',
    permissions: ['org:update'],
    path: BrandPath,
    body: NewEmailDomain,
    returns: Brand,
    errors: ['brand_not_found', 'domain_present', 'domain_taken'],
    access: { change: ['brand', 'domain'], identities: ['create', 'get', 'delete'] },
    examples: { body: { subdomain: 'notify.example.com', local_part: 'contracts', display_name: 'Garden Flats' } },
  },
  ({ caller, path, body }) => addEmailDomain(caller, path, body),
);
