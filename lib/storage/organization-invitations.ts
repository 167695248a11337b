import { collection } from './client.ts';
import { INVITATION_PREFIX, invitationKey } from './keys.ts';
import type { InvitationItem } from './records/invitation.ts';

/** The invitations to an organization. One query. */
export const invitationsOf = (organization_id: string): Promise<InvitationItem[]> =>
  collection<InvitationItem>(invitationKey(organization_id, '').pk, INVITATION_PREFIX);
