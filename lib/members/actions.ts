import { timestamp } from '../clock.ts';
import { resetMfa } from '../mfa/store.ts';
import type { UserCaller } from '../operation/caller.ts';
import { fail, orFail } from '../operation/errors.ts';
import type { ProfileItem } from '../profiles/record.ts';
import { leaving, ownerRemains } from '../profiles/removal.ts';
import { endSessionsAs } from '../sessions/store.ts';
import { getItem, transact } from '../table/client.ts';
import { normalEmail, userKey } from '../table/keys.ts';
import { untilWritten } from '../table/retry.ts';
import { clearAttempts } from '../users/attempts.ts';
import type { UserItem } from '../users/record.ts';
import { demandOver, demandToDismiss } from './rules.ts';
import { type Member, type MemberAction, presentMember } from './schema.ts';
import { changing, readMember } from './store.ts';

type Target = ProfileItem & { user_id: string };

/**
 * Locks a member out of the organization, lets a locked one in again, or takes the second factor off the account of a
 * member who has lost it. Only who could remove the member may, and nobody to themselves (400).
 */
export const actOnMember = (
  caller: UserCaller,
  profile_id: string,
  { action, reason }: MemberAction,
): Promise<Member> =>
  untilWritten(async () => {
    const member = await readMember(caller, profile_id);
    if (profile_id === caller.profile_id) return fail('own_profile');
    demandToDismiss(caller, member.roles);
    await demandOver(caller, member);
    const after = await ACTIONS[action](member, reason || null);
    return presentMember(after, orFail(await getItem<UserItem>(userKey(member.user_id)), 'not_found'));
  });

/** A lock holds in this organization alone: the person's place in others is not ours to close. */
const lock = async (member: Target, lock_reason: string | null): Promise<ProfileItem> => {
  const changes = { locked: true, lock_reason, updated_at: timestamp() };
  await transact([changing(member, changes), ...(await ownerRemains(member))]);
  await endSessionsAs(member.user_id, member.id);
  return { ...member, ...changes };
};

/**
 * Failed attempts to sign in are forgotten too, but only where the account is nowhere else: otherwise whoever makes
 * somebody a member could have that person's password guessed without end.
 */
const unlock = async (member: Target): Promise<ProfileItem> => {
  const changes = { locked: false, lock_reason: null, updated_at: timestamp() };
  await transact([changing(member, changes)]);
  const { remaining } = await leaving(member, member.user_id);
  if (remaining.length === 0) await clearAttempts('password', normalEmail(member.email));
  return { ...member, ...changes };
};

const resetMemberMfa = async (member: Target): Promise<ProfileItem> => {
  const { remaining } = await leaving(member, member.user_id);
  if (remaining.length > 0) return fail('account_shared');
  await resetMfa(member.user_id);
  return member;
};

const ACTIONS: Record<MemberAction['action'], (member: Target, reason: string | null) => Promise<ProfileItem>> = {
  lock,
  unlock,
  reset_mfa: resetMemberMfa,
};
