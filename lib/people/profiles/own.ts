import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { ConditionFailed, getItem, getItems, transact, type Write } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { organizationKey, profileKey, userKey } from '../../storage/keys.ts';
import { profilesOfUser } from '../../storage/memberships.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserCaller } from '../access/caller.ts';
import { answerTokens } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { moveTo } from '../sessions/store.ts';
import { entering, type Whereabouts } from './entering.ts';
import { type Profile, presentProfile } from './record.ts';
import type { ProfileChange } from './schema.ts';
import { isActive } from './store.ts';

/**
 * The caller's profiles, one for each organization, with the organization; exactly the one that the caller acts as is
 * `current`.
 */
export const listOwnProfiles = async (caller: UserCaller): Promise<Profile[]> => {
  const current = profileKey(caller.organization_id, caller.profile_id);
  // The index may lag behind: the current profile, which clients rely on, is read by its key.
  const [indexed, [own, organization]] = await Promise.all([
    profilesOfUser(caller.user_id),
    getItems<Key>([current, organizationKey(caller.organization_id)]),
  ]);
  const others = indexed.filter(({ id }) => id !== caller.profile_id);
  const organizations = (await getItems(others.map(({ organization_id }) => organizationKey(organization_id)))) as (
    | OrganizationItem
    | undefined
  )[];
  return [
    presentProfile(orFail(own as ProfileItem | undefined, 'unauthorized'), {
      organization: organization as OrganizationItem | undefined,
      current: true,
    }),
    ...others.map((profile, index) => presentProfile(profile, { organization: organizations[index] })),
  ];
};

/** Changes the profile that the caller acts as, and the user's own record with it. `picture`: path of a photo just stored. */
export const updateOwnProfile = async (
  caller: UserCaller,
  { first_name, last_name, ...nullable }: ProfileChange,
  picture?: string,
): Promise<Profile> => {
  const key = profileKey(caller.organization_id, caller.profile_id);
  const before = orFail(await getItem<ProfileItem>(key), 'not_found');
  const personal = definedOf({
    first_name: first_name ?? undefined,
    last_name: last_name ?? undefined,
    ...nullable,
    updated_at: timestamp(),
  });
  const changes = { ...personal, ...(picture === undefined ? {} : { picture }) };
  try {
    await transact([
      { update: key, ...onlyIf(setting(changes), 'attribute_exists(pk)') },
      { update: userKey(caller.user_id), ...onlyIf(setting(personal), 'attribute_exists(pk)') },
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) return fail('not_found');
    throw error;
  }
  return presentProfile({ ...before, ...changes }, { current: true });
};

/**
 * One of the caller's own profiles, in whatever organization, with the user's record where it was read too; 404 for any
 * other.
 */
export const readOwnProfile = async (
  caller: UserCaller,
  profile_id: string,
): Promise<{ profile: ProfileItem; user?: Whereabouts }> => {
  if (profile_id === caller.profile_id) {
    const [profile, user] = await getItems<Key>([
      profileKey(caller.organization_id, profile_id),
      userKey(caller.user_id),
    ]);
    return {
      profile: orFail(profile as ProfileItem | undefined, 'not_found'),
      user: user as (Key & Whereabouts) | undefined,
    };
  }
  const own = await profilesOfUser(caller.user_id);
  return { profile: own.find(({ id }) => id === profile_id) ?? fail('not_found') };
};

/** Lets the caller's session act as another of the caller's profiles, where signing in goes from then on. */
export const switchProfile = async (caller: UserCaller, profile_id: string): Promise<AuthenticateResponse> => {
  const { profile } = await readOwnProfile(caller, profile_id);
  if (!isActive(profile)) return fail('no_active_profile');
  return enter(caller, profile, []);
};

/** Moves the caller's session and user record to `profile` in one transaction with `writes`, whose conditions throw ConditionFailed; answers new tokens. */
export const enter = async (
  caller: UserCaller,
  profile: ProfileItem,
  writes: readonly Write[],
): Promise<AuthenticateResponse> => {
  const { organization_id, id: profile_id } = profile;
  const { moved, refresh_token, refresh_token_exp } = moveTo(caller, { organization_id, profile_id });
  try {
    await transact([
      moved,
      { check: profileKey(organization_id, profile_id) },
      ...entering({ id: caller.user_id, email: caller.email }, profile),
      ...writes,
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (error.index === 0) return fail('wrong_session', { needed: 'login' });
    if (error.index < 3) return fail('not_found');
    throw error;
  }
  return answerTokens({
    user: { id: caller.user_id, email: caller.email, email_verified: caller.email_verified },
    profile,
    session_id: caller.session_id,
    refresh_token,
    refresh_token_exp,
  });
};

const definedOf = <T extends object>(of: T): Partial<T> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Partial<T>;
