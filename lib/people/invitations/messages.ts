import { config } from '../../base/config.ts';
import { readAt } from '../../storage/engine/read.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { InvitationRequest } from '../../storage/outbox/message-request.ts';
import type { OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import { presentOrganization } from '../organizations/organization.ts';
import { issueInvitationToken, pendingInvitation } from './token.ts';

/**
 * The mail for an invitation, with a token made now. None if it was answered or deleted meanwhile. Of the inviter's
 * choices it shows two names and a colour only: the address is unconfirmed, and its reader may not know the
 * organization.
 */
export const invitationMessage = async ({
  kind,
  organization_id,
  email,
}: InvitationRequest): Promise<OutgoingMessage[]> => {
  const [invitation, organization] = await Promise.all([
    pendingInvitation(organization_id, email),
    readAt(organizationAt(organization_id)),
  ]);
  const token = invitation && organization ? await issueInvitationToken(invitation) : undefined;
  if (!invitation || !organization || !token) return [];
  const { name: organization_name, locale, timezone, primary_color } = presentOrganization(organization);
  return [
    {
      channel: 'email',
      kind,
      locale,
      counts_for: organization.parent_id ?? organization.id,
      to: { name: '', address: invitation.email },
      code: token,
      data: {
        name: '',
        inviter_name: invitation.inviter_name,
        organization_name,
        timezone,
        // In the fragment, which browsers send to nobody: the token reaches no log and no Referer header.
        link: `${config.appUrl()}/invitations#${new URLSearchParams({ email: invitation.email, token })}`,
        brand: { name: organization_name, primary_color },
      },
    },
  ];
};
