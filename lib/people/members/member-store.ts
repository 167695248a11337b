import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { change } from '../../storage/engine/change.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { findProfile, joinWrites, memberWrite, profilesOf } from '../../storage/memberships.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { userAt } from '../../storage/users.ts';
import { demandToAppoint, demandToDismiss, demandToGive } from '../access/appoint.ts';
import { may, type UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import type { Permission, Role } from '../access/permissions.ts';
import { inviteByMail } from '../invitations/invitation-store.ts';
import { demandBelowMemberLimit } from '../organizations/member-limit.ts';
import { newProfile } from '../profiles/profile.ts';
import { ownerRemains } from '../profiles/removal.ts';
import { demandOver } from './demand-over.ts';
import type { Member, MemberChange, NewMember } from './member-schema.ts';
import { presentMember, presentSecurity } from './present-member.ts';

/**
 * Lists the organization's members, the oldest first, for those who may remove members with their second factors. One
 * query, for these also a read of the accounts, 100 a call.
 */
export const listMembers = async (caller: UserCaller): Promise<Member[]> => {
  const profiles = await profilesOf(caller.organization_id);
  if (!may(caller, 'member:remove')) return profiles.map((item) => presentMember(item));
  const users = await readTogether(profiles.map(({ user_id }) => userAt(user_id ?? '')));
  return profiles.map((item, at) => ({ ...presentMember(item), ...presentSecurity(item, users[at]) }));
};

/** Reads a member of the caller's organization. Throws `not_found` for any other profile. */
export const readMember = async (
  caller: UserCaller,
  profile_id: string,
): Promise<ProfileItem & { user_id: string }> => {
  const item = orFail(await findProfile(caller.organization_id, profile_id), 'not_found');
  return item.user_id === null ? fail('not_found') : { ...item, user_id: item.user_id };
};

/**
 * Creates a member and mails the person a link to accept, with a new password or with the existing account of the
 * address. Nobody can act as the member before that; the caller learns neither the password nor if there is an account.
 * Throws `already_member` or `invitation_exists`.
 */
export const createMember = async (caller: UserCaller, details: NewMember): Promise<Member> => {
  const { organization_id } = caller;
  const { email, first_name, last_name } = details;
  const roles = [...new Set(details.roles ?? ['member' as const])];
  demandToAppoint(caller, roles);
  const [user_id, id, role = 'member'] = [newId(), newId(), roles[0]];
  const person = { email, first_name, last_name, phone: null, locale: null, timezone: null };
  const profile: ProfileItem = { ...newProfile({ id, user_id, organization_id, roles, ...person }), invited: true };
  await inviteByMail(caller, { email, first_name, last_name, role }, (members) => {
    demandBelowMemberLimit(members);
    return { writes: joinWrites(profile), member: { profile_id: id, user_id } };
  });
  return presentMember(profile);
};

/**
 * Changes a member's name, roles or permissions. The right to appoint such a member allows changing the name, if the
 * member has no permission that the caller lacks; for each role and permission gained or lost the caller needs the
 * right to give or take it. Changes take effect with the member's next call. Throws `last_owner` if no owner would be
 * left.
 */
export const updateMember = (caller: UserCaller, profile_id: string, stated: MemberChange): Promise<Member> =>
  change(
    () => readMember(caller, profile_id),
    async (before) => {
      const roles = stated.roles ? [...new Set(stated.roles)] : before.roles;
      const permissions = stated.permissions ? [...new Set(stated.permissions)] : before.permissions;
      if (profile_id !== caller.profile_id) {
        demandToAppoint(caller, before.roles);
        await demandOver(caller, before);
      }
      demandToDismiss(caller, without(before.roles, roles));
      demandToAppoint(caller, without(roles, before.roles));
      demandToGive(caller, without(permissions, before.permissions));
      const changes = {
        first_name: stated.first_name ?? before.first_name,
        last_name: stated.last_name ?? before.last_name,
        roles,
        permissions,
        updated_at: timestamp(),
      };
      const stopsOwning = before.roles.includes('owner') && !roles.includes('owner');
      const writes = [memberWrite(before, changes), ...(stopsOwning ? await ownerRemains(before) : [])];
      return { writes, answer: presentMember({ ...before, ...changes }) };
    },
    { write: (writes) => transactAs(caller, writes) },
  );

const without = <T extends Role | Permission>(these: readonly T[], those: readonly T[]): T[] =>
  these.filter((one) => !those.includes(one));
