import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Organization } from '../../lib/people/organizations/organization-schema.ts';
import { readOrganization } from '../../lib/people/organizations/organization-store.ts';

export const handler = operation(
  {
    id: 'getOrganization',
    tag: 'Organizations',
    summary: 'Get an organization',
    description: "The caller's own organization, its parent or one of its children.",
    route: 'GET /v2/organizations/{organization_id}',
    session: 'user',
    callableBy: 'organization:read',
    permissions: ['org:view'],
    path: idPath('organization_id'),
    returns: Organization,
    errors: ['not_found'],
    access: { read: ['organization'] },
  },
  ({ caller, path }) => readOrganization(caller, path.organization_id),
);
