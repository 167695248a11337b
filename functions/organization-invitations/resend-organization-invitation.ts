import * as z from 'zod';
import { Email } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Invitation } from '../../lib/people/invitations/invitation-schema.ts';
import { resendInvitation } from '../../lib/people/invitations/invitation-store.ts';

export const handler = operation(
  {
    id: 'resendOrganizationInvitation',
    tag: 'Organization Invitations',
    summary: 'Send an invitation again',
    description: 'With a new link, good for another 14 days. At most 10 mails an hour go to one address.',
    route: 'POST /v2/organization-invitations/resend',
    event: 'invitation:resent',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:add'],
    body: z.object({ email: Email }),
    returns: Invitation,
    errors: ['messages_used_up', 'invitation_not_found', 'invitation_declined'],
    access: {
      read: ['profile', 'dailyMessages'],
      change: ['invitation', 'invitationMails'],
      write: ['outbox'],
      rights: true,
      messagesPerDay: true,
    },
    examples: { body: { email: 'grace@example.com' } },
  },
  ({ caller, body }) => resendInvitation(caller, body.email),
);
