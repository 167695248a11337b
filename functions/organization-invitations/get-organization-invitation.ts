import { operation } from '../../lib/http/operation.ts';
import { InvitationPath } from '../../lib/people/invitations/invitation-input-schema.ts';
import { Invitation } from '../../lib/people/invitations/invitation-schema.ts';
import { showInvitation } from '../../lib/people/invitations/invitation-store.ts';

export const handler = operation(
  {
    id: 'getOrganizationInvitation',
    tag: 'Organization Invitations',
    summary: 'Get the invitation that a mail carries',
    description: 'For the invited person, who has the token from the mail. Shows how the organization presents itself.',
    route: 'GET /v2/organization-invitations/{email}/{token}',
    session: 'none',
    path: InvitationPath,
    returns: Invitation,
    errors: ['invitation_not_found'],
    access: { read: ['organization', 'invitation', 'profile', 'group'] },
  },
  ({ path }) => showInvitation(path),
);
