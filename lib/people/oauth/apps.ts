import { v4 } from 'uuid';
import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { clientWrites } from '../../storage/clients.ts';
import { oauthAppAt, oauthAppRecord, oauthAppsOf } from '../../storage/oauth-apps.ts';
import type { OauthAppItem } from '../../storage/records/oauth-app.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { isSecretOf, newClientSecret, previousSecretEnds, rotatedSecret } from '../clients/client-secret.ts';
import { changeOwned, removeOwned } from '../clients/owned.ts';
import type { NewOauthApp, OauthApp, OauthAppChange } from './app-schema.ts';
import type { ClientCredentials } from './client-credentials.ts';

/** The most applications of one organization: the list stays one small query. */
const MAX_APPS = 100;

/** Lists the organization's applications, the oldest first. */
export const listOauthApps = async (organization_id: string): Promise<OauthApp[]> =>
  (await oauthAppsOf(organization_id)).map((item) => presentOauthApp(item));

/** A public application has no secret. */
const PUBLIC = {
  client_secret: null,
  kept: { secret_hash: null, previous_secret_hash: null, previous_secret_expires_at: null },
};

/** Registers an application; returns the secret of a confidential one this once. */
export const createOauthApp = async (caller: UserCaller, app: NewOauthApp): Promise<OauthApp> => {
  const { organization_id, profile_id } = caller;
  if ((await oauthAppsOf(organization_id)).length >= MAX_APPS) fail('too_many_apps', { count: MAX_APPS });
  const client_id = v4();
  const { client_secret, kept } = app.confidential === false ? PUBLIC : newClientSecret();
  const created_at = timestamp();
  const item = oauthAppRecord({
    client_id,
    organization_id,
    profile_id,
    name: app.name,
    friendly_name: app.friendly_name ?? app.name,
    redirect_uris: app.redirect_uris,
    origins: app.origins ?? '',
    logo_uri: app.logo_uri ?? '',
    ...kept,
    created_at,
    updated_at: created_at,
  });
  await transactAs(caller, [clientWrites.create(item)]);
  return { ...presentOauthApp(item), client_secret };
};

/** Changes an application of the caller's organization. Throws `not_found` for any other. */
export const updateOauthApp = async (
  caller: UserCaller,
  client_id: string,
  change: OauthAppChange,
): Promise<OauthApp> => {
  const given = Object.entries(change).filter(([, value]) => value !== null && value !== undefined);
  return presentOauthApp(
    await changeOwned(caller, oauthAppAt(client_id), () => ({
      ...(Object.fromEntries(given) as Partial<OauthAppItem>),
      updated_at: timestamp(),
    })),
  );
};

/** Gives a confidential application a new secret; the previous one stays valid for a day. */
export const rotateOauthApp = async (caller: UserCaller, client_id: string): Promise<OauthApp> => {
  let shown = '';
  const item = await changeOwned(caller, oauthAppAt(client_id), (app) => {
    if (app.secret_hash === null) return fail('client_without_secret');
    const { client_secret, kept } = rotatedSecret(app);
    shown = client_secret;
    return { ...kept, updated_at: timestamp() };
  });
  return { ...presentOauthApp(item), client_secret: shown };
};

/** Removes an application: it gets no more codes or tokens, and can't refresh those that it has. */
export const deleteOauthApp = (caller: UserCaller, client_id: string): Promise<void> =>
  removeOwned(caller, oauthAppAt(client_id));

/**
 * Authenticates the application of a token request; a confidential one needs its secret. Throws `invalid_client`. `app`
 * is the record of the presented client.
 */
export const authenticatedApp = (app: OauthAppItem | undefined, { client_secret }: ClientCredentials): OauthAppItem => {
  const known = orFail(app, 'invalid_client');
  if (known.secret_hash === null) return known;
  return isSecretOf(known, orFail(client_secret, 'invalid_client')) ? known : fail('invalid_client');
};

const presentOauthApp = (item: OauthAppItem): OauthApp => ({
  id: item.client_id,
  client_id: item.client_id,
  organization_id: item.organization_id,
  profile_id: item.profile_id,
  name: item.name,
  friendly_name: item.friendly_name,
  redirect_uris: item.redirect_uris.join(' '),
  origins: item.origins,
  logo_uri: item.logo_uri,
  confidential: item.secret_hash !== null,
  previous_secret_expires_at: previousSecretEnds(item),
  created_at: item.created_at,
  updated_at: item.updated_at,
  last_used_at: item.last_used_at ?? null,
});
