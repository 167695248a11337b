import { createHash } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import { createLocalJWKSet } from 'jose/jwks/local';
import { decodeJwt } from 'jose/jwt/decode';
import { jwtVerify } from 'jose/jwt/verify';
import { signDigest } from '../../aws/keys/signing-key.ts';
import { epochSeconds, now } from '../../base/clock.ts';
import { config, type TokenKind } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import type { Permission, Role } from '../access/permissions.ts';

/** Lifetimes in seconds. A user's session can end before its tokens do (`live.ts`). */
export const USER_TOKEN_LIFE = 60 * 60;
export const SIGNER_TOKEN_LIFE = 4 * 60 * 60;

/**
 * Claims of a user's access token: those that clients read, and the ids of its records. Names, roles and permissions
 * are for clients only: each call reads the current ones (`live.ts`).
 */
export interface UserClaims {
  session_type: 'user';
  jti: string;
  /** The session or the API key that it was issued for. */
  sid: string;
  /** The session that an API key opened; absent in all other tokens. */
  key_session?: string;
  /**
   * The API key or OAuth application that acts for the user (RFC 9068 2.2); absent if the user is signed in directly.
   */
  client_id?: string;
  /** Scopes of the token, separated by spaces (RFC 9068 2.2.3); absent if none narrow it. */
  scope?: string;
  sub: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  profile_id: string;
  organization_id: string;
  global_admin: boolean;
  roles: readonly Role[];
  permissions: readonly Permission[];
  /** The groups of the member at that time, to be read together with the member. */
  groups?: readonly string[];
}

/** Claims of a signing session's token. `sub` is the access key's id. */
export interface SignerClaims {
  session_type: 'signing';
  /** The signing session, which later tokens may continue. Absent where the recipient needs no verification. */
  sid?: string;
  sub: string;
  key_type: 'email' | 'sms' | 'in_app' | 'in_person_link';
  email: string;
  profile_id: string;
  envelope_id: string;
  role_name: string;
}

/** Claims of an identity token (OpenID Connect Core 2). It names a user and opens nothing: it has no `session_type`. */
export interface IdentityClaims
  extends Pick<UserClaims, 'sub' | 'email' | 'email_verified' | 'organization_id' | 'first_name' | 'last_name'> {
  aud: string;
  phone: string;
}

/** Signs a session's claims with the key of their kind; the token ends `life` seconds from now. */
export const issueToken = (claims: UserClaims | SignerClaims, life: number): Promise<Issued> =>
  sign(KIND_OF[claims.session_type], claims, life);

/** Signs an identity token with the key of users' tokens. */
export const issueIdentityToken = (claims: IdentityClaims, life: number): Promise<Issued> => sign('user', claims, life);

interface Issued {
  token: string;
  /** End of the token, in seconds since 1970. */
  exp: number;
}

/** The kind of key that signs tokens of each kind of session. */
const KIND_OF = { user: 'user', signing: 'signer' } as const satisfies Record<string, TokenKind>;

/** An ES256 JWT (RFC 7519). */
const sign = async (kind: TokenKind, claims: object, life: number): Promise<Issued> => {
  const iat = epochSeconds();
  const exp = iat + life;
  const base = config.baseUrl();
  const [key] = current(kind).jwks.keys;
  const header = encode(JSON.stringify({ alg: 'ES256', kid: key?.kid, typ: 'JWT' }));
  const payload = encode(plainBase64Json({ aud: base, iss: base, iat, exp, ...claims }));
  const digest = createHash('sha256').update(`${header}.${payload}`).digest();
  const signature = Buffer.from(await signDigest(config.tokenKey(kind), digest, 'ES256')).toString('base64url');
  return { token: `${header}.${payload}.${signature}`, exp };
};

/**
 * Verifies a token of this platform and returns its claims. Throws `token_expired` or `unauthorized`. A key of one kind
 * signs sessions of that kind only (RFC 8725 3.12): the signers' key can't make a user's token.
 */
export const tokenClaims = async (token: string): Promise<UserClaims | SignerClaims> => {
  try {
    const { session_type } = decodeJwt<{ session_type?: unknown }>(token);
    if (session_type === 'user' || session_type === 'signing')
      return await verified(token, current(KIND_OF[session_type]));
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_JWT_EXPIRED') return fail('token_expired');
  }
  return fail('unauthorized');
};

/** Keeps the claims of good tokens, because a client sends the same one with each of its requests. */
const verified = async (token: string, { keySet, issuer, good }: KeySet): Promise<UserClaims | SignerClaims> => {
  const known = good.get(token);
  if (known && known.exp > epochSeconds()) return known.claims;
  const { payload } = await jwtVerify(token, keySet, {
    algorithms: ['ES256'],
    issuer,
    audience: issuer,
    currentDate: now(),
  });
  const claims = Object.freeze(payload as unknown as UserClaims | SignerClaims);
  if (good.size >= MOST_GOOD) good.clear();
  if (payload.exp) good.set(token, { claims, exp: payload.exp });
  return claims;
};

/** Tokens that are kept of each kind, of about a kilobyte each. */
const MOST_GOOD = 1000;

/**
 * JSON in ASCII whose base64url has neither `-` nor `_`, because existing clients decode a token's body as plain
 * base64. In ASCII, only `>`, `?`, `~` and DEL lead to these two letters.
 */
export const plainBase64Json = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[>?~\x7f\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

interface KeySet {
  /** Configuration text that it was parsed from. */
  text: string;
  /** Issuer and audience of its tokens. */
  issuer: string;
  jwks: JSONWebKeySet;
  keySet: ReturnType<typeof createLocalJWKSet>;
  /** Tokens that these keys were found to have signed. */
  good: Map<string, { claims: UserClaims | SignerClaims; exp: number }>;
}

const parsed: Partial<Record<TokenKind, KeySet>> = {};

const current = (kind: TokenKind): KeySet => {
  const text = config.tokenJwks(kind);
  const issuer = config.baseUrl();
  const known = parsed[kind];
  if (known?.text === text && known.issuer === issuer) return known;
  const jwks = JSON.parse(text) as JSONWebKeySet;
  const read = { text, issuer, jwks, keySet: createLocalJWKSet(jwks), good: new Map() };
  parsed[kind] = read;
  return read;
};

/** The public keys of these kinds of tokens (RFC 7517). */
export const jwks = (kinds: readonly TokenKind[]): JSONWebKeySet => ({
  keys: kinds.flatMap((kind) => current(kind).jwks.keys),
});
