import { collection, getItem, readWhole } from './client.ts';
import { invitationKey, membershipKey, PROFILE_PREFIX, profileKey, userProfilesIndex } from './keys.ts';
import type { ProfileItem } from './records/profile.ts';
import { ABSENT, allOf, is, PRESENT } from './where.ts';
import type { Write } from './write.ts';

/** A profile without what the table keeps beside it. */
export type NewProfile = Omit<ProfileItem, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk'>;

/** A profile, ready to be stored. Who has no user stands in no index. */
export const profileRecord = (profile: NewProfile): ProfileItem => ({
  ...profileKey(profile.organization_id, profile.id),
  ...(profile.user_id === null ? {} : userProfilesIndex(profile.user_id, profile.id)),
  ...profile,
});

export const findProfile = (organization_id: string, id: string): Promise<ProfileItem | undefined> =>
  getItem<ProfileItem>(profileKey(organization_id, id));

/** The profiles of an organization's members, the oldest first: bounded, and read consistently. */
export const profilesOf = (organization_id: string): Promise<ProfileItem[]> =>
  collection<ProfileItem>(profileKey(organization_id, '').pk, PROFILE_PREFIX);

/** The profiles of a user in all organizations, the oldest first. An index: what was written just now may be missing. */
export const profilesOfUser = (user_id: string): Promise<ProfileItem[]> => {
  const { gsi1pk: pk, gsi1sk: beginsWith } = userProfilesIndex(user_id, '');
  return readWhole<ProfileItem>({ pk, index: 'gsi1', beginsWith });
};

/** The first member of an organization that is made with it. */
export const foundingWrites = (profile: ProfileItem): Write[] => [
  { put: profile },
  { put: membershipKey(profile.organization_id, profile.user_id ?? '') },
];

/** A user becomes a member; the second holds where the user is none yet. */
export const joiningWrites = (profile: ProfileItem): Write[] => [
  { put: profile },
  { put: membershipKey(profile.organization_id, profile.user_id ?? ''), where: ABSENT },
];

/** Changes a member's profile; holds while its roles are those that were read. */
export const memberWrite = ({ organization_id, id, roles }: ProfileItem, set: Partial<NewProfile>): Write => ({
  change: profileKey(organization_id, id),
  set,
  where: { roles },
});

/** A member goes; the first holds while its roles are those that were read. With an invitation that isn't accepted yet. */
export const leavingWrites = (profile: ProfileItem, user_id: string): Write[] => {
  const { organization_id, id, roles, email, invited } = profile;
  return [
    { remove: profileKey(organization_id, id), where: { roles } },
    { remove: membershipKey(organization_id, user_id) },
    // By which an invited member would have taken the place.
    ...(invited ? [{ remove: invitationKey(organization_id, email) }] : []),
  ];
};

/** Holds while the member is an owner who is not locked out. */
export const ownerCheck = ({ organization_id, id }: ProfileItem): Write => ({
  check: profileKey(organization_id, id),
  where: { roles: is.containing('owner'), locked: is.eitherOf(is.missing, false) },
});

/** Puts a member into a group; holds for a member who is in it, or in fewer than `most`. */
export const groupJoinWrite = (organization_id: string, id: string, group_id: string, most: number): Write => ({
  change: profileKey(organization_id, id),
  add: { group_ids: new Set([group_id]) },
  where: allOf(PRESENT, {
    group_ids: is.eitherOf(is.missing, is.fewerThan(most), is.containing(group_id)),
  }),
});

/** Takes a member out of a group; holds while there is the member. */
export const groupLeaveWrite = (organization_id: string, id: string, group_id: string): Write => ({
  change: profileKey(organization_id, id),
  take: { group_ids: new Set([group_id]) },
  where: PRESENT,
});

/** Holds while there is the profile. */
export const profileCheck = (organization_id: string, id: string): Write => ({
  check: profileKey(organization_id, id),
});

/** Changes a person's profile; holds while there is it. */
export const profileWrite = (organization_id: string, id: string, set: Partial<NewProfile>): Write => ({
  change: profileKey(organization_id, id),
  set,
  where: PRESENT,
});
