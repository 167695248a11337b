import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { Invitation } from '../../lib/people/invitations/invitation-schema.ts';
import { listInvitations } from '../../lib/people/invitations/invitation-store.ts';

export const handler = operation(
  {
    id: 'getOrganizationInvitations',
    tag: 'Organization Invitations',
    summary: "List the organization's invitations",
    description: 'Lists invitations that are open or were declined.',
    route: 'GET /v2/organization-invitations',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:add'],
    returns: z.array(Invitation),
    access: { read: ['invitation'] },
  },
  ({ caller }) => listInvitations(caller),
);
