import { createHash } from 'node:crypto';
import { epochSeconds, MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret, newId, newSecret } from '../../base/ids.ts';
import { authorizationCodeAt, consentWrites, storeConsent } from '../../storage/consents.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { oauthAppAt, recordAppUse } from '../../storage/oauth-apps.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { AuthorizationCodeItem } from '../../storage/records/authorization-code.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { userAt } from '../../storage/users.ts';
import type { UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';
import { isScope, narrowedTo, type Scope } from '../access/scopes.ts';
import { describeAct } from '../administration/act.ts';
import { networkObstacle } from '../policy/session-rule.ts';
import { isActive } from '../profiles/profile-store.ts';
import { answerSession } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { endSession, isOfGeneration, newSession } from '../sessions/session-store.ts';
import { authenticatedApp } from './apps.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { ClientCredentials } from './client-credentials.ts';

const LIFE = MINUTE;

/** Stores the caller's consent for a minute, and returns its code. */
export const issueCode = async (
  caller: UserCaller,
  request: AuthorizationRequest,
  scopes: readonly Scope[],
): Promise<string> => {
  const code = newSecret();
  await storeConsent(hashSecret(code), {
    client_id: request.client_id,
    redirect_uri: request.redirect_uri,
    code_challenge: request.code_challenge ?? null,
    scopes,
    issued_at: timestamp(),
    user_id: caller.user_id,
    organization_id: caller.organization_id,
    profile_id: caller.profile_id,
    ...(caller.session_generation === undefined ? {} : { generation: caller.session_generation }),
    ...(caller.bound ? { provider: caller.bound } : {}),
    ...(caller.strength ? { strength: caller.strength } : {}),
    session_id: newId(),
    used: false,
    expires_at: timestampIn(LIFE),
    ttl: epochSeconds() + 60 * 60,
  });
  return code;
};

/** Parameters by which an application exchanges a code for tokens (RFC 6749 4.1.3, RFC 7636 4.5). */
export interface CodeExchange {
  code: string;
  redirect_uri?: string | null;
  code_verifier?: string | null;
  scope?: string | null;
}

/**
 * Opens a session for an application that presents its code, once. Throws `invalid_client`, or `invalid_grant` if the
 * code is unknown, expired, another application's or for another redirect, or its verifier is wrong, and
 * `invalid_scope`, and `network_refused` by the organization's policy. A code used twice was stolen, so the session
 * that it opened ends.
 */
export const exchangeCode = async (
  { code, redirect_uri, code_verifier, scope }: CodeExchange,
  credentials: ClientCredentials,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const [consent, known] = await readTogether([
    authorizationCodeAt(hashSecret(code)),
    oauthAppAt(credentials.client_id),
  ]);
  const app = authenticatedApp(known, credentials);
  if (!consent || consent.client_id !== app.client_id) return fail('invalid_grant');
  if (consent.used) return endFamily(consent);
  const fits = consent.redirect_uri === redirect_uri && isVerifierOf(consent.code_challenge, code_verifier);
  if (consent.expires_at <= timestamp() || !fits) return fail('invalid_grant');

  const { user_id, organization_id, profile_id, client_id, provider, strength } = consent;
  const [user, profile, organization] = await readTogether([
    userAt(user_id),
    profileAt(organization_id, profile_id),
    organizationAt(organization_id),
  ]);
  if (!user || !isOfGeneration(consent, user) || !isActive(profile) || !organization) return fail('invalid_grant');
  const refused = networkObstacle(organization, { profile_id, ip: origin.ip });
  if (refused) throw refused;
  const scopes = narrowedTo(scope, consent.scopes.filter(isScope));
  const secret_hash = app.secret_hash === null ? undefined : hashSecret(credentials.client_secret ?? '');
  const session = newSession(
    { id: consent.session_id, user, profile, source: 'oauth', client_id, scopes, secret_hash, provider, strength },
    origin,
  );
  await commit([consentWrites.use(consent), sessionWrites.create(session.item), consentWrites.stands(consent)], {
    refuse: (index) => (index === 0 ? endFamily(consent) : fail('invalid_grant')),
  });
  await recordAppUse(app, timestamp());
  return answerSession(session, { user, profile });
};

const endFamily = async ({ user_id, session_id, ...acts }: AuthorizationCodeItem): Promise<never> => {
  describeAct({ kind: 'session:ended', changes: [{ member: 'reason', to: 'invalid_grant' }] });
  await endSession({ ...acts, owner_id: user_id, id: session_id });
  return fail('invalid_grant');
};

/**
 * Checks PKCE by S256. A verifier without a challenge is refused too, because an attacker may have removed the
 * challenge (RFC 9700 2.1.1).
 */
const isVerifierOf = (challenge: string | null, verifier: string | null | undefined): boolean => {
  if (challenge === null) return !verifier;
  return (
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url') === challenge
  );
};
