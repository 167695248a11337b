import { pendingInvitation } from '../../people/invitations/token.ts';
import { findOrganization } from '../../storage/organizations.ts';
import type { InvitationRequest } from '../../storage/outbox/message-request.ts';
import type { EventNotices } from './deliver-notices.ts';

/** Inbox entries of an invitation to an organization, while it can be accepted. */
export const noticesOfRequest = async (
  event_id: string,
  request: InvitationRequest,
): Promise<EventNotices | undefined> => {
  const { organization_id, email } = request;
  const [invitation, organization] = await Promise.all([
    pendingInvitation(organization_id, email),
    findOrganization(organization_id),
  ]);
  if (!invitation || !organization) return undefined;
  const { name, locale } = organization;
  const { first_name, last_name, inviter_name } = invitation;
  return {
    event_id,
    organization_id,
    template_id: null,
    messages: ['user:invited'],
    locales: [locale],
    notices: [
      {
        to: { email: invitation.email },
        kind: 'user:invited',
        locale,
        names: {
          name: `${first_name} ${last_name}`.trim(),
          inviter_name,
          organization_name: name,
          brand_name: name,
        },
        data: { organization_id, organization_name: name },
      },
    ],
  };
};
