import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../access/caller.ts';
import { readCaller } from './live.ts';
import { tokenClaims } from './tokens.ts';

/** Reads the token of a `Bearer` header (RFC 6750 2.1); undefined if there is none. */
export const bearer = (header: string | undefined): string | undefined => header?.match(/^Bearer\s+(\S+)\s*$/i)?.[1];

/** Reads the user behind the token in `Authorization`. Throws `unauthorized` if it isn't a user's. */
export const signedInUser = async (headers: Record<string, string>): Promise<UserCaller> => {
  const token = bearer(headers.authorization);
  const claims = token ? await tokenClaims(token) : undefined;
  return claims?.session_type === 'user' ? readCaller(claims) : fail('unauthorized');
};
