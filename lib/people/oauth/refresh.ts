import { MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret, isHashOf } from '../../base/ids.ts';
import { apiKeyAt } from '../../storage/api-keys.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { oauthAppAt, recordAppUse } from '../../storage/oauth-apps.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { OauthAppItem } from '../../storage/records/oauth-app.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import { rotateSession, sessionAt } from '../../storage/sessions.ts';
import { userAt } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import { narrowedTo } from '../access/scopes.ts';
import { describeAct } from '../administration/act.ts';
import { isKeptHash } from '../clients/client-secret.ts';
import { hasMaker } from '../clients/maker.ts';
import { needsProvider, refuseWithoutProvider } from '../organizations/sign-in-rule.ts';
import { ageObstacle, networkObstacle } from '../policy/session-rule.ts';
import { isActive } from '../profiles/profile-store.ts';
import { answerTokens, clientOf } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { type RefreshToken, readRefreshToken } from '../sessions/refresh-token.ts';
import { endSession, isLive, isOfGeneration, rotation, scopesOf } from '../sessions/session-store.ts';
import { authenticatedApp } from './apps.ts';
import type { ClientCredentials } from './client-credentials.ts';

/**
 * Issues new tokens for a refresh token (RFC 6749 6), which is used up. A second use ends the session, even if both
 * come at the same instant, because one of them may be a thief's (RFC 9700 4.14.2). `scope` narrows the new access
 * token, never the session. Throws `refresh_token_invalid` for everything revoked since, and `invalid_scope`. An
 * application's session can be refreshed by that application only, with its secret if it has one.
 */
export const refreshSession = async (
  { refresh_token: text, scope }: { refresh_token: string; scope?: string | null },
  credentials: ClientCredentials,
  origin: Origin,
): Promise<AuthenticateResponse> => refresh(text, { scope, credentials, origin });

/**
 * The same for the session of a browser, whose token is in a cookie that no script can read. A page that is left while
 * it is loading never gets the next token: so for a minute a used token is taken once more. Which of its successors the
 * browser got is seen when one is used: from then on the others end the session. Throws `refresh_token_invalid` for
 * sessions of applications and API keys, too.
 */
export const refreshBrowserSession = (text: string, origin: Origin): Promise<AuthenticateResponse> =>
  refresh(text, { origin, credentials: {}, isBrowser: true });

interface Refreshing {
  scope?: string | null | undefined;
  credentials: ClientCredentials;
  origin: Origin;
  isBrowser?: true;
}

const refresh = async (
  text: string,
  { scope, credentials, origin, isBrowser }: Refreshing,
): Promise<AuthenticateResponse> => {
  const token = readRefreshToken(text);
  if (!token) return fail('refresh_token_invalid');
  const { session, user, apiKey } = await readAuthorization(token);
  if (!isLive(session) || !isHashOf(session.family_hash, token.family)) return fail('refresh_token_invalid');
  if (isBrowser && session.client_id !== null) return fail('refresh_token_invalid');
  const use = useOf(session, token);
  if (use === 'unknown' || (use !== 'current' && !isBrowser)) return endFamily(session);
  // An API key can be assigned to another profile: its current profile counts.
  const acts = apiKey ?? session;
  const [app, profile, organization] = await readTogether([
    oauthAppAt(session.client_id),
    profileAt(acts.organization_id, acts.profile_id),
    organizationAt(acts.organization_id),
  ]);
  if (session.source === 'oauth') demandItsOwn(session, app, credentials);
  const stands =
    session.source === 'api_key'
      ? apiKey !== undefined && isKeptHash(apiKey, session.secret_hash) && (await hasMaker(apiKey))
      : user !== undefined && isOfGeneration(session, user);
  if (!isActive(profile) || !organization || !stands) return endFamily(session);
  await demandPolicy(session, organization, { profile_id: profile.id, email: user?.email ?? profile.email }, origin);

  const scopes = narrowedTo(scope, scopesOf(session));
  const { changes, refresh_token } = rotation(session, token, origin, {
    client_secret: app && credentials.client_secret,
    organization,
  });
  const kept = isBrowser ? keptTokens(session, token, use) : {};
  // The sign-in was the event; its session goes on.
  describeAct({ kind: null });
  const rotated = await rotateSession(session, { ...changes, ...kept });
  // Another tab was faster, so this token is the one before.
  if (!rotated) return isBrowser ? refresh(text, { scope, credentials, origin, isBrowser }) : endFamily(session);
  if (app) await recordAppUse(app, timestamp());
  return answerTokens({
    user: user ?? { id: profile.user_id ?? session.user_id, email: profile.email, email_verified: true },
    profile,
    session_id: session.id,
    client: clientOf(session),
    scopes,
    refresh_token,
    refresh_token_exp: rotated.ttl,
  });
};

/**
 * Throws the refusal of a session that the organization doesn't let go on from here: by its identity provider, its
 * networks or its age. One that is too old ends.
 */
const demandPolicy = async (
  session: SessionItem,
  organization: OrganizationItem,
  member: { profile_id: string; email: string },
  { ip }: Origin,
): Promise<void> => {
  if (session.client_id === null && !session.provider && needsProvider(organization, member))
    return refuseWithoutProvider(organization);
  const refused = networkObstacle(organization, { profile_id: member.profile_id, ip });
  if (refused) throw refused;
  const over = ageObstacle(organization, session);
  if (!over) return;
  describeAct({ kind: 'session:ended', changes: [{ member: 'reason', to: over.code }] });
  await endSession(session);
  throw over;
};

/** As long as a used token is taken once more. It doesn't grow with each use. */
const LOST_ANSWER = MINUTE;

/** The most used tokens, and successors, that a session keeps: no page is left so often within the minute. */
const MOST_KEPT = 16;

/** `sibling`: another successor of a token that came twice. `used`: a token that was exchanged in the last minute. */
type TokenUse = 'current' | 'sibling' | 'used' | 'unknown';

const useOf = (session: SessionItem, { secret }: RefreshToken): TokenUse => {
  if (isHashOf(session.refresh_hash, secret)) return 'current';
  if (session.sibling_hashes?.some((hash) => isHashOf(hash, secret))) return 'sibling';
  return stillTaken(session).some(({ hash }) => isHashOf(hash, secret)) ? 'used' : 'unknown';
};

const stillTaken = ({ used_tokens = [] }: SessionItem) => used_tokens.filter(({ until }) => timestamp() < until);

/**
 * The other tokens that a browser's session takes after this one was exchanged. After a used one, its earlier
 * successors still count, because a request that the browser gave up can be answered after the one that it made next.
 */
const keptTokens = (session: SessionItem, { secret }: RefreshToken, use: TokenUse): Partial<SessionItem> => {
  if (use === 'used') {
    const siblings = [...(session.sibling_hashes ?? []), session.refresh_hash];
    return { sibling_hashes: siblings.slice(-MOST_KEPT) };
  }
  const used = [...stillTaken(session), { hash: hashSecret(secret), until: timestampIn(LOST_ANSWER) }];
  return { sibling_hashes: [], used_tokens: used.slice(-MOST_KEPT) };
};

/** The session of a current refresh token, with its user or API key. */
const readAuthorization = async ({ owner_id, session_id }: RefreshToken) => {
  const [user, session, apiKey] = await readTogether([
    userAt(owner_id),
    sessionAt(owner_id, session_id),
    apiKeyAt(owner_id),
  ]);
  return { session, user, apiKey };
};

/** Throws `invalid_client` unless the credentials belong to the session's application. */
export const demandItsOwn = (
  session: SessionItem,
  app: OauthAppItem | undefined,
  credentials: ClientCredentials,
): void => {
  if (credentials.client_id !== undefined && credentials.client_id !== session.client_id) fail('invalid_client');
  authenticatedApp(app, credentials);
};

const endFamily = async (session: SessionItem): Promise<never> => {
  describeAct({ kind: 'session:ended', changes: [{ member: 'reason', to: 'refresh_token_invalid' }] });
  await endSession(session);
  return fail('refresh_token_invalid');
};
