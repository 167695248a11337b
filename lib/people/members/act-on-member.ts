import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { forgetWrite } from '../../storage/attempts.ts';
import { change, type Decision } from '../../storage/engine/change.ts';
import { writeBatch } from '../../storage/engine/commit.ts';
import { readAt } from '../../storage/engine/read.ts';
import { memberWrite } from '../../storage/memberships.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { removeSessions } from '../../storage/sessions.ts';
import { readAccount, userAt } from '../../storage/users.ts';
import { demandToDismiss } from '../access/appoint.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { resetMfa } from '../mfa/mfa-store.ts';
import { ownerRemains, readLeaver } from '../profiles/removal.ts';
import { passwordAttempts } from '../users/sign-in.ts';
import { newUser } from '../users/user.ts';
import { demandOver } from './demand-over.ts';
import type { Member, MemberAction } from './member-schema.ts';
import { readMember } from './member-store.ts';
import { presentMember } from './present-member.ts';

type Target = ProfileItem & { user_id: string };

/**
 * Locks a member out of the organization, unlocks a member, or removes the second factor of a member who lost it. The
 * caller needs the right to remove the member. Throws `own_profile` for the caller's own.
 */
export const actOnMember = async (
  caller: UserCaller,
  profile_id: string,
  { action, reason }: MemberAction,
): Promise<Member> => {
  const finish = await change(
    () => readMember(caller, profile_id),
    async (member) => {
      if (profile_id === caller.profile_id) return fail('own_profile');
      demandToDismiss(caller, member.roles);
      await demandOver(caller, member);
      describeAct({
        kind: KINDS[action],
        object: { id: profile_id, name: `${member.first_name} ${member.last_name}` },
      });
      return ACTIONS[action](caller, member, reason || null);
    },
    { write: (writes) => transactAs(caller, writes) },
  );
  const { member, user } = await finish();
  return presentMember(member, user ?? accountToBe(member));
};

/** The future account of an invited member, which clients expect in the answer. */
const accountToBe = ({ user_id, organization_id, id, ...person }: ProfileItem): UserItem =>
  newUser({
    ...person,
    id: user_id ?? id,
    email_verified: false,
    password_hash: null,
    current_organization_id: organization_id,
    current_profile_id: id,
  });

/** The member and the account after an act. */
interface Outcome {
  member: ProfileItem;
  user: UserItem | undefined;
}

/** Writes of an act, and the work that follows them. */
type Act = (
  caller: UserCaller,
  member: Target,
  reason: string | null,
) => Promise<Decision<() => Outcome | Promise<Outcome>>>;

/**
 * A lock applies to this organization only. Sessions are listed after the lock is written, so that none that began just
 * before is missed.
 */
const lock: Act = async (_caller, member, lock_reason) => {
  const changes = { locked: true, lock_reason, updated_at: timestamp() };
  return {
    writes: [memberWrite(member, changes), ...(await ownerRemains(member))],
    answer: async () => {
      const { user, sessions } = await readAccount(member.user_id);
      await removeSessions(sessions.filter(({ profile_id }) => profile_id === member.id));
      return { member: { ...member, ...changes }, user };
    },
  };
};

/**
 * Failed sign-ins are forgotten too, but only if the account has no other organization: otherwise anybody who makes a
 * person a member could guess that person's password without limit.
 */
const unlock: Act = async (_caller, member) => {
  const changes = { locked: false, lock_reason: null, updated_at: timestamp() };
  const user = await readAt(userAt(member.user_id));
  const { remaining } = await readLeaver(member, member.user_id, user);
  const isHereAlone = remaining.length === 0;
  return {
    writes: [memberWrite(member, changes), ...(isHereAlone ? [forgetWrite(passwordAttempts(member.email))] : [])],
    answer: async () => {
      if (isHereAlone) await writeBatch((await readAccount(member.user_id)).attempts.map(forgetWrite));
      return { member: { ...member, ...changes }, user };
    },
  };
};

const resetMemberMfa: Act = async (caller, member) => {
  const user = await readAt(userAt(member.user_id));
  const { remaining } = await readLeaver(member, member.user_id, user);
  if (remaining.length > 0) return fail('account_shared');
  return {
    answer: async () => {
      if (!user) return { member, user };
      await resetMfa(caller, user);
      return { member, user: { ...user, mfa: null } };
    },
  };
};

const KINDS = { lock: 'member:locked', unlock: 'member:unlocked', reset_mfa: 'member:mfa_reset' } as const;

const ACTIONS: Record<MemberAction['action'], Act> = {
  lock,
  unlock,
  reset_mfa: resetMemberMfa,
};
