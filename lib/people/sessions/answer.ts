import { config } from '../../base/config.ts';
import { newId } from '../../base/ids.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import type { Client } from '../access/caller.ts';
import type { Reach } from '../access/scopes.ts';
import { permissionsOf } from '../groups/permissions.ts';
import type { AuthenticateResponse } from './login-session-schema.ts';
import { scopesOf, tokenLifeUntil } from './session-store.ts';
import { type IdentityClaims, issueIdentityToken, issueToken, type UserClaims } from './tokens.ts';

/** User, profile and session that tokens are issued for. */
export interface Granted {
  user: { id: string; email: string; email_verified: boolean };
  profile: ProfileItem;
  /** The session, whose end makes the token invalid early. */
  session_id: string;
  refresh_token: string;
  /** End of the refresh token, in seconds since 1970. */
  refresh_token_exp: number;
  /** The client that acts for the user, if any. Only an application gets an identity token. */
  client?: Client | null;
  /** Scopes of the tokens; null if none narrow them. */
  scopes?: Reach;
}

const sessionClaims = ({ session_id, client }: Granted) => {
  if (!client) return { sid: session_id };
  const { kind, id: client_id } = client;
  return kind === 'api_key' ? { sid: client_id, key_session: session_id, client_id } : { sid: session_id, client_id };
};

/** Issues the access and identity tokens of a session, with its refresh token. */
export const answerTokens = async (granted: Granted): Promise<AuthenticateResponse> => {
  const { user, profile, client } = granted;
  const groups = [...(profile.group_ids ?? [])];
  const scope = granted.scopes ? { scope: granted.scopes.join(' ') } : {};
  const named = {
    sub: user.id,
    email: user.email,
    email_verified: user.email_verified,
    first_name: profile.first_name,
    last_name: profile.last_name,
    organization_id: profile.organization_id,
  };
  const claims: UserClaims = {
    session_type: 'user',
    jti: newId(),
    ...sessionClaims(granted),
    ...scope,
    ...named,
    profile_id: profile.id,
    global_admin: false,
    roles: profile.roles,
    permissions: await permissionsOf(profile),
    ...(groups.length > 0 ? { groups } : {}),
  };
  const life = tokenLifeUntil(granted.refresh_token_exp);
  const identity: IdentityClaims = {
    ...named,
    aud: client?.kind === 'oauth_app' ? client.id : config.baseUrl(),
    phone: profile.phone ?? '',
  };
  const [access, id] = await Promise.all([issueToken(claims, life), issueIdentityToken(identity, life)]);
  return {
    access_token: access.token,
    id_token: id.token,
    refresh_token: granted.refresh_token,
    token_type: 'Bearer',
    ...scope,
    expires_in: life,
    access_token_exp: access.exp,
    refresh_token_exp: granted.refresh_token_exp,
  };
};

/** The client that acts for the user in the session, if any. */
export const clientOf = ({ source, client_id }: SessionItem): Client | null =>
  client_id === null ? null : { kind: source === 'api_key' ? 'api_key' : 'oauth_app', id: client_id };

/** Issues the tokens of a session that was just opened. */
export const answerSession = (
  { item, refresh_token }: { item: SessionItem; refresh_token: string },
  of: Pick<Granted, 'user' | 'profile'>,
): Promise<AuthenticateResponse> =>
  answerTokens({
    ...of,
    session_id: item.id,
    client: clientOf(item),
    scopes: scopesOf(item),
    refresh_token,
    refresh_token_exp: item.ttl,
  });
