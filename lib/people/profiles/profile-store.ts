import { type Failure, fail, isFailure } from '../../base/errors.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { profilesOfUser } from '../../storage/memberships.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { Strength } from '../../storage/records/session.ts';
import type { UserItem } from '../../storage/records/user.ts';
import type { UserCaller } from '../access/caller.ts';
import { recordFailure } from '../administration/act.ts';
import { needsProvider, withoutProvider } from '../organizations/sign-in-rule.ts';
import { networkObstacle, passkeyObstacle } from '../policy/session-rule.ts';
import type { CurrentProfile } from './enter-profile.ts';

/** A user's profile and its organization, as they were read. */
export interface Place {
  profile: ProfileItem | undefined;
  organization: OrganizationItem | undefined;
}

/** The profile in which a sign-in begins, with its organization as far as it was read. */
export interface Entered {
  profile: ProfileItem;
  organization: OrganizationItem | undefined;
}

/** Account that signs in. */
type Account = Pick<UserItem, 'id' | 'email' | 'mfa' | 'passkeys'> & CurrentProfile;

/** The network address of a sign-in, and what it proves beside a password. */
export interface Arrival {
  /** Absent where nobody comes in yet. */
  ip?: string;
  strength?: Strength | undefined;
  /** The place as it was read already, if it is the current one. */
  read?: Place | undefined;
}

/**
 * Finds the profile in which a sign-in begins: the user's current one, or the oldest other one if that is gone or
 * locked, or its organization doesn't take such a sign-in: it demands its identity provider, a passkey that the account
 * has, or another network. Throws that refusal if there is no other one then (`provider_required`, `passkey_required`,
 * `network_refused`), and `no_active_profile`.
 */
export const profileToEnter = async (user: Account, arrival: Arrival): Promise<Entered> => {
  const { entered, closed } = await wayIn(user, arrival);
  if (entered) return entered;
  if (!closed) return fail('no_active_profile');
  const { organization, profile_id, refusal } = closed;
  await recordFailure(refusal.code, {
    organization_id: organization.id,
    user_id: user.id,
    profile_id,
    email: user.email,
  });
  throw refusal;
};

/** A place in which a sign-in begins, or the one that doesn't take it while there is no other. */
interface WayIn {
  entered?: Entered;
  closed?: Closed;
}

/** An organization that doesn't take the sign-in of its member. */
interface Closed {
  organization: OrganizationItem;
  profile_id: string;
  refusal: Failure;
}

const wayIn = async (user: Account, { read, ip, strength }: Arrival): Promise<WayIn> => {
  const place = read?.profile?.id === user.current_profile_id ? read : await currentPlace(user);
  const { profile, organization } = place;
  const refusal = organization && obstacleAt(organization, user, { ip, strength });
  if (isActive(profile) && !refusal) return { entered: { profile, organization } };
  const others = await profilesOfUser(user.id);
  const other = others.find((one) => isActive(one) && !(refusal && one.id === profile?.id));
  if (other) return { entered: { profile: other, organization: undefined } };
  return refusal && isActive(profile) ? { closed: { organization, profile_id: profile.id, refusal } } : {};
};

/** An organization that a password doesn't open, and what it demands in its place. */
export interface ClosedToPasswords {
  organization: OrganizationItem;
  demands: 'provider' | 'passkey';
}

/** The organization that takes the account by something else than a password alone, if that would open nothing else. */
export const closedToPasswords = async (user: Account): Promise<ClosedToPasswords | undefined> => {
  const { closed } = await wayIn(user, byPassword(user));
  if (!closed) return undefined;
  const demands = closed.refusal.code === 'provider_required' ? 'provider' : 'passkey';
  return { organization: closed.organization, demands };
};

/** The strongest sign-in that begins with a password. */
const byPassword = ({ mfa }: Account): Arrival => ({ strength: mfa ? 'second_factor' : undefined });

const obstacleAt = (organization: OrganizationItem, user: Account, { ip, strength }: Arrival): Failure | undefined => {
  const profile_id = user.current_profile_id;
  if (needsProvider(organization, { email: user.email, profile_id })) return withoutProvider(organization);
  return (
    (ip === undefined ? undefined : networkObstacle(organization, { profile_id, ip })) ??
    passkeyObstacle(organization, profile_id, { strength, account: user })
  );
};

/** Throws the refusal of a sign-in by password, if it would open nothing. */
export const demandWayIn = async (user: Account): Promise<void> => {
  try {
    await profileToEnter(user, byPassword(user));
  } catch (error) {
    if (!isFailure(error, 'no_active_profile')) throw error;
  }
};

/**
 * True if the session may change what the account has beyond this organization. One of an identity provider may not,
 * unless the account knows no other organization; that takes a query.
 */
export const reachesAccount = async ({
  bound,
  user_id,
  organization_id,
}: Pick<UserCaller, 'bound' | 'user_id' | 'organization_id'>): Promise<boolean> =>
  !bound || (await profilesOfUser(user_id)).every((one) => one.organization_id === organization_id);

const currentPlace = async (user: CurrentProfile): Promise<Place> => {
  const { current_organization_id, current_profile_id } = user;
  const [profile, organization] = await readTogether([
    profileAt(current_organization_id, current_profile_id),
    organizationAt(current_organization_id),
  ]);
  return { profile, organization };
};

/** True for an unlocked profile of a user; false for an invitation that was not accepted yet. */
export const isActive = (profile: ProfileItem | undefined): profile is ProfileItem =>
  profile !== undefined && !profile.locked && !profile.invited;
