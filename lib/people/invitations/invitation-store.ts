import { DAY, timestamp, timestampIn } from '../../base/clock.ts';
import { normalEmail, sameEmail } from '../../base/email-address.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { readAt, readTogether } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import {
  changePending,
  invitationAt,
  invitationRecord,
  invitationsOf,
  invitationWrites,
} from '../../storage/invitations.ts';
import { findProfile, profilesOf } from '../../storage/memberships.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { InvitationItem } from '../../storage/records/invitation.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { demandToAppoint } from '../access/appoint.ts';
import type { UserCaller } from '../access/caller.ts';
import { commitAs } from '../access/commit-as.ts';
import { countAttempt } from '../attempts/attempts.ts';
import { MAIL_LIMIT } from '../attempts/limits.ts';
import { demandDailyMessagesLeftFor } from '../organizations/daily-messages.ts';
import {
  type InvitationChange,
  type InvitationToken,
  MAX_INVITATIONS,
  type NewInvitation,
} from './invitation-input-schema.ts';
import type { Invitation } from './invitation-schema.ts';
import { inviterChecks } from './inviter.ts';
import { presentInvitation, presentOutside } from './present-invitation.ts';
import { invitationOf } from './token.ts';

/** Time for which an invitation can be answered. */
const LIFE = 14 * DAY;

/** Lists the organization's invitations that were not accepted, by address, without those of members. One query. */
export const listInvitations = async (caller: UserCaller): Promise<Invitation[]> =>
  (await invitationsOf(caller.organization_id)).filter(({ member }) => !member).map(presentInvitation);

/** Invites somebody by a mail with a link. Throws `invitation_exists`, `already_member` or `organization_full`. */
export const createInvitation = async (caller: UserCaller, details: NewInvitation): Promise<Invitation> => {
  demandToAppoint(caller, [details.role]);
  return presentInvitation(await inviteByMail(caller, details, () => ({ writes: [] })));
};

/**
 * Invites somebody by a mail with a link, and makes the writes of `more` in the same transaction. It never reads if the
 * address has an account, so no answer can reveal it.
 */
export const inviteByMail = async (
  caller: UserCaller,
  details: NewInvitation,
  more: (members: readonly ProfileItem[]) => { writes: readonly Write[]; member?: InvitationItem['member'] },
): Promise<InvitationItem> => {
  const { organization_id } = caller;
  const [members, invitations] = await Promise.all([profilesOf(organization_id), invitationsOf(organization_id)]);
  if (members.some(({ email }) => sameEmail(email, details.email))) fail('already_member');
  const earlier = invitations.find(({ email }) => sameEmail(email, details.email));
  if (earlier) fail(earlier.status === 'declined' ? 'invitation_declined' : 'invitation_exists');
  if (invitations.length >= MAX_INVITATIONS) {
    fail('organization_full', { limit: MAX_INVITATIONS, things: 'open invitations' });
  }
  const { writes, member } = more(members);
  await demandDailyMessagesLeftFor(organization_id);
  await countMail(organization_id, details.email);
  const item = invitationRecord({
    id: newId(),
    organization_id,
    ...details,
    status: 'pending',
    ...inviterOf(caller),
    tokens: [],
    generated_at: timestamp(),
    expires_at: timestampIn(LIFE),
    ...(member ? { member } : {}),
  });
  await commitAs(caller, [invitationWrites.create(item), mail(item), ...writes], () => fail('invitation_exists'));
  return item;
};

/** Changes the name or role of an unanswered invitation. From then on it depends on the caller's rights. */
export const updateInvitation = async (
  caller: UserCaller,
  email: string,
  { first_name, last_name, role }: InvitationChange,
): Promise<Invitation> => {
  const before = await readPending(caller, email);
  if (before.member) return fail('invitation_not_found');
  demandToAppoint(caller, [before.role, ...(role ? [role] : [])]);
  const changes = {
    first_name: first_name ?? before.first_name,
    last_name: last_name ?? before.last_name,
    role: role ?? before.role,
    ...inviterOf(caller),
  };
  await commitAs(caller, [invitationWrites.change(before, changes)], answered);
  return presentInvitation({ ...before, ...changes });
};

/** Sends the mail again, with a new token and the full time to answer. It depends on the caller's rights then. */
export const resendInvitation = async (caller: UserCaller, email: string): Promise<Invitation> => {
  const before = await readPending(caller, email);
  const place = before.member && (await findProfile(caller.organization_id, before.member.profile_id));
  demandToAppoint(caller, place?.roles ?? [before.role]);
  await demandDailyMessagesLeftFor(caller.organization_id);
  await countMail(caller.organization_id, email);
  const changes = { generated_at: timestamp(), expires_at: timestampIn(LIFE), ...inviterOf(caller) };
  await commitAs(caller, [invitationWrites.change(before, changes), mail(before)], answered);
  return presentInvitation({ ...before, ...changes });
};

/**
 * Deletes an invitation, answered or not, so that its link no longer works. A member's invitation is deleted with the
 * member only. Like each change of it, for those who may appoint such a member.
 */
export const deleteInvitation = async (caller: UserCaller, email: string): Promise<void> => {
  const found = await readAt(invitationAt(caller.organization_id, email));
  const item = orFail(found, 'invitation_not_found');
  demandToAppoint(caller, [item.role]);
  await commitAs(caller, [invitationWrites.remove(item)], answered);
};

/** Presents the invitation, with its organization, to the invited person. */
export const showInvitation = async (named: InvitationToken): Promise<Invitation> => {
  const { invitation, organization } = await invitationOf(named);
  const { organization_id, inviter_id, member } = invitation;
  const concerned = [inviter_id, ...(member ? [member.profile_id] : [])].map((id) => profileAt(organization_id, id));
  if (!(await inviterChecks(invitation, await readTogether(concerned)))) return fail('invitation_not_found');
  return { ...presentInvitation(invitation), organization: presentOutside(organization) };
};

/**
 * Declines the invitation: its tokens stop working, and the address can be invited again only after the invitation is
 * deleted.
 */
export const declineInvitation = async (named: InvitationToken): Promise<void> => {
  const { invitation } = await invitationOf(named);
  if (!(await changePending(invitation, { status: 'declined', tokens: [] }))) answered();
};

const readPending = async (caller: UserCaller, email: string): Promise<InvitationItem> => {
  const found = await readAt(invitationAt(caller.organization_id, email));
  const item = orFail(found, 'invitation_not_found');
  return item.status === 'declined' ? fail('invitation_declined') : item;
};

/** Thrown if the invitation was accepted, declined or deleted at the same time. */
const answered = (): never => fail('invitation_not_found');

const mail = ({ organization_id, email }: InvitationItem): Write =>
  outboxWrite(organization_id, { message: { kind: 'organization_invitation', organization_id, email } });

const countMail = (organization_id: string, email: string) =>
  countAttempt('invitation-mail', `${organization_id}#${normalEmail(email)}`, MAIL_LIMIT);

const inviterOf = ({ first_name, last_name, profile_id }: UserCaller) => ({
  inviter_name: `${first_name} ${last_name}`.trim(),
  inviter_id: profile_id,
});
