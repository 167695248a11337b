import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { listChildren } from '../../lib/people/organizations/children.ts';
import { Organization } from '../../lib/people/organizations/organization-schema.ts';

export const handler = operation(
  {
    id: 'getOrganizationChildren',
    tag: 'Organizations',
    summary: "List the organizations below the caller's",
    description: 'The oldest first. A new one can be missing for a moment.',
    route: 'GET /v2/organizations/{organization_id}/children',
    session: 'user',
    callableBy: 'organization:read',
    permissions: ['org:list'],
    path: idPath('organization_id'),
    returns: z.array(Organization),
    errors: ['not_found'],
    access: { read: ['childOrganizations'] },
  },
  ({ caller, path }) => listChildren(caller, path.organization_id),
);
