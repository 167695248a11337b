import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { InvitationToken } from '../../lib/people/invitations/invitation-input-schema.ts';
import { declineInvitation } from '../../lib/people/invitations/invitation-store.ts';

export const handler = operation(
  {
    id: 'declineOrganizationInvitation',
    tag: 'Organization Invitations',
    summary: 'Decline an invitation',
    description: 'Its tokens stop working, and the address cannot be invited again until the invitation is deleted.',
    route: 'POST /v2/organization-invitations/decline',
    event: 'invitation:declined',
    session: 'none',
    body: InvitationToken,
    returns: z.object({ status: z.literal('OK') }),
    errors: ['invitation_not_found'],
    access: { read: ['organization'], change: ['invitation'] },
    examples: { body: { email: 'grace@example.com', token: 'the token of the mail' } },
  },
  async ({ body }) => {
    await declineInvitation(body);
    return { status: 'OK' };
  },
);
