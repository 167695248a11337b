import { changeRecord, collection, getItem, readWhole } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import { invitationKey, membershipKey, PROFILE_PREFIX, profileKey, userProfilesIndex } from './engine/keys.ts';
import { ABSENT, allOf, is, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { ProfileItem } from './records/profile.ts';

/** A profile without its keys. */
export type NewProfile = Omit<ProfileItem, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk'>;

/** Makes a profile's record. A profile without a user is in no index. */
export const profileRecord = (profile: NewProfile): ProfileItem => ({
  ...profileKey(profile.organization_id, profile.id),
  ...(profile.user_id === null ? {} : userProfilesIndex(profile.user_id, profile.id)),
  ...profile,
});

export const findProfile = (organization_id: string, id: string): Promise<ProfileItem | undefined> =>
  getItem<ProfileItem>(profileKey(organization_id, id));

/** Lists the profiles of an organization's members, the oldest first: bounded, and read consistently. */
export const profilesOf = (organization_id: string): Promise<ProfileItem[]> =>
  collection<ProfileItem>(profileKey(organization_id, '').pk, PROFILE_PREFIX);

/** Lists the profiles of a user in all organizations, the oldest first. An index: the latest writes may be missing. */
export const profilesOfUser = (user_id: string): Promise<ProfileItem[]> => {
  const { gsi1pk: pk, gsi1sk: beginsWith } = userProfilesIndex(user_id, '');
  return readWhole<ProfileItem>({ pk, index: 'gsi1', beginsWith });
};

/** Writes of the first member of a new organization. */
export const foundWrites = (profile: ProfileItem): Write[] => [
  { put: profile },
  { put: membershipKey(profile.organization_id, profile.user_id ?? '') },
];

/** Writes by which a user becomes a member; the second holds if the user is none yet. */
export const joinWrites = (profile: ProfileItem): Write[] => [
  { put: profile },
  { put: membershipKey(profile.organization_id, profile.user_id ?? ''), where: ABSENT },
];

/** The write that changes a member's profile; it holds while its roles are as they were read. */
export const memberWrite = (
  { organization_id, id, roles, locked, lock_reason, updated_at }: ProfileItem,
  set: Partial<NewProfile>,
): Write => ({
  change: profileKey(organization_id, id),
  set,
  where: { roles, locked, lock_reason, updated_at },
});

/** A day on which a person was seen as a profile. */
export interface Seen {
  organization_id: string;
  profile_id: string;
  /** `2026-11-26`, UTC. */
  day: string;
}

/** Notes that the person was seen on this day; nothing if the profile is gone, or knows of this day or a later one. */
export const noteSeen = async ({ organization_id, profile_id, day }: Seen): Promise<void> => {
  const where = allOf(PRESENT, { last_seen_on: is.eitherOf(is.missing, is.below(day)) });
  await ifHeld(() => changeRecord(profileKey(organization_id, profile_id), { set: { last_seen_on: day }, where }));
};

/**
 * Writes that remove a member, with an unaccepted invitation; the first holds while its roles are as they were read.
 */
export const leaveWrites = (profile: ProfileItem, user_id: string): Write[] => {
  const { organization_id, id, roles, email, invited } = profile;
  return [
    { remove: profileKey(organization_id, id), where: { roles } },
    { remove: membershipKey(organization_id, user_id) },
    // The invitation by which the member would have accepted.
    ...(invited ? [{ remove: invitationKey(organization_id, email) }] : []),
  ];
};

/** Holds while the member is an owner and not locked. */
export const ownerCheck = ({ organization_id, id }: ProfileItem): Write => ({
  check: profileKey(organization_id, id),
  where: { roles: is.containing('owner'), locked: is.eitherOf(is.missing, false) },
});

/** Holds while the member is active, with the roles that were read. */
export const activeCheck = ({ organization_id, id, roles }: ProfileItem): Write => ({
  check: profileKey(organization_id, id),
  where: { roles, locked: is.eitherOf(is.missing, false), invited: is.eitherOf(is.missing, false) },
});

/** Adds a member to a group; holds for a member who is in it, or in fewer than `most`. */
export const groupJoinWrite = (organization_id: string, id: string, group_id: string, most: number): Write => ({
  change: profileKey(organization_id, id),
  add: { group_ids: new Set([group_id]) },
  where: allOf(PRESENT, {
    group_ids: is.eitherOf(is.missing, is.fewerThan(most), is.containing(group_id)),
  }),
});

/** Removes a member from a group; holds while the member exists. */
export const groupLeaveWrite = (organization_id: string, id: string, group_id: string): Write => ({
  change: profileKey(organization_id, id),
  take: { group_ids: new Set([group_id]) },
  where: PRESENT,
});

/** A membership in a group, with the roles that follow from it. */
interface GroupMembership {
  group_id: string;
  isIn: boolean;
  roles: ProfileItem['roles'];
  updated_at: string;
}

/**
 * Puts a member into a group or takes the member out, with the roles that follow. Holds while the roles are as they
 * were read, and for a member who is in fewer than `most` groups.
 */
export const groupMemberWrite = (
  { organization_id, id, roles: before }: ProfileItem,
  { group_id, isIn, roles, updated_at }: GroupMembership,
  most: number,
): Write => {
  const ids = { group_ids: new Set([group_id]) };
  const fits = { group_ids: is.eitherOf(is.missing, is.fewerThan(most), is.containing(group_id)) };
  return {
    change: profileKey(organization_id, id),
    set: { roles, updated_at },
    ...(isIn ? { add: ids } : { take: ids }),
    where: allOf({ roles: before }, isIn ? fits : {}),
  };
};

/** Holds while the profile exists. */
export const profileCheck = (organization_id: string, id: string): Write => ({
  check: profileKey(organization_id, id),
});

/** Changes a person's profile; holds while it exists. */
export const profileWrite = (organization_id: string, id: string, set: Partial<NewProfile>): Write => ({
  change: profileKey(organization_id, id),
  set,
  where: PRESENT,
});
