import { timestamp } from '../../base/clock.ts';
import { fail, invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { apiKeyAt, apiKeyRecord, apiKeysOf } from '../../storage/api-keys.ts';
import { clientWrites } from '../../storage/clients.ts';
import { profileAt } from '../../storage/profiles.ts';
import { readAt, readTogether } from '../../storage/read.ts';
import type { ApiKeyItem } from '../../storage/records/api-key.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { may, type UserCaller } from '../access/caller.ts';
import { effectivePermissions } from '../access/permissions.ts';
import { newClientSecret, previousSecretEnds, rotatedSecret } from '../clients/client-secret.ts';
import { changeOwned, readOwned, removeOwned } from '../clients/owned.ts';
import { permissionsOf } from '../groups/permissions.ts';
import { isActive } from '../profiles/store.ts';
import { transactAs } from '../sessions/grounds.ts';
import { securityNotice } from '../users/security-notice.ts';
import type { ApiKey, ApiKeyChange, NewApiKey } from './schema.ts';

/** Keys that one organization may have: what keeps the list one small query. */
const MAX_API_KEYS = 100;

/** The organization's keys, the oldest first. */
export const listApiKeys = async (organization_id: string): Promise<ApiKey[]> =>
  withStatus(organization_id, await apiKeysOf(organization_id));

const withStatus = async (organization_id: string, items: readonly ApiKeyItem[]): Promise<ApiKey[]> => {
  const profiles = await readTogether(items.map(({ profile_id }) => profileAt(organization_id, profile_id)));
  return items.map((item, index) => presentApiKey(item, profiles[index]));
};

/**
 * Makes a key, shows its secret, the only time, and has the user told whom it acts for. Ends the request with 400 where the
 * organization has too many.
 */
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

/** The item of a new key, and its secret, which nobody sees again. */
export const newApiKey = (
  organization_id: string,
  profile_id: string,
  name: string,
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
  });
  return { item, client_secret };
};

/** Renames a key or lets it act as another profile. 404 for an unknown key and for another organization's. */
export const updateApiKey = async (caller: UserCaller, client_id: string, change: ApiKeyChange): Promise<ApiKey> => {
  const { name, profile_id } = change;
  const given = profile_id ? await demandActable(caller, profile_id) : undefined;
  const key = apiKeyAt(client_id);
  const item =
    name || profile_id
      ? await changeOwned(caller, key, () => ({
          ...(name ? { name } : {}),
          ...(profile_id ? { profile_id } : {}),
        }))
      : await readOwned(caller, key);
  return presentApiKey(item, given ?? (await profileOf(item)));
};

/**
 * Gives a key a new secret and shows it, the only time; the one before is taken for a day longer. Ends the request with 400
 * for a key whose member is no more.
 */
export const rotateApiKey = async (caller: UserCaller, client_id: string): Promise<ApiKey> => {
  let shown: { profile: Standing; client_secret: string } | undefined;
  const item = await changeOwned(caller, apiKeyAt(client_id), async (key) => {
    if (key.profile_id !== caller.profile_id && !(await profileOf(key))) return fail('api_key_dead');
    const profile = await demandActable(caller, key.profile_id);
    const { client_secret, kept } = rotatedSecret(key);
    shown = { profile, client_secret };
    return kept;
  });
  return presentApiKey(item, shown?.profile, shown?.client_secret);
};

/** Ends a key at once: no new token is issued for it. */
export const deleteApiKey = (caller: UserCaller, client_id: string): Promise<void> =>
  removeOwned(caller, apiKeyAt(client_id));

/** The key as it is answered, with the profile that it acts as; `client_secret` only where it was just made. */
const presentApiKey = (item: ApiKeyItem, profile: Standing | undefined, client_secret?: string): ApiKey => ({
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

type Standing = Pick<ProfileItem, 'locked'>;

const statusOf = (profile: Standing | undefined): ApiKey['status'] => {
  if (!profile) return 'dead';
  return profile.locked ? 'locked' : 'active';
};

const profileOf = ({ organization_id, profile_id }: ApiKeyItem): Promise<ProfileItem | undefined> =>
  readAt(profileAt(organization_id, profile_id));

/**
 * The profile that a key is to act as. A key acts with all of its profile's permissions, so only who has these may get
 * hold of its secret: otherwise an administrator could become an owner. Ends the request with 406 for who is no active
 * member.
 */
const demandActable = async (caller: UserCaller, profile_id: string): Promise<Standing & { user_id: string }> => {
  if (profile_id === caller.profile_id) return { user_id: caller.user_id };
  const profile = await readAt(profileAt(caller.organization_id, profile_id));
  if (!isActive(profile) || !profile.user_id)
    return invalid('profile_id', 'must be an active member of your organization');
  const missing = [...effectivePermissions(profile.roles, await permissionsOf(profile))].find(
    (one) => !may(caller, one),
  );
  if (missing) fail('forbidden', { permission: missing });
  return { user_id: profile.user_id };
};
