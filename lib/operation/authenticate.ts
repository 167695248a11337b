import { type SignerClaims, type UserClaims, verifyToken } from '../sessions/tokens.ts';
import { type Caller, demand } from './caller.ts';
import type { Contract, SessionKind } from './contract.ts';
import { fail } from './errors.ts';
import { effectivePermissions } from './permissions.ts';

/**
 * Who calls, or null where the operation asks for nobody. User sessions stand in `Authorization: Bearer`, signing
 * sessions in `signer: Bearer` or in `Authorization` too (the wire notes of the interface). Ends the request with 401 where the token is
 * missing, bad, expired, or of a kind that the operation doesn't take.
 */
export const authenticate = async (contract: Contract, headers: Record<string, string>): Promise<Caller | null> => {
  if (contract.session === 'none') return null;
  const presented = [headers.authorization, headers.signer].map(bearer).filter((token) => token !== undefined);
  const wanted = presented.length > 1 && contract.session === 'signer' ? presented.reverse() : presented;
  const [token] = wanted;
  if (!token) return fail('unauthorized');
  return acceptable(contract.session, asCaller(await verifyToken(token)));
};

/** Ends the request with 401 unless the caller may do what the contract asks for. */
export const authorise = (contract: Contract, caller: Caller | null): void => {
  if (caller?.kind !== 'user') return;
  if (!caller.email_verified && !contract.unverified) fail('email_unverified');
  demand(caller, ...(contract.permissions ?? []));
};

const bearer = (header: string | undefined): string | undefined => header?.match(/^Bearer\s+(\S+)\s*$/i)?.[1];

const acceptable = (session: SessionKind, caller: Caller): Caller => {
  if (session === 'user' && caller.kind !== 'user') return fail('wrong_session', { needed: 'user' });
  if (session === 'signer' && caller.kind !== 'signer') return fail('wrong_session', { needed: 'signing' });
  return caller;
};

const asCaller = (claims: UserClaims | SignerClaims): Caller =>
  claims.session_type === 'user'
    ? {
        kind: 'user',
        user_id: claims.sub,
        profile_id: claims.profile_id,
        organization_id: claims.organization_id,
        email: claims.email,
        email_verified: claims.email_verified,
        first_name: claims.first_name,
        last_name: claims.last_name,
        session_id: claims.sid,
        roles: claims.roles,
        permissions: effectivePermissions(claims.roles, claims.permissions),
        global_admin: claims.global_admin,
      }
    : {
        kind: 'signer',
        envelope_id: claims.envelope_id,
        role_name: claims.role_name,
        profile_id: claims.profile_id,
        email: claims.email,
        key_id: claims.sub,
        key_type: claims.key_type,
      };
