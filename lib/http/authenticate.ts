import { fail } from '../base/errors.ts';
import { type Caller, demand, type SignerCaller, type UserCaller } from '../people/access/caller.ts';
import type { Scope } from '../people/access/scopes.ts';
import { bearer, failWithoutToken } from '../people/sessions/bearer.ts';
import { readCaller } from '../people/sessions/live.ts';
import { type SignerClaims, tokenClaims, type UserClaims } from '../people/sessions/tokens.ts';
import type { ServedContract, SessionKind } from './contract.ts';

/**
 * Identifies the caller; null if the operation needs none. User sessions are in `Authorization: Bearer`, signing
 * sessions in `signer: Bearer` or in `Authorization` too, as existing clients do. Throws `unauthorized` if
 * the token is missing or bad, `token_expired`, `wrong_session` for a kind that the operation doesn't accept, and
 * `unauthorized` if a user's session has ended (`readCaller`), and the refusals of the organization's policy. `ip`:
 * where the request comes from.
 */
export const authenticate = async (
  contract: ServedContract,
  headers: Record<string, string>,
  ip: string,
): Promise<Caller | null> => {
  if (contract.session === 'none') return null;
  const presented = [headers.authorization, headers.signer].map(bearer).filter((token) => token !== undefined);
  const wanted = presented.length > 1 && contract.session === 'signer' ? presented.reverse() : presented;
  const [token] = wanted;
  if (!token) return failWithoutToken(headers, contract.session === 'signer' ? 'signer' : 'Authorization');
  const claims = acceptable(contract.session, await tokenClaims(token));
  return claims.session_type === 'user' ? readCaller(claims, ip) : asSigner(claims);
};

/** Throws unless the caller may call the contract's operation. */
export const authorise = (contract: ServedContract, caller: Caller | null): void => {
  if (caller?.kind !== 'user') return;
  demandReach(contract, caller);
  if (caller.obstacle && !contract.despitePolicy) throw caller.obstacle;
  if (!caller.email_verified && !contract.unverified) fail('email_unverified');
  demand(caller, ...(contract.permissions ?? []));
};

/**
 * Throws if an API key or an application acts for the user, or scopes narrow the token, and this operation is beyond.
 */
const demandReach = ({ callableBy = 'login' }: ServedContract, { client, scopes }: UserCaller): void => {
  if (callableBy === 'any_client' || (!client && !scopes)) return;
  const beyond = callableBy === 'login' || (callableBy === 'api_key' && client?.kind !== 'api_key');
  if (beyond) fail('wrong_session', { needed: 'login' });
  if (scopes && callableBy === 'api_key') fail('wrong_session', { needed: 'scopeless' });
  if (scopes && !scopes.has(callableBy as Scope)) fail('insufficient_scope', { scope: callableBy });
};

const acceptable = (session: SessionKind, claims: UserClaims | SignerClaims): UserClaims | SignerClaims => {
  if (session === 'user' && claims.session_type !== 'user') return fail('wrong_session', { needed: 'user' });
  if (session === 'signer' && claims.session_type !== 'signing') return fail('wrong_session', { needed: 'signing' });
  return claims;
};

const asSigner = (claims: SignerClaims): SignerCaller => ({
  kind: 'signer',
  envelope_id: claims.envelope_id,
  role_name: claims.role_name,
  profile_id: claims.profile_id,
  email: claims.email,
  key_id: claims.sub,
  key_type: claims.key_type,
  session_id: claims.sid ?? null,
});
