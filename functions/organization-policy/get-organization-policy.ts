import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { OrganizationPolicy } from '../../lib/people/organization-policy/policy-schema.ts';
import { readPolicy } from '../../lib/people/organization-policy/policy-store.ts';

export const handler = operation(
  {
    id: 'getOrganizationPolicy',
    tag: 'Organizations',
    summary: 'Get the policy for the members',
    description:
      'What the organization demands of its members, how many of them it concerns now, and where the request came from.',
    route: 'GET /v2/organizations/{organization_id}/policy',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: idPath('organization_id'),
    returns: OrganizationPolicy,
    errors: ['not_found'],
    access: { read: ['organization', 'profile', 'user'] },
  },
  ({ caller, path, origin }) => readPolicy(caller, path.organization_id, origin),
);
