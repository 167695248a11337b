import * as z from 'zod';
import { Invitation } from '../../lib/invitations/schema.ts';
import { listInvitations } from '../../lib/invitations/store.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'getOrganizationInvitations',
    tag: 'Organization Invitations',
    summary: "List the organization's invitations",
    description: 'Those that were not answered, and those that were declined.',
    route: 'GET /v2/organization-invitations',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:add'],
    returns: z.array(Invitation),
    access: { table: ['Query'] },
  },
  ({ caller }) => listInvitations(caller),
);
