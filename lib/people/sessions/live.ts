import { fail } from '../../base/errors.ts';
import { apiKeyAt } from '../../storage/api-keys.ts';
import { type At, readTogether } from '../../storage/engine/read.ts';
import { oauthAppAt } from '../../storage/oauth-apps.ts';
import { groupAt } from '../../storage/organization-groups.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { ApiKeyItem } from '../../storage/records/api-key.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import type { OauthAppItem } from '../../storage/records/oauth-app.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import { sessionAt } from '../../storage/sessions.ts';
import { userAt } from '../../storage/users.ts';
import type { Client, UserCaller } from '../access/caller.ts';
import { preconditionsOf } from '../access/commit-as.ts';
import { effectivePermissions } from '../access/permissions.ts';
import { isScope, type Scope } from '../access/scopes.ts';
import { isKeptHash } from '../clients/client-secret.ts';
import { needsProvider, refuseWithoutProvider } from '../organizations/sign-in-rule.ts';
import { ageObstacle, networkObstacle, proofObstacle } from '../policy/session-rule.ts';
import { isActive } from '../profiles/profile-store.ts';
import { isLive, isOfGeneration, scopesOf } from './session-store.ts';
import type { UserClaims } from './tokens.ts';

/**
 * Reads the caller of a token from the current session, account, member, organization and client: a token names the
 * caller, but never decides what the caller may do. One consistent read; one more for a member who was added to a
 * group since, and for each key that the caller's descends from (`makers`): a key ends with the one that made it.
 * Throws `unauthorized` if any of these is gone or locked, or doesn't match the token, `provider_required` if the
 * organization takes sign-ins at its identity provider alone, and `network_refused` and `session_over` by its policy.
 * The caller's `obstacle` is the refusal by whatever else its policy demands of the session.
 */
export const readCaller = async (
  claims: UserClaims,
  ip: string,
  makers: readonly string[] = [],
): Promise<UserCaller> => {
  const client = clientOf(claims);
  const { organization_id, profile_id, groups: expected = [] } = claims;
  const [session, user, profile, organization, ...rest] = await readTogether([
    placeOfSession(claims),
    userAt(claims.sub),
    profileAt(organization_id, profile_id),
    organizationAt(organization_id),
    ...(client ? [client.kind === 'api_key' ? apiKeyAt(client.id) : oauthAppAt(client.id)] : []),
    ...makers.map(apiKeyAt),
    ...expected.map((id) => groupAt(organization_id, id)),
  ]);
  const grantor = client ? rest.shift() : undefined;
  if (!organization || (client && !grantor)) return fail('unauthorized');
  const member = memberOf(claims, profile);
  const opened = sessionOf(client, session);
  const account = user ?? fail('unauthorized');
  const stands =
    client?.kind === 'api_key'
      ? isKeyOf(opened, member, grantor as ApiKeyItem)
      : opened.user_id === account.id &&
        (opened.profile_id === profile_id || opened.profile_ids?.has(profile_id) === true) &&
        isOfGeneration(opened, account) &&
        (client === null || isAppOf(opened, grantor as OauthAppItem));
  if (!stands) return fail('unauthorized');
  if (client === null && !opened.provider && needsProvider(organization, { email: account.email, profile_id }))
    return refuseWithoutProvider(organization);
  const refused = networkObstacle(organization, { profile_id, ip }) ?? ageObstacle(organization, opened);
  if (refused) throw refused;
  const { strength, provider } = opened;
  const obstacle =
    client?.kind === 'api_key' ? undefined : proofObstacle(organization, profile_id, { strength, provider, account });
  const descent =
    client?.kind === 'api_key' ? descentOf(grantor as ApiKeyItem, makers, rest.splice(0, makers.length)) : [];
  if (descent.length > makers.length) return readCaller(claims, ip, descent);
  const current = [...(member.group_ids ?? [])];
  if (current.some((id) => !expected.includes(id))) return readCaller({ ...claims, groups: current }, ip, makers);
  const groups = (rest as (GroupItem | undefined)[]).flatMap((group) =>
    group && current.includes(group.id) ? [group] : [],
  );
  return {
    kind: 'user',
    user_id: account.id,
    profile_id,
    organization_id,
    email: account.email,
    email_verified: account.email_verified,
    first_name: member.first_name,
    last_name: member.last_name,
    session_id: opened.id,
    session_generation: account.session_generation,
    session_created_at: opened.created_at,
    ...(strength ? { strength } : {}),
    ...(obstacle ? { obstacle } : {}),
    ...(provider ? { bound: provider } : {}),
    client: client && { ...client, name: nameOf(grantor as ApiKeyItem | OauthAppItem) },
    scopes: reachOf(claims, opened),
    roles: member.roles,
    permissions: effectivePermissions(member.roles, [
      ...member.permissions,
      ...groups.flatMap(({ permissions }) => permissions),
    ]),
    global_admin: false,
    list_parts: organization.list_parts,
    records: { organization, profile: member },
    preconditions: preconditionsOf(
      opened,
      member,
      groups,
      client?.kind === 'api_key' ? (grantor as ApiKeyItem) : undefined,
    ),
  };
};

/**
 * Keys that this one descends from, as far as they are known: `makers`, and the next one, which isn't read yet. Throws
 * `unauthorized` if one of them is gone.
 */
const descentOf = (key: ApiKeyItem, makers: readonly string[], read: readonly unknown[]): string[] => {
  const known = read.map((maker) => (maker as ApiKeyItem | undefined) ?? fail('unauthorized'));
  const { made_by } = known.at(-1) ?? key;
  return made_by === undefined ? [...makers] : [...makers, made_by];
};

/** Scopes of the token that its session still has; null if neither is narrowed. */
const reachOf = ({ scope }: UserClaims, session: SessionItem): ReadonlySet<Scope> | null => {
  const granted = scopesOf(session);
  if (granted === null && scope === undefined) return null;
  const ofToken = (scope ?? '').split(' ').filter(isScope);
  return new Set(granted === null ? ofToken : granted.filter((one) => ofToken.includes(one)));
};

/** Place of the session of a token. */
export const placeOfSession = ({ sub, sid, key_session }: UserClaims): At<SessionItem> =>
  key_session === undefined ? sessionAt(sub, sid) : sessionAt(sid, key_session);

const clientOf = ({ sid, key_session, client_id }: UserClaims): Client | null => {
  if (key_session !== undefined) return { kind: 'api_key', id: sid };
  return client_id === undefined ? null : { kind: 'oauth_app', id: client_id };
};

/** An application is known to people by its friendly name. */
const nameOf = (client: ApiKeyItem | OauthAppItem): string =>
  ('friendly_name' in client && client.friendly_name) || client.name;

const memberOf = ({ sub }: UserClaims, profile: ProfileItem | undefined): ProfileItem =>
  isActive(profile) && profile.user_id === sub ? profile : fail('unauthorized');

const sessionOf = (client: Client | null, session: SessionItem | undefined): SessionItem =>
  isLive(session) && session.client_id === (client?.id ?? null) ? session : fail('unauthorized');

/**
 * True if the session's secret is still valid: a confidential application's session ends with its secret. A public one
 * has none.
 */
const isAppOf = ({ secret_hash }: SessionItem, app: OauthAppItem): boolean =>
  secret_hash === undefined || isKeptHash(app, secret_hash);

/**
 * True if the session is still the key's: it ends with the secret that opened it, and if the key gets another profile.
 */
const isKeyOf = (session: SessionItem, { id, organization_id }: ProfileItem, key: ApiKeyItem): boolean =>
  key.organization_id === organization_id && key.profile_id === id && isKeptHash(key, session.secret_hash);
