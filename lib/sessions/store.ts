import { DAY, epochSeconds, timestamp, timestampIn } from '../clock.ts';
import { hashSecret, newId } from '../ids.ts';
import type { UserCaller } from '../operation/caller.ts';
import type { Origin } from '../operation/contract.ts';
import { fail } from '../operation/errors.ts';
import { onlyIf, setting } from '../table/changes.ts';
import { type Changes, collection, deleteItem, type Key, transact, type Write, writeItems } from '../table/client.ts';
import { apiKeyKey, SESSION_PREFIX, sessionKey } from '../table/keys.ts';
import { readDevice } from './device.ts';
import { newRefreshToken, type RefreshToken, writeRefreshToken } from './refresh-token.ts';
import type { LoginSession } from './schema.ts';

/** How a session began. */
type SessionSource = 'signup' | 'password' | 'verify' | 'oauth' | 'invitation' | 'api_key';

/** A session, as the table holds it: of a refresh token only hashes. */
export interface SessionItem extends Key {
  id: string;
  /** In whose collection it stands: the user, or the API key that it was opened with. */
  owner_id: string;
  user_id: string;
  organization_id: string;
  profile_id: string;
  /** The OAuth application or API key that acts for the user; null for the user's own sign-in. */
  client_id: string | null;
  source: SessionSource;
  family_hash: string;
  refresh_hash: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  browser: string | null;
  platform: string | null;
  mobile: boolean;
  ip_address: string | null;
  /** Seconds since 1970; the table removes the item some time after. */
  ttl: number;
}

/** A session ends when its refresh token has not been used for so long. API keys can open another at any time. */
const LIFE = 30 * DAY;
const API_KEY_LIFE = DAY;

export interface NewSession {
  /** Made beforehand where something else refers to it. */
  id?: string;
  user_id: string;
  organization_id: string;
  profile_id: string;
  source: SessionSource;
  client_id?: string | null;
}

/** The item of a new session, to be put in the transaction that it begins with, and its refresh token. */
export const newSession = (
  { id = newId(), client_id = null, ...of }: NewSession,
  origin: Origin,
): { item: SessionItem; refresh_token: string } => {
  const owner_id = of.source === 'api_key' && client_id ? client_id : of.user_id;
  const token = newRefreshToken(owner_id, id);
  const created_at = timestamp();
  const item: SessionItem = {
    ...sessionKey(owner_id, id),
    ...of,
    id,
    owner_id,
    client_id,
    family_hash: hashSecret(token.family),
    refresh_hash: hashSecret(token.secret),
    created_at,
    ...seen(of.source, origin),
  };
  return { item, refresh_token: writeRefreshToken(token) };
};

/**
 * The change that replaces a session's refresh token by a new one of the same family, with the new token's text. It
 * holds only while the presented token is the session's latest: the second of two uses at once fails.
 */
export const rotation = (
  session: Pick<SessionItem, 'source'>,
  presented: RefreshToken,
  origin: Origin,
): { changes: Changes; refresh_token: string } => {
  const token = newRefreshToken(presented.owner_id, presented.session_id, presented.family);
  const changes = onlyIf(
    setting({ refresh_hash: hashSecret(token.secret), ...seen(session.source, origin) }),
    'refresh_hash = :presented',
    { ':presented': hashSecret(presented.secret) },
  );
  return { changes, refresh_token: writeRefreshToken(token) };
};

/**
 * The change that lets a user's own session act as another profile, with its new refresh token, of a new family because
 * the old one isn't at hand. It fails for a session that has ended and for one that an application was given.
 */
export const moveTo = (
  caller: UserCaller,
  { organization_id, profile_id }: { organization_id: string; profile_id: string },
): { update: Key; changes: Changes; refresh_token: string; refresh_token_exp: number } => {
  const token = newRefreshToken(caller.user_id, caller.session_id);
  const refresh_token_exp = epochSeconds() + LIFE / 1000;
  const changes = onlyIf(
    setting({
      organization_id,
      profile_id,
      family_hash: hashSecret(token.family),
      refresh_hash: hashSecret(token.secret),
      last_seen_at: timestamp(),
      expires_at: timestampIn(LIFE),
      ttl: refresh_token_exp,
    }),
    'client_id = :nobody',
    { ':nobody': null },
  );
  return {
    update: sessionKey(caller.user_id, caller.session_id),
    changes,
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

/** Where what the caller's token was issued for stands: a session of the user's, or an API key. One of the two exists. */
export const groundsOf = (caller: UserCaller): [Key, Key] => [
  sessionKey(caller.user_id, caller.session_id),
  apiKeyKey(caller.session_id),
];

/** Ends the request with 401 where the session or API key (read at `groundsOf`) has been revoked since. */
export const demandGrounds = (session: SessionItem | undefined, apiKey: Key | undefined): void => {
  if (!isLive(session) && !apiKey) fail('unauthorized');
};

/** The user's sessions, the newest first, the caller's own marked. */
export const listSessions = async (caller: UserCaller): Promise<LoginSession[]> => {
  const sessions = await liveSessions(caller.user_id);
  return sessions
    .map((item) => presentSession(item, caller.session_id))
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
};

/** Ends one session at once: it can't be refreshed any more. Answers whether there was one. */
export const endSession = async (owner_id: string, session_id: string): Promise<boolean> =>
  isLive(await deleteItem<SessionItem>(sessionKey(owner_id, session_id)));

/** Ends all of the user's sessions but the one given; answers how many. */
export const endSessions = async (user_id: string, except?: string): Promise<number> => {
  const sessions = await liveSessions(user_id);
  const ended = sessions.filter(({ id }) => id !== except);
  await writeItems([], ended);
  return ended.length;
};

/** As many as one transaction can end beside the few other writes of a change. */
const ENDED_AT_ONCE = 90;

/**
 * Writes `writes` and ends the sessions in one transaction, whose conditions throw ConditionFailed. Of more sessions than
 * fit, the others end before it: ending them is harmless if that is all that happens.
 */
export const transactEnding = async (sessions: readonly SessionItem[], writes: readonly Write[]): Promise<void> => {
  await writeItems([], sessions.slice(ENDED_AT_ONCE));
  await transact([...writes, ...sessions.slice(0, ENDED_AT_ONCE).map(({ pk, sk }): Write => ({ remove: { pk, sk } }))]);
};

/** Ends the sessions in which the user, or an application for the user, acts as the profile; answers how many. */
export const endSessionsAs = async (user_id: string, profile_id: string): Promise<number> => {
  const ended = (await liveSessions(user_id)).filter((session) => session.profile_id === profile_id);
  await writeItems([], ended);
  return ended.length;
};

const liveSessions = async (user_id: string): Promise<SessionItem[]> => {
  const sessions = await collection<SessionItem>(sessionKey(user_id, '').pk, SESSION_PREFIX);
  return sessions.filter(isLive);
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
