import { DAY, epochSeconds, timestamp, timestampIn } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret, newId } from '../../base/ids.ts';
import { commit } from '../../storage/commit.ts';
import { storeConsentEnd } from '../../storage/consents.ts';
import type { SessionItem, SessionSource } from '../../storage/records/session.ts';
import { removeSession, removeSessions, sessionRecord, sessionWrites } from '../../storage/sessions.ts';
import { readAccount, userWrites } from '../../storage/users.ts';
import type { Write } from '../../storage/write.ts';
import type { UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';
import { DEFAULT_SCOPES, isScope, type Scope } from '../access/scopes.ts';
import { readDevice } from './device.ts';
import { newRefreshToken, type RefreshToken, writeRefreshToken } from './refresh-token.ts';
import type { LoginSession } from './schema.ts';

/** A session ends when its refresh token has not been used for so long. API keys can open another at any time. */
const LIFE = 30 * DAY;
const API_KEY_LIFE = DAY;

export interface NewSession {
  /** Made beforehand where something else refers to it. */
  id?: string;
  /** As read before whatever proves who it is was checked: what has changed since ends the session. */
  user: { id: string; session_generation?: string };
  organization_id: string;
  profile_id: string;
  source: SessionSource;
  client_id?: string | null;
  scopes?: readonly Scope[];
  secret_hash?: string;
}

/** The item of a new session, to be put in the transaction that it begins with, and its refresh token. */
export const newSession = (
  { id = newId(), client_id = null, user, ...of }: NewSession,
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
    ...(user.session_generation === undefined ? {} : { generation: user.session_generation }),
    client_id,
    family_hash: hashSecret(token.family),
    refresh_hash: hashSecret(token.secret),
    created_at,
    ...seen(of.source, origin),
  });
  return { item, refresh_token: writeRefreshToken(token) };
};

/**
 * The change that replaces a session's refresh token by a new one of the same family, with the new token's text. It
 * is for a session whose latest token is still the presented one (`presented_hash`): the second of two uses at once fails. `client_secret`: what
 * an application has shown of itself.
 */
export const rotation = (
  session: Pick<SessionItem, 'source'>,
  presented: RefreshToken,
  origin: Origin,
  client_secret?: string,
): { presented_hash: string; changes: Partial<SessionItem>; refresh_token: string } => {
  const token = newRefreshToken(presented.owner_id, presented.session_id, presented.family);
  const changes = {
    refresh_hash: hashSecret(token.secret),
    ...(client_secret ? { secret_hash: hashSecret(client_secret) } : {}),
    ...seen(session.source, origin),
  };
  return { presented_hash: hashSecret(presented.secret), changes, refresh_token: writeRefreshToken(token) };
};

/**
 * The change that lets a user's own session act as another profile, with its new refresh token, of a new family because
 * the old one isn't at hand. Its earlier tokens end with that, unless `keeps`. It fails for a session that has ended and for
 * one that an application was given.
 */
export const moveTo = (
  caller: UserCaller,
  { organization_id, profile_id, keeps = false }: { organization_id: string; profile_id: string; keeps?: boolean },
): { moved: Write; refresh_token: string; refresh_token_exp: number } => {
  const token = newRefreshToken(caller.user_id, caller.session_id);
  const refresh_token_exp = epochSeconds() + LIFE / 1000;
  const changes = {
    organization_id,
    profile_id,
    family_hash: hashSecret(token.family),
    refresh_hash: hashSecret(token.secret),
    last_seen_at: timestamp(),
    expires_at: timestampIn(LIFE),
    ttl: refresh_token_exp,
  };
  return {
    moved: sessionWrites.move(caller.user_id, caller.session_id, {
      changes,
      keeps: keeps ? new Set([caller.profile_id, profile_id]) : null,
    }),
    refresh_token: writeRefreshToken(token),
    refresh_token_exp,
  };
};

const seen = (source: SessionSource, origin: Origin) => {
  const life = source === 'api_key' ? API_KEY_LIFE : LIFE;
  return {
    ...readDevice(origin.userAgent),
    ip_address: origin.ip || null,
    last_seen_at: timestamp(),
    expires_at: timestampIn(life),
    ttl: epochSeconds() + life / 1000,
  };
};

/** True for a session that is there and whose time has not passed: the table removes expired items late. */
export const isLive = (session: SessionItem | undefined): session is SessionItem =>
  session !== undefined && session.expires_at > timestamp();

/** What an application may do in its session. Older sessions say nothing: they have what is given where nothing is asked for. */
export const scopesOf = ({ source, scopes }: SessionItem): readonly Scope[] =>
  source === 'oauth' ? (scopes?.filter(isScope) ?? DEFAULT_SCOPES) : [];

/** True for what was made in the user's present generation of sessions: a session, a code, a challenge. */
export const isOfGeneration = (
  { generation }: { generation?: string },
  { session_generation }: { session_generation?: string },
): boolean => generation === session_generation;

/** The user's sessions, the newest first, the caller's own marked. */
export const listSessions = async (caller: UserCaller): Promise<LoginSession[]> => {
  const sessions = await liveSessions(caller.user_id);
  return sessions
    .map((item) => presentSession(item, caller.session_id))
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
};

/** Ends one session at once: it can't be refreshed any more. Answers whether there was one. */
export const endSession = async (owner_id: string, session_id: string): Promise<boolean> =>
  isLive(await removeSession(owner_id, session_id));

/**
 * Ends one of the user's sessions at once. That of an application ends with all that the user has allowed the application:
 * its other sessions, and codes that it has not used yet. Answers whether there was one.
 */
export const endAccess = async (user_id: string, session_id: string): Promise<boolean> => {
  const ended = await removeSession(user_id, session_id);
  if (!isLive(ended)) return false;
  const { client_id } = ended;
  if (client_id === null) return true;
  // First the end is written, then what stands is removed: a code that is used in between finds the one or the other.
  await storeConsentEnd({ user_id, client_id }, { ended_at: timestamp(), ttl: epochSeconds() + DAY / 1000 });
  const others = await liveSessions(user_id);
  await removeSessions(others.filter((session) => session.client_id === client_id));
  return true;
};

/**
 * Ends all of the caller's sessions but the one that asks, and with them what could open another: codes for applications,
 * sign-ins that wait for a second factor. Answers how many there were.
 */
export const endOtherSessions = async ({ user_id, session_id }: UserCaller): Promise<number> => {
  const ended = (await liveSessions(user_id)).filter(({ id }) => id !== session_id);
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

/** Ends the sessions in which the user, or an application for the user, acts as the profile; answers how many. */
export const endSessionsAs = async (user_id: string, profile_id: string): Promise<number> => {
  const ended = (await liveSessions(user_id)).filter((session) => session.profile_id === profile_id);
  await removeSessions(ended);
  return ended.length;
};

const liveSessions = async (user_id: string): Promise<SessionItem[]> => {
  const { user, sessions } = await readAccount(user_id);
  return sessions.filter((session) => isLive(session) && isOfGeneration(session, user ?? {}));
};

const presentSession = (item: SessionItem, current: string): LoginSession => ({
  id: item.id,
  current: item.id === current,
  source: item.source,
  created_at: item.created_at,
  last_seen_at: item.last_seen_at,
  browser: item.browser,
  platform: item.platform,
  mobile: item.mobile,
  location: null,
  ip_address: item.ip_address,
});
