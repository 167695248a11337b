import { timestamp } from '../../base/clock.ts';
import { fail, invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { apiKeyAt, apiKeyRecord, apiKeysOf } from '../../storage/api-keys.ts';
import { clientWrites } from '../../storage/clients.ts';
import { readAt, readTogether } from '../../storage/engine/read.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { ApiKeyItem } from '../../storage/records/api-key.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { may, type UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { effectivePermissions } from '../access/permissions.ts';
import { newClientSecret, previousSecretEnds, rotatedSecret } from '../clients/client-secret.ts';
import { changeOwned, readOwned, removeOwned } from '../clients/owned.ts';
import { permissionsOf } from '../groups/permissions.ts';
import { isActive } from '../profiles/profile-store.ts';
import { securityNotice } from '../users/security-notice.ts';
import type { ApiKey, ApiKeyChange, NewApiKey } from './api-key-schema.ts';

/** The most API keys of one organization: the list stays one small query. */
const MAX_API_KEYS = 100;

/** Lists the organization's keys, the oldest first. */
export const listApiKeys = async (organization_id: string): Promise<ApiKey[]> =>
  withStatus(organization_id, await apiKeysOf(organization_id));

const withStatus = async (organization_id: string, items: readonly ApiKeyItem[]): Promise<ApiKey[]> => {
  const profiles = await readTogether(items.map(({ profile_id }) => profileAt(organization_id, profile_id)));
  return items.map((item, index) => presentApiKey(item, profiles[index]));
};

/** Creates a key, returns its secret this once, and notifies the user whom it acts for. Throws `too_many_api_keys`. */
export const createApiKey = async (caller: UserCaller, { name, profile_id }: NewApiKey): Promise<ApiKey> => {
  const { organization_id } = caller;
  const profile = await demandActable(caller, profile_id ?? caller.profile_id);
  if ((await apiKeysOf(organization_id)).length >= MAX_API_KEYS) fail('too_many_api_keys', { count: MAX_API_KEYS });
  const { item, client_secret } = newApiKey(organization_id, profile_id ?? caller.profile_id, name);
  await transactAs(caller, [
    clientWrites.create(item),
    securityNotice('api_key_created', profile.user_id, { key_name: name }),
  ]);
  return presentApiKey(item, profile, client_secret);
};

/** Makes the item of a new key, and its secret, which is never shown again. `made_by`: the key that makes it. */
export const newApiKey = (
  organization_id: string,
  profile_id: string,
  name: string,
  made_by?: string,
): { item: ApiKeyItem; client_secret: string } => {
  const client_id = newId();
  const { client_secret, kept } = newClientSecret();
  const created_at = timestamp();
  const item = apiKeyRecord({
    client_id,
    organization_id,
    profile_id,
    name,
    ...kept,
    created_at,
    last_used_at: null,
    global_admin: false,
    ...(made_by === undefined ? {} : { made_by }),
  });
  return { item, client_secret };
};

/**
 * Renames a key or lets it act as another profile. Throws `not_found` for an unknown key and for another
 * organization's.
 */
export const updateApiKey = async (caller: UserCaller, client_id: string, change: ApiKeyChange): Promise<ApiKey> => {
  const { name, profile_id } = change;
  let given: Lock | undefined;
  const key = apiKeyAt(client_id);
  const item =
    name || profile_id
      ? await changeOwned(caller, key, async (known) => {
          demandOwnKey(caller, known);
          await demandManageable(caller, known);
          if (profile_id) given = await demandActable(caller, profile_id);
          return { ...(name ? { name } : {}), ...(profile_id ? { profile_id } : {}) };
        })
      : await readOwned(caller, key);
  return presentApiKey(item, given ?? (await profileOf(item)));
};

/**
 * Gives a key a new secret and returns it this once; the previous one stays valid for a day. Throws `api_key_dead` if
 * the key's member was removed.
 */
export const rotateApiKey = async (caller: UserCaller, client_id: string): Promise<ApiKey> => {
  let shown: { profile: Lock; client_secret: string } | undefined;
  const item = await changeOwned(caller, apiKeyAt(client_id), async (key) => {
    demandOwnKey(caller, key);
    if (key.profile_id !== caller.profile_id && !(await profileOf(key))) return fail('api_key_dead');
    const profile = await demandActable(caller, key.profile_id);
    const { client_secret, kept } = rotatedSecret(key);
    shown = { profile, client_secret };
    return kept;
  });
  return presentApiKey(item, shown?.profile, shown?.client_secret);
};

/** Deletes a key: no token is issued for it from then on. Throws `forbidden` if it can do what the caller can't. */
export const deleteApiKey = (caller: UserCaller, client_id: string): Promise<void> =>
  removeOwned(caller, apiKeyAt(client_id), (key) => demandManageable(caller, key));

/**
 * Throws `wrong_session` if a key acts on another one: its secret, or a profile that it gave away, would outlive the
 * key.
 */
const demandOwnKey = ({ client }: UserCaller, { client_id }: ApiKeyItem): void => {
  if (client && client.id !== client_id) fail('wrong_session', { needed: 'login' });
};

/**
 * Throws `forbidden` if the key can do what the caller can't: whoever may not have its secret may not take it away from
 * its member either. A key whose member is gone can do nothing.
 */
const demandManageable = async (caller: UserCaller, key: ApiKeyItem): Promise<void> => {
  const profile = await profileOf(key);
  if (profile && profile.id !== caller.profile_id) await demandPermissionsOf(caller, profile);
};

/** Presents the key with the profile that it acts as; `client_secret` only when it was just made. */
const presentApiKey = (item: ApiKeyItem, profile: Lock | undefined, client_secret?: string): ApiKey => ({
  client_id: item.client_id,
  organization_id: item.organization_id,
  profile_id: item.profile_id,
  name: item.name,
  status: statusOf(profile),
  global_admin: item.global_admin,
  created_at: item.created_at,
  last_used_at: item.last_used_at,
  previous_secret_expires_at: previousSecretEnds(item),
  ...(client_secret === undefined ? {} : { client_secret }),
});

type Lock = Pick<ProfileItem, 'locked'>;

const statusOf = (profile: Lock | undefined): ApiKey['status'] => {
  if (!profile) return 'dead';
  return profile.locked ? 'locked' : 'active';
};

const profileOf = ({ organization_id, profile_id }: ApiKeyItem): Promise<ProfileItem | undefined> =>
  readAt(profileAt(organization_id, profile_id));

/**
 * Finds the profile that a key is to act as. A key has all permissions of its profile, so the caller must have them
 * too: otherwise an administrator could act as an owner. Throws `invalid` unless it is an active member.
 */
const demandActable = async (caller: UserCaller, profile_id: string): Promise<Lock & { user_id: string }> => {
  if (profile_id === caller.profile_id) return { user_id: caller.user_id };
  const profile = await readAt(profileAt(caller.organization_id, profile_id));
  if (!isActive(profile) || !profile.user_id)
    return invalid('profile_id', 'must be an active member of your organization');
  await demandPermissionsOf(caller, profile);
  return { user_id: profile.user_id };
};

const demandPermissionsOf = async (caller: UserCaller, profile: ProfileItem): Promise<void> => {
  const permissions = effectivePermissions(profile.roles, await permissionsOf(profile));
  const missing = [...permissions].find((one) => !may(caller, one));
  if (missing) fail('forbidden', { permission: missing });
};
