import { type Failure, fail } from '../../base/errors.ts';
import type { Precondition } from '../../storage/engine/preconditions.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import type { Permission, Role } from './permissions.ts';
import type { Scope } from './scopes.ts';

/** The client that acts for a user: an API key, or an application that the user allowed. */
export interface Client {
  kind: 'api_key' | 'oauth_app';
  id: string;
}

/** A client as it is now, with the name that people know it by. */
export interface ActingClient extends Client {
  name: string;
}

/** A signed-in user acting as one profile in one organization. */
export interface UserCaller {
  kind: 'user';
  user_id: string;
  profile_id: string;
  organization_id: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  /** The session that the token was issued for. */
  session_id: string;
  /** The account's generation of sessions (`UserItem`), which codes and challenges made for the caller belong to. */
  session_generation?: string;
  /** Null if the user is signed in directly. */
  client: ActingClient | null;
  /**
   * The person at the organization's identity provider that has opened the session: it acts in this organization alone,
   * and changes nothing that protects the account. So does an application that it allows.
   */
  bound?: SessionItem['provider'];
  /** Proof of the session's person beside a password (`SessionItem`). */
  strength?: SessionItem['strength'];
  /** Beginning of the session; absent for a caller without one. */
  session_created_at?: string;
  /** Refusal of everything but what leads to a session as the organization's policy demands it, if it isn't one. */
  obstacle?: Failure;
  /** Scopes of the token; null if none narrow what the user or the API key may do. */
  scopes: ReadonlySet<Scope> | null;
  /** Roles and permissions at the time of the call. */
  roles: readonly Role[];
  permissions: ReadonlySet<Permission>;
  global_admin: boolean;
  /** Number of parts of the lists of the organization's envelopes; absent for one. */
  list_parts?: number | undefined;
  /** The organization and the profile as they were read with the session; absent for a caller without one. */
  records?: { organization: OrganizationItem; profile: ProfileItem };
  /** Records that the caller's right to act depends on (`transactAs`). */
  preconditions: readonly Precondition[];
}

/** A recipient acting as one role of one envelope. */
export interface SignerCaller {
  kind: 'signer';
  envelope_id: string;
  role_name: string;
  profile_id: string;
  email: string;
  /** Id of the access key that opened the session. */
  key_id: string;
  key_type: 'email' | 'sms' | 'in_app' | 'in_person_link';
  /** The session, which alone has what its person proved. Null where the recipient needs no verification. */
  session_id: string | null;
}

/**
 * Throws `provider_session` for a session that is good for one organization alone: others that the person belongs to,
 * and what protects the account, are not its business.
 */
export const demandOwnAccount = ({ bound }: Pick<UserCaller, 'bound'>): void => {
  if (bound) fail('provider_session');
};

export type Caller = UserCaller | SignerCaller;

/** True if the caller's roles, own permissions and groups confer `permission`. */
export const may = (caller: Pick<UserCaller, 'permissions'>, permission: Permission): boolean =>
  caller.permissions.has(permission);

/** Throws `forbidden` unless the caller has all of `permissions`. */
export const demand = (caller: Pick<UserCaller, 'permissions'>, ...permissions: readonly Permission[]): void => {
  const missing = permissions.find((permission) => !may(caller, permission));
  if (missing) fail('forbidden', { permission: missing });
};
