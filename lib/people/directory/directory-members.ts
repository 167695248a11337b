import { isDeepStrictEqual } from 'node:util';
import { timestamp } from '../../base/clock.ts';
import { sameEmail } from '../../base/email-address.ts';
import { fail, invalid } from '../../base/errors.ts';
import { change } from '../../storage/engine/change.ts';
import { readAt, readTogether } from '../../storage/engine/read.ts';
import { invitationAt } from '../../storage/invitations.ts';
import { newJob } from '../../storage/jobs/record.ts';
import { findProfile, memberWrite, profilesOf } from '../../storage/memberships.ts';
import { findGroups, groupsOf } from '../../storage/organization-groups.ts';
import type { EventKind } from '../../storage/records/administration.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { addressAt, userAt } from '../../storage/users.ts';
import { transactAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { goodInvitation, joinedBy } from '../identity-providers/joining.ts';
import { newPersonOf, problemsOf } from '../identity-providers/person.ts';
import { findHeir } from '../members/heir.ts';
import { DEACTIVATED } from '../members/lock-reasons.ts';
import { removeMember } from '../members/removal.ts';
import { ownerRemains } from '../profiles/removal.ts';
import { endSessionsAs } from '../sessions/session-store.ts';
import type { DirectoryCaller } from './directory-caller.ts';

/** A member, with an account. */
export type DirectoryMember = ProfileItem & { user_id: string };

/** A member as the directory states one. */
export interface StatedMember {
  user_name: string;
  email: string;
  first_name: string;
  last_name: string;
  active: boolean;
  external_id: string | null;
  /** Null: first and last name. */
  display_name: string | null;
}

/** True for a member whom the directory can know: an account, not a place that is kept for an invited person. */
const isKnown = (profile: ProfileItem | undefined): profile is DirectoryMember =>
  profile !== undefined && profile.user_id !== null && !profile.invited;

/** Lists the organization's members, the oldest first, and its groups. Two queries. */
export const listDirectoryMembers = async ({ organization_id }: DirectoryCaller) => {
  const [profiles, groups] = await Promise.all([profilesOf(organization_id), groupsOf(organization_id)]);
  return { members: profiles.filter(isKnown), groups };
};

/** Reads a member. Throws `not_found`. */
export const readDirectoryMember = async (
  { organization_id }: DirectoryCaller,
  profile_id: string,
): Promise<DirectoryMember> => {
  const found = await findProfile(organization_id, profile_id);
  return isKnown(found) ? found : fail('not_found');
};

/** The name by which the directory knows a member. */
export const userNameOf = ({ directory, email }: ProfileItem): string => directory?.user_name ?? email;

/**
 * Makes a member of a person, with the account of the address or a new one without a password. The address must be at a
 * domain that the organization has proven: nobody else's account is taken over. Throws `invalid`, `already_member`,
 * `organization_full`, and the failures of a place that an invitation keeps (`joinedBy`).
 */
export const createDirectoryMember = (caller: DirectoryCaller, stated: StatedMember): Promise<DirectoryMember> => {
  const { organization_id, organization, directory } = caller;
  const { email, first_name, last_name, active } = stated;
  const claims = { email, email_verified: undefined, first_name, last_name, name: undefined };
  if (problemsOf(claims, organization).length > 0)
    return invalid('emails', 'must hold an address at a domain that the organization has proven');
  const person = newPersonOf(claims, organization);
  return change(
    async () => {
      const [[claim, invitation], members] = await Promise.all([
        readTogether([addressAt(email), invitationAt(organization_id, email)]),
        profilesOf(organization_id),
      ]);
      return { account: claim && (await readAt(userAt(claim.user_id))), invitation, members };
    },
    async ({ account, invitation, members }) => {
      if (members.some((one) => isKnown(one) && (one.user_id === account?.id || sameEmail(one.email, email))))
        return fail('already_member');
      demandFreeName(members, stated.user_name);
      const { profile, writes } = joinedBy({
        organization_id,
        person,
        account,
        members,
        invitation,
        good: await goodInvitation(invitation, members),
        role: directory.default_role,
        more: { ...keptNames(stated), ...(active ? {} : { locked: true, lock_reason: DEACTIVATED }) },
      });
      describeAct({ kind: 'member:created', object: objectOf(profile), changes: [{ member: 'email', to: email }] });
      return { writes, answer: profile };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
};

/**
 * Changes a member to what `decide` makes of the one that was read. A member who is deactivated is locked, is out with
 * the next call, and hands over if the organization has said so. Throws `not_found`, `already_member` for a user name
 * that another member has, `invalid` for another address, `last_owner`, and `member_locked_here` for a member whom an
 * administrator has locked.
 */
export const updateDirectoryMember = async (
  caller: DirectoryCaller,
  profile_id: string,
  decide: (before: DirectoryMember, groups: readonly GroupItem[]) => StatedMember,
): Promise<DirectoryMember> => {
  const { member, ends } = await change(
    () => readWithGroups(caller, profile_id),
    async ({ member: before, groups }) => {
      const stated = decide(before, groups);
      if (!sameEmail(stated.email, before.email))
        return invalid(
          'emails',
          "must stay as they are: a member's address can't be changed. Remove the member, and add the new address",
        );
      if (stated.user_name.toLowerCase() !== userNameOf(before).toLowerCase()) {
        const members = await profilesOf(caller.organization_id);
        demandFreeName(
          members.filter(({ id }) => id !== profile_id),
          stated.user_name,
        );
      }
      const access = await accessChange(caller, before, stated.active);
      const set = {
        first_name: stated.first_name,
        last_name: stated.last_name,
        ...keptNames(stated),
        ...access.set,
        updated_at: timestamp(),
      };
      const member = { ...before, ...set };
      if (isSame(before, member)) return { answer: { member: before, ends: false } };
      describeAct({ kind: access.kind, object: objectOf(member) });
      return { writes: [memberWrite(before, set), ...access.writes], answer: { member, ends: member.locked === true } };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
  // After the lock, so that no session that began just before is missed.
  if (ends) await endSessionsAs(member.user_id, member.id);
  return member;
};

const readWithGroups = async (caller: DirectoryCaller, profile_id: string) => {
  const member = await readDirectoryMember(caller, profile_id);
  return { member, groups: await groupsOfMember(member) };
};

/** Reads the groups of a member; no read for a member without any. */
export const groupsOfMember = async ({ organization_id, group_ids }: DirectoryMember): Promise<GroupItem[]> => {
  const ids = [...(group_ids ?? [])];
  const groups = ids.length > 0 ? await findGroups(organization_id, ids) : [];
  return groups.flatMap((group) => group ?? []);
};

/** Removes a member: what the member owned goes to the heir. Throws `not_found` and `last_owner`. */
export const removeDirectoryMember = async (caller: DirectoryCaller, profile_id: string): Promise<void> => {
  const member = await readDirectoryMember(caller, profile_id);
  describeAct({ object: objectOf(member) });
  const heir = await heirOf(caller, profile_id);
  await removeMember(caller, profile_id, heir);
};

/** The heir whom the organization has named, if that member can own anything now. Undefined: an owner. */
const heirOf = async (
  { organization_id, directory: { heir_id } }: DirectoryCaller,
  leaver_id: string,
): Promise<string | undefined> =>
  heir_id === null || heir_id === leaver_id ? undefined : (await findHeir(organization_id, heir_id))?.id;

/** Changes and writes by which a member gets or loses access. */
const accessChange = async (caller: DirectoryCaller, before: DirectoryMember, active: boolean) => {
  const kind = 'member:updated' as EventKind;
  if (active === !before.locked) return { kind, set: {}, writes: [] };
  if (active) {
    if (before.lock_reason !== DEACTIVATED) return fail('member_locked_here');
    return { kind: 'member:unlocked' as const, set: { locked: false, lock_reason: null }, writes: [] };
  }
  const { organization_id, id: profile_id, user_id, email } = before;
  const heir_id = await heirOf(caller, profile_id);
  const details = { profile_id, user_id, email, hands_over: true, stays: true, ...(heir_id ? { heir_id } : {}) };
  return {
    kind: 'member:locked' as const,
    set: { locked: true, lock_reason: DEACTIVATED },
    writes: [
      ...(await ownerRemains(before)),
      ...(caller.directory.hands_over ? [{ put: newJob('hand_over', organization_id, details) }] : []),
    ],
  };
};

const keptNames = ({ user_name, external_id, display_name }: StatedMember) => ({
  directory: { user_name, external_id, display_name },
});

const isSame = (before: DirectoryMember, after: DirectoryMember): boolean =>
  before.first_name === after.first_name &&
  before.last_name === after.last_name &&
  Boolean(before.locked) === Boolean(after.locked) &&
  isDeepStrictEqual(before.directory, after.directory);

const demandFreeName = (others: readonly ProfileItem[], user_name: string): void => {
  if (others.some((one) => isKnown(one) && userNameOf(one).toLowerCase() === user_name.toLowerCase()))
    fail('already_member');
};

const objectOf = ({ id, first_name, last_name }: ProfileItem) => ({ id, name: `${first_name} ${last_name}` });
