import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { Entitlement, entitlementsOf } from '../../lib/people/organizations/entitlements.ts';

export const handler = operation(
  {
    id: 'getEntitlements',
    tag: 'Organizations',
    summary: 'List what the organization may use',
    description: 'Everything, without end and without a limit: nothing of this platform has to be bought.',
    route: 'GET /v2/organizations/entitlements',
    session: 'user',
    callableBy: 'organization:read',
    permissions: ['org:view'],
    returns: z.array(Entitlement),
    access: {},
  },
  ({ caller }) => entitlementsOf(caller.organization_id),
);
