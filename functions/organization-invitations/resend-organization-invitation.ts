import * as z from 'zod';
import { Invitation } from '../../lib/invitations/schema.ts';
import { resendInvitation } from '../../lib/invitations/store.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Email } from '../../lib/schema.ts';

export const handler = operation(
  {
    id: 'resendOrganizationInvitation',
    tag: 'Organization Invitations',
    summary: 'Send an invitation again',
    description: 'With a new link, good for another 14 days. At most 10 mails an hour go to one address.',
    route: 'POST /v2/organization-invitations/resend',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:add'],
    body: z.object({ email: Email }),
    returns: Invitation,
    errors: ['messages_used_up', 'invitation_not_found', 'invitation_declined'],
    access: { table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], messagesPerDay: true },
    examples: { body: { email: 'grace@example.com' } },
  },
  ({ caller, body }) => resendInvitation(caller, body.email),
);
