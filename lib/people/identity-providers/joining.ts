import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Write } from '../../storage/engine/write.ts';
import { invitationWrites } from '../../storage/invitations.ts';
import { takePlaceWrites } from '../../storage/invited-members.ts';
import { joinWrites } from '../../storage/memberships.ts';
import type { InvitationItem } from '../../storage/records/invitation.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { addressWrites, userWrites } from '../../storage/users.ts';
import { inviterChecks } from '../invitations/inviter.ts';
import { demandBelowMemberLimit } from '../organizations/member-limit.ts';
import { newProfile } from '../profiles/profile.ts';
import { emailClaim, newUser } from '../users/user.ts';
import type { NewPerson } from './person.ts';

/** Facts about a person who joins an organization that can vouch for the address. */
export interface Newcomer {
  organization_id: string;
  person: NewPerson;
  /** The account of the address, if there is one. */
  account: UserItem | undefined;
  members: readonly ProfileItem[];
  invitation: InvitationItem | undefined;
  /** Checks that hold while the invitation is good (`goodInvitation`); undefined if it isn't. */
  good: readonly Write[] | undefined;
  /** Role without an invitation. */
  role: ProfileItem['roles'][number];
  /** Further members of the profile. */
  more: Partial<Omit<ProfileItem, 'user_id'>>;
}

/** The account and the profile of a person who joins, and the writes that make them. */
export interface Joined {
  user: UserItem;
  profile: ProfileItem & { user_id: string };
  writes: Write[];
}

/**
 * Makes a member of a person: with the account of the address, or a new one without a password, and in the place that
 * an invitation keeps. Throws `organization_full`, and, of the place that is kept, `sign_in_waits` if its invitation is
 * no longer good and `no_active_profile` if it is locked.
 */
export const joinedBy = (newcomer: Newcomer): Joined => {
  const { organization_id, person, account, members, invitation, good, more } = newcomer;
  const place = placeOf(newcomer);
  if (!place) demandBelowMemberLimit(members);
  const made = account ?? newUserFor(person, organization_id, place);
  const role = (good && invitation?.role) ?? newcomer.role;
  const profile = { ...profileFor(person, made, place, { organization_id, role }), ...more };
  const user = account ?? { ...made, current_organization_id: organization_id, current_profile_id: profile.id };
  return {
    user,
    profile,
    writes: [
      ...(account ? [userWrites.check(account.id)] : [addressWrites.claim(emailClaim(user)), userWrites.create(user)]),
      ...(place ? takePlaceWrites(place, profile) : joinWrites(profile)),
      ...(invitation ? [invitationWrites.use(invitation)] : []),
      ...(good ?? []),
    ],
  };
};

/**
 * Checks that hold while the invitation is good: pending, in its time, and of somebody who may still invite. Undefined
 * if it isn't.
 */
export const goodInvitation = async (
  invitation: InvitationItem | undefined,
  members: readonly ProfileItem[],
): Promise<Write[] | undefined> =>
  invitation?.status === 'pending' && invitation.expires_at > timestamp()
    ? inviterChecks(invitation, members)
    : undefined;

/**
 * The profile that an administrator has prepared for an invited person. Throws `sign_in_waits` if that invitation is no
 * longer good: an administrator sends it again.
 */
const placeOf = ({ invitation, good, members }: Newcomer): ProfileItem | undefined => {
  const prepared = members.find(({ id }) => id === invitation?.member?.profile_id);
  if (prepared && !good) return fail('sign_in_waits');
  return prepared?.locked ? fail('no_active_profile') : prepared;
};

const newUserFor = (person: NewPerson, organization_id: string, place: ProfileItem | undefined): UserItem =>
  newUser({
    id: place?.user_id ?? newId(),
    ...person,
    phone: null,
    locale: null,
    timezone: null,
    email_verified: true,
    password_hash: null,
    current_organization_id: organization_id,
    current_profile_id: place?.id ?? '',
  });

const profileFor = (
  { first_name, last_name }: NewPerson,
  { id: user_id, email, phone, locale, timezone }: UserItem,
  place: ProfileItem | undefined,
  { organization_id, role }: { organization_id: string; role: ProfileItem['roles'][number] },
): ProfileItem & { user_id: string } => {
  const person = { first_name, last_name, email, phone, locale, timezone };
  if (!place) return { ...newProfile({ id: newId(), user_id, organization_id, roles: [role], ...person }), user_id };
  const { invited: _invited, ...made } = place;
  return { ...made, ...person, user_id, updated_at: timestamp() };
};
