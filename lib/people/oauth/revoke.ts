import { Failure } from '../../base/errors.ts';
import { isHashOf } from '../../base/ids.ts';
import { readAt } from '../../storage/engine/read.ts';
import { oauthAppAt } from '../../storage/oauth-apps.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import { sessionAt } from '../../storage/sessions.ts';
import { placeOfSession } from '../sessions/live.ts';
import { type RefreshToken, readRefreshToken } from '../sessions/refresh-token.ts';
import { endSession, isLive } from '../sessions/session-store.ts';
import { tokenClaims } from '../sessions/tokens.ts';
import { type ClientCredentials, presentedCredentials } from './client-credentials.ts';
import { demandItsOwn } from './refresh.ts';

/**
 * Ends the session of a refresh or access token (RFC 7009). Unknown and ended tokens count as revoked. Throws
 * `invalid_client` if another application asks.
 */
export const revokeToken = async (
  { token, ...body }: { token: string; client_id?: string | null; client_secret?: string | null },
  headers: Record<string, string>,
): Promise<void> => {
  const credentials = presentedCredentials(headers, body);
  const refresh = readRefreshToken(token);
  const session = refresh ? await sessionOfRefreshToken(refresh) : await sessionOfAccessToken(token);
  if (session) await end(session, credentials);
};

/** Ends the session of a browser's refresh token. Tokens of applications and API keys end nothing here. */
export const endBrowserSession = async (text: string): Promise<void> => {
  const token = readRefreshToken(text);
  const session = token && (await sessionOfRefreshToken(token));
  if (session?.client_id === null) await endSession(session);
};

/** Ends the session that a browser had before, unless `next` goes on with it. */
export const endOtherBrowserSession = async (before: string | undefined, next: string): Promise<void> => {
  if (before && readRefreshToken(before)?.session_id !== readRefreshToken(next)?.session_id)
    await endBrowserSession(before);
};

const sessionOfRefreshToken = async ({ owner_id, session_id, family }: RefreshToken) => {
  const session = await readAt(sessionAt(owner_id, session_id));
  return isLive(session) && isHashOf(session.family_hash, family) ? session : undefined;
};

const sessionOfAccessToken = async (token: string) => {
  try {
    const claims = await tokenClaims(token);
    if (claims.session_type !== 'user') return undefined;
    const session = await readAt(placeOfSession(claims));
    return isLive(session) ? session : undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
};

const end = async (session: SessionItem, credentials: ClientCredentials): Promise<void> => {
  if (session.source === 'oauth') {
    const app = await readAt(oauthAppAt(session.client_id));
    demandItsOwn(session, app, credentials);
  }
  await endSession(session);
};
