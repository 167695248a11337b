import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';
import { readCaller } from './live.ts';
import { type SignerClaims, tokenClaims } from './tokens.ts';

/** Reads the token of a `Bearer` header (RFC 6750 2.1); undefined if there is none. */
export const bearer = (header: string | undefined): string | undefined => header?.match(/^Bearer\s+(\S+)\s*$/i)?.[1];

/**
 * Throws the failure that says how the request lacks a token: it has none, has one without `Bearer`, uses another
 * scheme, or puts it where nobody looks. `header`: where the operation's tokens go.
 */
export const failWithoutToken = (headers: Record<string, string>, header: 'Authorization' | 'signer'): never => {
  const [name, given] = [header, 'Authorization']
    .map((one) => [one, headers[one.toLowerCase()]?.trim() ?? ''] as const)
    .find(([, value]) => value !== '') ?? [header, ''];
  const place = OTHER_PLACES.find((one) => headers[one.toLowerCase()]);
  if (given === '') return place ? fail('token_elsewhere', { header, place }) : fail('token_missing', { header });
  const [scheme = '', credentials] = given.split(/\s+/, 2);
  if (/^bearer$/i.test(scheme)) return fail('token_missing', { header: name });
  if (credentials === undefined) return fail('token_bare', { header: name });
  return fail('token_scheme', {
    header: name,
    scheme: /^[\w-]{1,20}$/.test(scheme) ? scheme : 'something else than Bearer',
  });
};

/** Headers in which other services take their keys. */
const OTHER_PLACES = ['X-API-Key', 'Api-Key', 'X-Auth-Token', 'X-Access-Token', 'Token'];

/**
 * Claims of the signing token in the request; undefined without one that is still good. For operations that need no
 * session.
 */
export const presentedSigner = async (headers: Record<string, string>): Promise<SignerClaims | undefined> => {
  const token = bearer(headers.signer) ?? bearer(headers.authorization);
  const claims = token ? await tokenClaims(token).catch(() => undefined) : undefined;
  return claims?.session_type === 'signing' ? claims : undefined;
};

/** Reads the user behind the token in `Authorization`. Throws `unauthorized` if it isn't a user's. */
export const signedInUser = async (
  headers: Record<string, string>,
  { ip }: Pick<Origin, 'ip'>,
): Promise<UserCaller> => {
  const token = bearer(headers.authorization);
  const claims = token ? await tokenClaims(token) : undefined;
  return claims?.session_type === 'user' ? readCaller(claims, ip) : fail('unauthorized');
};
