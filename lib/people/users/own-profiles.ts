import { timestamp } from '../../base/clock.ts';
import { type Failure, fail, invalid, orFail } from '../../base/errors.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readTogether } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import { findProfile, profileCheck, profilesOfUser, profileWrite } from '../../storage/memberships.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { userAt, userWrites } from '../../storage/users.ts';
import { demandOwnAccount, type UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';
import { removePhoto } from '../organizations/pictures.ts';
import { needsProvider, withoutProvider } from '../organizations/sign-in-rule.ts';
import { ageObstacle, networkObstacle, proofObstacle } from '../policy/session-rule.ts';
import { enterProfileWrites } from '../profiles/enter-profile.ts';
import { presentProfile } from '../profiles/profile.ts';
import type { ProfileChange } from '../profiles/profile-input-schema.ts';
import type { Profile } from '../profiles/profile-schema.ts';
import { isActive, reachesAccount } from '../profiles/profile-store.ts';
import { answerTokens } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { moveTo } from '../sessions/session-store.ts';

/**
 * Lists the caller's profiles, one for each organization, with the organization; exactly the one that the caller acts
 * as is `current`. A session of an organization's identity provider sees that organization alone.
 */
export const listOwnProfiles = async (caller: UserCaller): Promise<Profile[]> => {
  const current = profileAt(caller.organization_id, caller.profile_id);
  // The index may lag behind, so the current profile, which clients rely on, is read by its key.
  const [indexed, [own, organization]] = await Promise.all([
    profilesOfUser(caller.user_id),
    readTogether([current, organizationAt(caller.organization_id)]),
  ]);
  const others = indexed.filter(({ id }) => id !== caller.profile_id && !caller.bound);
  const organizations = await readTogether(others.map(({ organization_id }) => organizationAt(organization_id)));
  return [
    presentProfile(orFail(own, 'unauthorized'), {
      organization,
      current: true,
    }),
    ...others.map((profile, index) => presentProfile(profile, { organization: organizations[index] })),
  ];
};

/**
 * Changes the profile that the caller acts as, and the user's record with it, but for a session of an identity provider
 * where the account has other organizations, too: these see the user's record. `stored`: path of a photo just stored.
 * The photo before it is deleted, and so is one that is removed.
 */
export const updateOwnProfile = async (
  caller: UserCaller,
  { first_name, last_name, roles, permissions, picture: stated, ...nullable }: ProfileChange,
  stored?: string,
): Promise<Profile> => {
  const { organization_id, profile_id } = caller;
  const before = orFail(await findProfile(organization_id, profile_id), 'not_found');
  demandSame('roles', roles, before.roles);
  demandSame('permissions', permissions, before.permissions);
  const personal = definedOf({
    first_name: first_name ?? undefined,
    last_name: last_name ?? undefined,
    ...nullable,
    updated_at: timestamp(),
  });
  const picture = stored ?? (stated === null ? null : undefined);
  const changes = { ...personal, ...(picture === undefined ? {} : { picture }) };
  await commit<never>(
    [
      profileWrite(organization_id, profile_id, changes),
      ...((await reachesAccount(caller)) ? [userWrites.change(caller.user_id, personal)] : []),
    ],
    { refuse: () => fail('not_found') },
  );
  if (picture !== undefined && before.picture) await removePhoto(before.picture);
  return presentProfile({ ...before, ...changes }, { current: true });
};

/** Throws `invalid` if these are given and aren't those of the profile, in any order. */
const demandSame = (field: string, given: readonly string[] | null | undefined, own: readonly string[]): void => {
  if (!given || new Set(given).symmetricDifference(new Set(own)).size === 0) return;
  invalid(field, 'are changed with PATCH /v2/organization-members/{profile_id}, by those who manage the members');
};

/**
 * Reads one of the caller's own profiles, in any organization, with the user's record if it was read too. Throws
 * `not_found` for any other, and `provider_session` if the session is good for another organization alone.
 */
export const readOwnProfile = async (
  caller: UserCaller,
  profile_id: string,
): Promise<{ profile: ProfileItem; user?: UserItem }> => {
  if (profile_id === caller.profile_id) {
    const [profile, user] = await readTogether([profileAt(caller.organization_id, profile_id), userAt(caller.user_id)]);
    return { profile: orFail(profile, 'not_found'), ...(user ? { user } : {}) };
  }
  const own = await profilesOfUser(caller.user_id);
  const profile = own.find(({ id }) => id === profile_id) ?? fail('not_found');
  demandOwnAccount(caller);
  return { profile };
};

/**
 * Switches the caller's session to another of the caller's profiles, where the next sign-in goes too. Throws what the
 * session would be refused with there: `provider_required` and the refusals of the organization's policy.
 */
export const switchProfile = async (
  caller: UserCaller,
  profile_id: string,
  { ip }: Origin,
): Promise<AuthenticateResponse> => {
  const { profile } = await readOwnProfile(caller, profile_id);
  if (!isActive(profile)) return fail('no_active_profile');
  const [organization, user] = await readTogether([organizationAt(profile.organization_id), userAt(caller.user_id)]);
  if (!organization || !user) return fail('not_found');
  const refused = obstacleIn(organization, user, profile, caller, ip);
  if (refused) throw refused;
  const { writes, refuse, answer } = entry(caller, profile, organization);
  await commit<void>(writes, { refuse });
  return answer();
};

/** Refusal that the caller's session would meet as this profile. */
const obstacleIn = (
  organization: OrganizationItem,
  account: UserItem,
  { id: profile_id, organization_id }: ProfileItem,
  { bound, strength, session_created_at = timestamp(), organization_id: from }: UserCaller,
  ip: string,
): Failure | undefined => {
  const provider = from === organization_id ? bound : undefined;
  if (!provider && needsProvider(organization, { email: account.email, profile_id }))
    return withoutProvider(organization);
  return (
    networkObstacle(organization, { profile_id, ip }) ??
    ageObstacle(organization, { client_id: null, created_at: session_created_at }) ??
    proofObstacle(organization, profile_id, { strength, provider, account })
  );
};

/** A move of the caller's session and user record to another profile, as data. */
interface Entry {
  writes: Write[];
  /** Throws if the condition of one of these writes fails; returns for any later write. */
  refuse: (index: number) => void;
  /** New tokens, once the writes are made. */
  answer: () => Promise<AuthenticateResponse>;
}

/**
 * Makes the move of the caller's session and user record to `profile`. `organization`: the profile's, as far as it was
 * read.
 */
export const entry = (caller: UserCaller, profile: ProfileItem, organization?: OrganizationItem): Entry => {
  const { organization_id, id: profile_id } = profile;
  const { moved, tokens } = moveTo(caller, profile, { organization });
  return {
    writes: [
      moved,
      profileCheck(organization_id, profile_id),
      ...enterProfileWrites({ id: caller.user_id, email: caller.email }, profile),
    ],
    refuse: (index) => {
      if (index === 0) fail('wrong_session', { needed: 'login' });
      if (index < 3) fail('not_found');
    },
    answer: () =>
      answerTokens({
        user: { id: caller.user_id, email: caller.email, email_verified: caller.email_verified },
        profile,
        ...tokens,
      }),
  };
};

const definedOf = <T extends object>(of: T): Partial<T> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Partial<T>;
