import { type KeptSecret, newClientSecret, previousSecretEnds, rotatedSecret } from '../clients/client-secret.ts';
import { changeOwned, listOwned, readOwned, removeOwned } from '../clients/owned.ts';
import { timestamp } from '../clock.ts';
import { permissionsOf } from '../groups/permissions.ts';
import { newId } from '../ids.ts';
import { may, type UserCaller } from '../operation/caller.ts';
import { fail, invalid } from '../operation/errors.ts';
import { effectivePermissions } from '../operation/permissions.ts';
import type { ProfileItem } from '../profiles/record.ts';
import { transactAs } from '../sessions/grounds.ts';
import { getItem, type Key } from '../table/client.ts';
import { apiKeyKey, organizationApiKeysIndex, profileKey } from '../table/keys.ts';
import { securityNotice } from '../users/security-notice.ts';
import type { ApiKey, ApiKeyChange, NewApiKey } from './schema.ts';

/** An API key, as the table holds it: hashes of its secrets, never a secret. */
export interface ApiKeyItem extends Key, KeptSecret {
  client_id: string;
  organization_id: string;
  profile_id: string;
  name: string;
  secret_hash: string;
  created_at: string;
  last_used_at: string | null;
  global_admin: false;
  gsi1pk: string;
  gsi1sk: string;
}

/** Keys that one organization may have: what keeps the list one small query. */
const MAX_API_KEYS = 100;

/** The organization's keys, the oldest first. */
export const listApiKeys = async (organization_id: string): Promise<ApiKey[]> =>
  (await itemsOf(organization_id)).map((item) => presentApiKey(item));

/**
 * Makes a key, shows its secret, the only time, and has the user told whom it acts for. Ends the request with 400 where the
 * organization has too many.
 */
export const createApiKey = async (caller: UserCaller, { name, profile_id }: NewApiKey): Promise<ApiKey> => {
  const { organization_id } = caller;
  const user_id = await demandActable(caller, profile_id ?? caller.profile_id);
  if ((await itemsOf(organization_id)).length >= MAX_API_KEYS) fail('too_many_api_keys', { count: MAX_API_KEYS });
  const { item, client_secret } = newApiKey(organization_id, profile_id ?? caller.profile_id, name);
  await transactAs(caller, [{ put: item }, securityNotice('api_key_created', user_id, { key_name: name })]);
  return presentApiKey(item, client_secret);
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
  const item: ApiKeyItem = {
    ...apiKeyKey(client_id),
    ...organizationApiKeysIndex(organization_id, created_at),
    client_id,
    organization_id,
    profile_id,
    name,
    ...kept,
    created_at,
    last_used_at: null,
    global_admin: false,
  };
  return { item, client_secret };
};

/** Renames a key or lets it act as another profile. 404 for an unknown key and for another organization's. */
export const updateApiKey = async (caller: UserCaller, client_id: string, change: ApiKeyChange): Promise<ApiKey> => {
  const { name, profile_id } = change;
  if (profile_id) await demandActable(caller, profile_id);
  const key = apiKeyKey(client_id);
  if (!name && !profile_id) return presentApiKey(await readOwned<ApiKeyItem>(caller, key));
  return presentApiKey(
    await changeOwned<ApiKeyItem>(caller, key, () => ({
      ...(name ? { name } : {}),
      ...(profile_id ? { profile_id } : {}),
    })),
  );
};

/** Gives a key a new secret and shows it, the only time; the one before is taken for a day longer. */
export const rotateApiKey = async (caller: UserCaller, client_id: string): Promise<ApiKey> => {
  let shown = '';
  const item = await changeOwned<ApiKeyItem>(caller, apiKeyKey(client_id), async (key) => {
    await demandActable(caller, key.profile_id);
    const { client_secret, kept } = rotatedSecret(key);
    shown = client_secret;
    return kept;
  });
  return presentApiKey(item, shown);
};

/** Ends a key at once: no new token is issued for it. */
export const deleteApiKey = (caller: UserCaller, client_id: string): Promise<void> =>
  removeOwned(caller, apiKeyKey(client_id));

/** The key as it is answered; `client_secret` only where it was just made. */
const presentApiKey = (item: ApiKeyItem, client_secret?: string): ApiKey => ({
  client_id: item.client_id,
  organization_id: item.organization_id,
  profile_id: item.profile_id,
  name: item.name,
  global_admin: item.global_admin,
  created_at: item.created_at,
  last_used_at: item.last_used_at,
  previous_secret_expires_at: previousSecretEnds(item),
  ...(client_secret === undefined ? {} : { client_secret }),
});

/**
 * The user whom a key that acts as this profile acts for. A key acts with all of its profile's permissions, so only who
 * has these may get hold of its secret: otherwise an administrator could become an owner.
 */
const demandActable = async (caller: UserCaller, profile_id: string): Promise<string> => {
  if (profile_id === caller.profile_id) return caller.user_id;
  const profile = await getItem<ProfileItem>(profileKey(caller.organization_id, profile_id));
  if (!profile?.user_id || profile.invited) return invalid('profile_id', 'must be a member of your organization');
  const missing = [...effectivePermissions(profile.roles, await permissionsOf(profile))].find(
    (one) => !may(caller, one),
  );
  if (missing) fail('forbidden', { permission: missing });
  return profile.user_id;
};

const itemsOf = (organization_id: string): Promise<ApiKeyItem[]> =>
  listOwned<ApiKeyItem>(organizationApiKeysIndex(organization_id, '').gsi1pk);
