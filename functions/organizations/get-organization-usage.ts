import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { readUsage } from '../../lib/people/usage/read.ts';
import { OrganizationUsage, UsageQuery } from '../../lib/people/usage/usage-schema.ts';

export const handler = operation(
  {
    id: 'getOrganizationUsage',
    tag: 'Organizations',
    summary: 'Count what the organization and its children used',
    description:
      'By organization: how many envelopes were made, completed, canceled and expired, templates made, links texted, and ' +
      'signers verified, in a period of at most 366 days. Each is counted on the day (UTC) on which it happened.',
    route: 'GET /v2/organizations/{organization_id}/usage',
    session: 'user',
    callableBy: 'organization:read',
    permissions: ['org:view'],
    path: idPath('organization_id'),
    query: UsageQuery,
    returns: OrganizationUsage,
    errors: ['not_found'],
    access: { read: ['childOrganizations', 'usage'] },
  },
  ({ caller, path, query }) => readUsage(caller, path.organization_id, query),
);
