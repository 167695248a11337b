import { timestamp } from '../../base/clock.ts';
import { type FailureCode, fail } from '../../base/errors.ts';
import { hashSecret } from '../../base/ids.ts';
import { apiKeyAt, apiKeyUse } from '../../storage/api-keys.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readAt, readTogether } from '../../storage/engine/read.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { ApiKeyItem } from '../../storage/records/api-key.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import type { Origin } from '../access/origin.ts';
import type { Reach } from '../access/scopes.ts';
import { recordFailure } from '../administration/act.ts';
import { isSecretOf } from '../clients/client-secret.ts';
import { hasMaker } from '../clients/maker.ts';
import { networkObstacle } from '../policy/session-rule.ts';
import { isActive } from '../profiles/profile-store.ts';
import { answerSession } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { newSession } from '../sessions/session-store.ts';
import type { ClientCredentials } from './client-credentials.ts';

/**
 * Issues tokens for an API key (RFC 6749 4.4), which acts as its profile. Throws `invalid_client` for all faults of
 * key, secret and profile alike, and `network_refused` by the organization's policy. Clients expect a refresh token
 * here too: it ends after a day, or with the key.
 */
export const signInWithApiKey = async (
  { client_id, client_secret }: ClientCredentials,
  scopes: Reach,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const key = client_id ? await readAt(apiKeyAt(client_id)) : undefined;
  if (!key || !client_secret || !isSecretOf(key, client_secret) || !(await hasMaker(key))) {
    if (key) await recordFailed(key);
    return fail('invalid_client');
  }
  const { organization_id, profile_id } = key;
  const [profile, organization] = await readTogether([
    profileAt(organization_id, profile_id),
    organizationAt(organization_id),
  ]);
  if (!isActive(profile) || profile.user_id === null || !organization) return fail('invalid_client');
  const { user_id } = profile;
  const refused = networkObstacle(organization, { profile_id, ip: origin.ip });
  if (refused) {
    await recordFailed(key, refused.code);
    throw refused;
  }
  const session = newSession(
    {
      user: { id: user_id },
      profile,
      source: 'api_key',
      client_id: key.client_id,
      scopes,
      secret_hash: hashSecret(client_secret),
    },
    origin,
  );
  await commit([sessionWrites.create(session.item), apiKeyUse(key.client_id, timestamp())], {
    refuse: () => fail('invalid_client'),
  });
  return answerSession(session, {
    // Only a user with a verified address can create a key.
    user: { id: user_id, email: profile.email, email_verified: true },
    profile,
  });
};

const recordFailed = (
  { client_id, organization_id, profile_id, name }: ApiKeyItem,
  reason: FailureCode = 'invalid_client',
): Promise<void> =>
  recordFailure(reason, { organization_id, profile_id, client: { kind: 'api_key', id: client_id, name } }, client_id);
