import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../access/caller.ts';
import { readCaller } from './live.ts';
import { verifyToken } from './tokens.ts';

/** The token of a `Bearer` header (RFC 6750 2.1); undefined where there is none. */
export const bearer = (header: string | undefined): string | undefined => header?.match(/^Bearer\s+(\S+)\s*$/i)?.[1];

/** The user behind the token in `Authorization`, where it is a user's; ends the request with 401 otherwise. */
export const signedInUser = async (headers: Record<string, string>): Promise<UserCaller> => {
  const token = bearer(headers.authorization);
  const claims = token ? await verifyToken(token) : undefined;
  return claims?.session_type === 'user' ? readCaller(claims) : fail('unauthorized');
};
