import { DAY, epochSeconds, MINUTE, now, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret, newId } from '../../base/ids.ts';
import { storeConsentEnd } from '../../storage/consents.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readAt } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { SessionItem, SessionSource, Strength } from '../../storage/records/session.ts';
import { removeSession, removeSessions, sessionRecord, sessionWrites } from '../../storage/sessions.ts';
import { readAccount, userWrites } from '../../storage/users.ts';
import { demandOwnAccount, type UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';
import { isScope, type Reach } from '../access/scopes.ts';
import { type Bounds, boundsOf } from '../policy/session-rule.ts';
import { readDevice } from './device.ts';
import { newRefreshToken, type RefreshToken, writeRefreshToken } from './refresh-token.ts';
import { USER_TOKEN_LIFE } from './tokens.ts';

/** A session ends if its refresh token is unused for this time. An API key can open another at any time. */
const LIFE = 30 * DAY;
const API_KEY_LIFE = DAY;
/** The same in seconds. */
export const SESSION_LIFE = LIFE / SECOND;

export interface NewSession {
  /** Id of the session if another record names it already. */
  id?: string;
  /** The user as read before the credentials were checked: a change since then makes the session invalid. */
  user: { id: string; session_generation?: string };
  /** The profile that it acts as. */
  profile: { id: string; organization_id: string };
  source: SessionSource;
  client_id?: string | null;
  /** Null if no scope narrows what the session may do. */
  scopes?: Reach;
  secret_hash?: string;
  /** The person whom the organization's identity provider has proven. */
  provider?: SessionItem['provider'] | undefined;
  /** Proof of the person beside a password. */
  strength?: Strength | undefined;
  /** The profile's organization, which may bound the session, as far as it was read. */
  organization?: OrganizationItem | undefined;
}

/** Makes the item of a new session for the transaction that opens it, and its refresh token. */
export const newSession = (
  { id = newId(), client_id = null, user, profile, scopes, provider, strength, organization, ...of }: NewSession,
  origin: Origin,
): { item: SessionItem; refresh_token: string } => {
  const owner_id = of.source === 'api_key' && client_id ? client_id : user.id;
  const token = newRefreshToken(owner_id, id);
  const created_at = timestamp();
  const item = sessionRecord({
    ...of,
    id,
    owner_id,
    user_id: user.id,
    organization_id: profile.organization_id,
    profile_id: profile.id,
    ...(user.session_generation === undefined ? {} : { generation: user.session_generation }),
    ...(scopes ? { scopes } : {}),
    ...(provider ? { provider } : {}),
    ...(strength ? { strength } : {}),
    client_id,
    family_hash: hashSecret(token.family),
    refresh_hash: hashSecret(token.secret),
    created_at,
    ...seen(of.source, origin, boundsOf(organization, { client_id, created_at })),
  });
  return { item, refresh_token: writeRefreshToken(token) };
};

/**
 * Makes the change that rotates a session's refresh token within its family, and the new token's text.
 * `client_secret`: the secret that an application presented. `organization`: the session's, which may bound it.
 */
export const rotation = (
  session: SessionItem,
  presented: RefreshToken,
  origin: Origin,
  { client_secret, organization }: { client_secret?: string | undefined; organization: OrganizationItem },
): { changes: Partial<SessionItem>; refresh_token: string } => {
  const token = newRefreshToken(presented.owner_id, presented.session_id, presented.family);
  const changes = {
    refresh_hash: hashSecret(token.secret),
    ...(client_secret ? { secret_hash: hashSecret(client_secret) } : {}),
    ...seen(session.source, origin, boundsOf(organization, session)),
  };
  return { changes, refresh_token: writeRefreshToken(token) };
};

/**
 * Makes the change that moves a user's own session to another profile, with a new refresh token of a new family,
 * because the old token isn't at hand. Earlier tokens end with it, unless `keeps`. It fails for an ended session and
 * for an application's. `organization`: the profile's, which may bound the session, as far as it was read. Throws
 * `provider_session` if the session is good for its organization alone.
 */
export const moveTo = (
  { user_id, session_id, ...caller }: UserCaller,
  { organization_id, id: profile_id }: NewSession['profile'],
  { keeps = false, organization }: { keeps?: boolean; organization?: OrganizationItem | undefined } = {},
): { moved: Write; tokens: { session_id: string; refresh_token: string; refresh_token_exp: number } } => {
  if (organization_id !== caller.organization_id) demandOwnAccount(caller);
  const token = newRefreshToken(user_id, session_id);
  const created_at = caller.session_created_at ?? timestamp();
  const end = endOf('password', boundsOf(organization, { client_id: null, created_at }));
  const changes = {
    organization_id,
    profile_id,
    family_hash: hashSecret(token.family),
    refresh_hash: hashSecret(token.secret),
    last_seen_at: timestamp(),
    ...end,
  };
  return {
    moved: sessionWrites.move(user_id, session_id, {
      changes,
      keeps: keeps ? new Set([caller.profile_id, profile_id]) : null,
    }),
    tokens: { session_id, refresh_token: writeRefreshToken(token), refresh_token_exp: end.ttl },
  };
};

const seen = (source: SessionSource, origin: Origin, bounds: Bounds) => ({
  ...readDevice(origin.userAgent),
  ip_address: origin.ip || null,
  last_seen_at: timestamp(),
  ...endOf(source, bounds),
});

/** End of a session that is used now. */
const endOf = (source: SessionSource, { idle = LIFE, end = Number.POSITIVE_INFINITY }: Bounds) => {
  const unused = Math.min(source === 'api_key' ? API_KEY_LIFE : LIFE, idle);
  const life = Math.max(0, Math.min(unused, end - now().getTime()));
  return { expires_at: timestampIn(life), ttl: Math.ceil(epochSeconds() + life / SECOND) };
};

/**
 * Life in seconds of an access token of a session that ends then: at most a quarter of what is left, so that a session
 * in use gets its next tokens, and with them its next end, in time.
 */
export const tokenLifeUntil = (ttl: number): number =>
  Math.min(USER_TOKEN_LIFE, Math.max(MINUTE / SECOND, Math.floor((ttl - epochSeconds()) / 4)));

/** True for a session that has not expired: the table removes expired items late. */
export const isLive = (session: SessionItem | undefined): session is SessionItem =>
  session !== undefined && session.expires_at > timestamp();

/** A session's scopes; null for all. */
export const scopesOf = ({ source, scopes }: SessionItem): Reach =>
  scopes?.filter(isScope) ?? (source === 'oauth' ? [] : null);

/** True for a session, code or challenge of the user's current generation. */
export const isOfGeneration = (
  { generation }: { generation?: string },
  { session_generation }: { session_generation?: string },
): boolean => generation === session_generation;

/** The caller's live sessions: those in its organization alone for a session of an identity provider. */
export const ownSessions = async ({
  user_id,
  organization_id,
  bound,
}: Pick<UserCaller, 'user_id' | 'organization_id' | 'bound'>): Promise<SessionItem[]> =>
  (await liveSessions(user_id)).filter((session) => !bound || session.organization_id === organization_id);

/**
 * Ends a session that presents itself, without its person: it can't be refreshed any more. The profile is read for the
 * event, which names the person.
 */
export const endSession = async ({
  owner_id,
  id,
  organization_id,
  profile_id,
}: Pick<SessionItem, 'owner_id' | 'id' | 'organization_id' | 'profile_id'>): Promise<void> => {
  await readAt(profileAt(organization_id, profile_id));
  await removeSession(owner_id, id);
};

/**
 * Ends one of the caller's sessions. For an application's session everything that the user granted it ends: its other
 * sessions and its unused codes; in the organization alone for a session of an identity provider. Returns true if there
 * was one.
 */
export const endAccess = async (caller: UserCaller, session_id: string): Promise<boolean> => {
  const { user_id } = caller;
  if (caller.bound && !(await ownSessions(caller)).some(({ id }) => id === session_id)) return false;
  const ended = await removeSession(user_id, session_id);
  if (!isLive(ended)) return false;
  const { client_id } = ended;
  if (client_id === null) return true;
  // The end is written before the sessions are removed: a code that is used in between fails by one or the other.
  await storeConsentEnd({ user_id, client_id }, { ended_at: timestamp(), ttl: epochSeconds() + DAY / 1000 });
  const others = await ownSessions(caller);
  await removeSessions(others.filter((session) => session.client_id === client_id));
  return true;
};

/**
 * Ends all sessions of the caller but the current one, and everything that could open another: codes of applications,
 * sign-ins that wait for a second factor. A session of an identity provider ends those in its organization alone.
 * Returns the number of ended sessions.
 */
export const endOtherSessions = async (caller: UserCaller): Promise<number> => {
  const { user_id, session_id } = caller;
  const ended = (await ownSessions(caller)).filter(({ id }) => id !== session_id);
  if (caller.bound) {
    await removeSessions(ended);
    return ended.length;
  }
  const generation = newId();
  await commit(
    [
      userWrites.change(user_id, { session_generation: generation }),
      sessionWrites.keep(user_id, session_id, generation),
    ],
    { refuse: () => fail('unauthorized') },
  );
  await removeSessions(ended);
  return ended.length;
};

/** Ends the sessions in which the user, or an application for the user, acts as the profile; returns their number. */
export const endSessionsAs = async (user_id: string, profile_id: string): Promise<number> => {
  const ended = (await liveSessions(user_id)).filter((session) => session.profile_id === profile_id);
  await removeSessions(ended);
  return ended.length;
};

/** The user's sessions that have not ended, in no order. One query. */
export const liveSessions = async (user_id: string): Promise<SessionItem[]> => {
  const { user, sessions } = await readAccount(user_id);
  return sessions.filter((session) => isLive(session) && isOfGeneration(session, user ?? {}));
};
