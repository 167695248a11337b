import * as z from 'zod';
import { Email } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { InvitationChange } from '../../lib/people/invitations/invitation-input-schema.ts';
import { Invitation } from '../../lib/people/invitations/invitation-schema.ts';
import { updateInvitation } from '../../lib/people/invitations/invitation-store.ts';

export const handler = operation(
  {
    id: 'updateOrganizationInvitation',
    tag: 'Organization Invitations',
    summary: 'Change an invitation that was not answered yet',
    description: 'The address stays: to correct it, delete the invitation and make another.',
    route: 'PATCH /v2/organization-invitations/{email}',
    event: 'invitation:updated',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:add'],
    path: z.strictObject({ email: Email }),
    body: InvitationChange,
    returns: Invitation,
    errors: ['invitation_not_found', 'invitation_declined'],
    access: { change: ['invitation'], rights: true },
    examples: { body: { role: 'basic_user' } },
  },
  ({ caller, path, body }) => updateInvitation(caller, path.email, body),
);
