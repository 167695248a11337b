import { HOUR, MINUTE, now } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { Failure } from '../../base/errors.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { SessionItem, Strength } from '../../storage/records/session.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { isWithin } from './networks.ts';

type Ruled = Pick<OrganizationItem, 'name' | 'policy'>;

/** Somebody who acts, or is about to act, in an organization. */
export interface Entrant {
  profile_id: string;
  ip: string;
}

/** Proof of a session's person, and the factors that the account has. */
export interface Proof {
  strength?: Strength | undefined;
  /** The session began at the organization's identity provider. */
  provider?: SessionItem['provider'] | undefined;
  account: Pick<UserItem, 'mfa' | 'passkeys'>;
}

const isExcepted = ({ policy }: Ruled, profile_id: string): boolean =>
  policy?.emergency_profile_ids.includes(profile_id) === true;

/** Refusal of an address that is in none of the organization's networks. */
export const networkObstacle = (organization: Ruled, { profile_id, ip }: Entrant): Failure | undefined => {
  const networks = organization.policy?.networks ?? [];
  if (networks.length === 0 || isExcepted(organization, profile_id) || isWithin(ip, networks)) return undefined;
  return new Failure('network_refused', { organization: organization.name, ip: ip || 'unknown' });
};

/** Refusal of a session that hasn't the proofs that the organization demands. */
export const proofObstacle = (organization: Ruled, profile_id: string, proof: Proof): Failure | undefined => {
  const { policy, name } = organization;
  if (policy?.passkeys_only && !isExcepted(organization, profile_id) && !hasPasskey(proof))
    return new Failure('passkey_required', {
      organization: name,
      way: proof.account.passkeys ? 'Sign in with your passkey.' : `Add a passkey to your account: ${securityPage()}`,
    });
  if (!policy?.second_factor || hasSecondFactor(proof, policy.provider_second_factor)) return undefined;
  return new Failure('second_factor_required', { organization: name, way: wayToFactor(proof) });
};

/** Page on which people set up a second factor and passkeys. */
const securityPage = (): string => `${config.appUrl()}/account?part=security`;

const hasPasskey = ({ strength, provider, account }: Proof): boolean =>
  provider !== undefined || (strength === 'passkey' && Boolean(account.passkeys));

const hasFactor = ({ mfa, passkeys }: Proof['account']): boolean => Boolean(mfa) || Boolean(passkeys);

const hasSecondFactor = ({ strength, provider, account }: Proof, providerCounts: boolean): boolean =>
  (strength !== undefined && hasFactor(account)) || (provider !== undefined && providerCounts);

const wayToFactor = ({ provider, account }: Proof): string => {
  if (hasFactor(account)) return 'Your account has one: sign in again with it.';
  if (provider)
    return 'Sign in by password to set one up, or ask an administrator to count that of your identity provider.';
  return `Set one up in your account: ${securityPage()}`;
};

/**
 * Refusal of a sign-in by password or mail where the account has a passkey that the organization would take in its
 * place: such a session could do nothing there.
 */
export const passkeyObstacle = (
  organization: Ruled,
  profile_id: string,
  { strength, account }: Proof,
): Failure | undefined =>
  account.passkeys && proofObstacle(organization, profile_id, { strength, account })
    ? new Failure('passkey_required', { organization: organization.name, way: 'Sign in with your passkey.' })
    : undefined;

/** True if the organization demands a factor that a thief of a password must not be able to replace. */
export const demandsFactor = ({ policy }: Pick<OrganizationItem, 'policy'>): boolean =>
  policy?.second_factor === true || policy?.passkeys_only === true;

/** Bounds of a session: milliseconds for which it may go unused, and the end of its life. */
export interface Bounds {
  idle?: number;
  /** Milliseconds since 1970. */
  end?: number;
}

/** Bounds of a member's own session. An application's and an API key's have none. */
export const boundsOf = (
  organization: Pick<OrganizationItem, 'policy'> | undefined,
  { client_id, created_at }: Pick<SessionItem, 'client_id' | 'created_at'>,
): Bounds => {
  const { session_hours, idle_minutes } = (client_id === null ? organization?.policy : undefined) ?? {};
  return {
    ...(idle_minutes ? { idle: idle_minutes * MINUTE } : {}),
    ...(session_hours ? { end: Date.parse(created_at) + session_hours * HOUR } : {}),
  };
};

/** Refusal of a session that is older than the organization lets it be. */
export const ageObstacle = (
  organization: Ruled,
  session: Pick<SessionItem, 'client_id' | 'created_at'>,
): Failure | undefined => {
  const { end } = boundsOf(organization, session);
  return end !== undefined && end <= now().getTime()
    ? new Failure('session_over', { organization: organization.name })
    : undefined;
};
