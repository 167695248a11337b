import { operation } from '../../lib/http/operation.ts';
import { MAX_INVITATIONS, NewInvitation } from '../../lib/people/invitations/invitation-input-schema.ts';
import { Invitation } from '../../lib/people/invitations/invitation-schema.ts';
import { createInvitation } from '../../lib/people/invitations/invitation-store.ts';

export const handler = operation(
  {
    id: 'createOrganizationInvitation',
    tag: 'Organization Invitations',
    summary: 'Invite somebody to join the organization',
    description:
      'A mail carries the link, which can be answered once within 14 days, while you are a member who may invite. `owner` and `admin` need the permission to add ' +
      `such members. At most ${MAX_INVITATIONS} invitations can be open.`,
    route: 'POST /v2/organization-invitations',
    event: 'invitation:created',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:add'],
    body: NewInvitation,
    returns: Invitation,
    errors: ['messages_used_up', 'already_member', 'invitation_exists', 'invitation_declined', 'organization_full'],
    access: {
      read: ['profile', 'dailyMessages'],
      change: ['invitation', 'invitationMails'],
      write: ['outbox'],
      rights: true,
      messagesPerDay: true,
    },
    examples: { body: { email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper', role: 'member' } },
  },
  ({ caller, body }) => createInvitation(caller, body),
);
