import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { commit } from '../../storage/engine/commit.ts';
import type { Write } from '../../storage/engine/write.ts';
import { findProfile, foundWrites } from '../../storage/memberships.ts';
import { childWrites } from '../../storage/organization-family.ts';
import type { ApiKeyItem } from '../../storage/records/api-key.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { userWrites } from '../../storage/users.ts';
import { demand, type UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';
import { newApiKey } from '../api-keys/api-key-store.ts';
import { MAX_CHILDREN } from '../organizations/children.ts';
import { newOrganization, presentOrganization, storedDefaults, withoutBase } from '../organizations/organization.ts';
import type { NewOrganization } from '../organizations/organization-input-schema.ts';
import type { Organization } from '../organizations/organization-schema.ts';
import { enterProfileWrites } from '../profiles/enter-profile.ts';
import { newProfile, presentProfile } from '../profiles/profile.ts';
import type { Profile } from '../profiles/profile-schema.ts';
import { answerTokens } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { moveTo, newSession } from '../sessions/session-store.ts';
import { demandMaySignUp } from '../users/sign-up-policy.ts';

type Answer = AuthenticateResponse & {
  profile: Profile;
  organization: Organization & { api_key?: { client_id: string; client_secret: string; name: 'Default' } };
};

/**
 * Creates an organization that the caller owns. A user's session acts in it from then on; a child comes with an API
 * key. A caller with an API key can create children only and gets tokens of the child's key, because an API key's
 * session can't move. One read and one transaction.
 */
export const createOrganization = async (
  caller: UserCaller,
  {
    parent_id,
    slug: _slug,
    hipaa_complaint: _hipaa,
    default_brand_id: _brand,
    envelope_defaults,
    ...details
  }: NewOrganization,
  origin: Origin,
): Promise<Answer> => {
  if (parent_id) {
    if (parent_id !== caller.organization_id) return fail('not_found');
    demand(caller, 'org:update');
  } else demandMaySignUp(caller.email);
  const creator = orFail(await findProfile(caller.organization_id, caller.profile_id), 'unauthorized');
  const organization = newOrganization({
    ...withoutNothing(details),
    id: newId(),
    name: details.name,
    ...(envelope_defaults ? { envelope_defaults: storedDefaults(envelope_defaults) ?? null } : {}),
    parent_id: parent_id ?? null,
    full_logo_url: withoutBase(details.full_logo_url) ?? null,
    thumbnail_url: withoutBase(details.thumbnail_url) ?? null,
    contact_email: details.contact_email ?? caller.email,
    deletion_protected: details.deletion_protected ?? true,
  });
  const profile = ownerProfile(creator, caller, organization);
  const maker = caller.client?.kind === 'api_key' ? caller.client.id : undefined;
  const key = parent_id ? newApiKey(organization.id, profile.id, 'Default', maker) : undefined;
  const entered =
    caller.client === null
      ? moveSessionWrites(caller, profile)
      : key && caller.client.kind === 'api_key'
        ? openSessionWrites(caller, profile, key.item, origin)
        : fail('wrong_session', { needed: 'login' });
  await write([
    ...entered.writes,
    ...(parent_id ? childWrites(parent_id, MAX_CHILDREN) : []),
    { put: organization },
    ...foundWrites(profile),
    ...(key ? [{ put: key.item }] : []),
    ...entered.also,
  ]);
  return {
    ...(await answerTokens({
      user: { id: caller.user_id, email: caller.email, email_verified: caller.email_verified },
      profile,
      ...entered.tokens,
    })),
    profile: presentProfile(profile, { current: true }),
    organization: {
      ...presentOrganization(organization),
      ...(key
        ? { api_key: { client_id: key.item.client_id, client_secret: key.client_secret, name: 'Default' as const } }
        : {}),
    },
  };
};

const ownerProfile = (
  { first_name, last_name, email, phone, locale, timezone }: ProfileItem,
  { user_id }: UserCaller,
  { id: organization_id }: OrganizationItem,
) => {
  const person = { first_name, last_name, email, phone, locale, timezone };
  return newProfile({ id: newId(), user_id, organization_id, roles: ['owner'], ...person });
};

/** Moves the caller's session to the new organization, where the next sign-in goes too. */
const moveSessionWrites = (caller: UserCaller, profile: ProfileItem) => {
  const { moved, tokens } = moveTo(caller, profile, { keeps: true });
  const [user, address] = enterProfileWrites({ id: caller.user_id, email: caller.email }, profile);
  return { writes: [moved, user], also: [address], tokens };
};

/** Opens a session of the new organization's API key. */
const openSessionWrites = (
  { user_id }: UserCaller,
  profile: ProfileItem,
  { client_id, secret_hash }: ApiKeyItem,
  origin: Origin,
) => {
  const session = newSession({ user: { id: user_id }, profile, source: 'api_key', client_id, secret_hash }, origin);
  return {
    writes: [sessionWrites.create(session.item), userWrites.check(user_id)] as Write[],
    also: [] as Write[],
    tokens: {
      session_id: session.item.id,
      client: { kind: 'api_key' as const, id: client_id },
      refresh_token: session.refresh_token,
      refresh_token_exp: session.item.ttl,
    },
  };
};

/** Throws the failure that each of the first writes means if its condition fails. */
const write = (writes: readonly Write[]): Promise<undefined> =>
  commit<never>(writes, {
    refuse: (index) => {
      if (index === 0) return fail('wrong_session', { needed: 'login' });
      if (index === 3) return fail('organization_full', { limit: MAX_CHILDREN, things: 'children' });
      return fail('unauthorized');
    },
  });

const withoutNothing = <T extends object>(of: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined && value !== null)) as never;
