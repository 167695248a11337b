import { config } from '../../base/config.ts';
import { readAt } from '../../storage/engine/read.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { MessageRequest } from '../../storage/outbox/outbox.ts';
import type { OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import { presentOrganization } from '../organizations/organization.ts';
import { issueToken, pendingInvitation } from './token.ts';

/**
 * The mail for an invitation, with a token made now. Undefined if it was answered or deleted meanwhile, or for a
 * request of another area. Of the inviter's choices it shows two names and a colour only: the address is unconfirmed,
 * and its reader may not know the organization.
 */
export const invitationMessage = async ({
  kind,
  organization_id,
  email,
}: MessageRequest): Promise<OutgoingMessage[]> => {
  if (kind !== 'organization_invitation') return [];
  const [invitation, organization] = await Promise.all([
    pendingInvitation(String(organization_id), String(email)),
    readAt(organizationAt(String(organization_id))),
  ]);
  const token = invitation && organization ? await issueToken(invitation) : undefined;
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
