import { changeRecord, readWhole } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import { INVITATION_PREFIX, invitationKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { InvitationItem } from './records/invitation.ts';

export const invitationAt = (organization_id: string, email: string): At<InvitationItem> =>
  at(invitationKey(organization_id, email));

/** Makes the record of a new invitation. */
export const invitationRecord = (invitation: Omit<InvitationItem, 'pk' | 'sk'>): InvitationItem => ({
  ...invitationKey(invitation.organization_id, invitation.email),
  ...invitation,
});

/** Lists the organization's invitations by address. One query. */
export const invitationsOf = (organization_id: string): Promise<InvitationItem[]> =>
  readWhole<InvitationItem>({ pk: invitationKey(organization_id, '').pk, beginsWith: INVITATION_PREFIX });

type Changes = Partial<Omit<InvitationItem, 'pk' | 'sk'>>;

/** Changes a pending invitation without a transaction; undefined if it isn't pending any more. */
export const changePending = (before: InvitationItem, changes: Changes): Promise<InvitationItem | undefined> =>
  ifHeld(() => changeRecord<InvitationItem>(before, { set: changes, where: { id: before.id, status: 'pending' } }));

export const invitationWrites = {
  /** Holds if the address isn't invited. */
  create: (invitation: InvitationItem): Write => ({ put: invitation, where: ABSENT }),
  /** Holds while it is pending. */
  change: (before: InvitationItem, changes: Changes): Write => ({
    change: before,
    set: changes,
    where: { id: before.id, status: 'pending' },
  }),
  /**
   * Holds while it is pending and has the tokens that were read: simultaneous mails don't remove each other's tokens.
   */
  replaceTokens: (before: InvitationItem, tokens: InvitationItem['tokens']): Write => ({
    change: before,
    set: { tokens },
    where: { id: before.id, status: 'pending', tokens: before.tokens },
  }),
  /** Uses it up; holds while it is as it was read. */
  use: (invitation: InvitationItem): Write => ({
    remove: invitation,
    where: { id: invitation.id, role: invitation.role, status: invitation.status, inviter_id: invitation.inviter_id },
  }),
  /** Holds while the role is as it was read, for an invitation without a prepared member. */
  remove: ({ organization_id, email, role }: InvitationItem): Write => ({
    remove: invitationKey(organization_id, email),
    where: { role, member: undefined },
  }),
};
