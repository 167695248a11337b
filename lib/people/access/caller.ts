import { fail } from '../../base/errors.ts';
import type { Ground } from '../../storage/grounds.ts';
import type { Permission, Role } from './permissions.ts';
import type { Scope } from './scopes.ts';

/** Who acts for a user beside the user: an API key, or an application that the user allowed to. */
export interface Client {
  kind: 'api_key' | 'oauth_app';
  id: string;
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
  /** Of the account's sessions (`UserItem`): what is made for the caller to open another session is of the same. */
  session_generation?: string;
  /** Null where the user is signed in. */
  client: Client | null;
  /** What the user has allowed the application that acts; none where there is no application. */
  scopes: ReadonlySet<Scope>;
  /** Roles and permissions as they are at the time of the call. */
  roles: readonly Role[];
  permissions: ReadonlySet<Permission>;
  global_admin: boolean;
  /** What the caller's right to act rests on (`transactAs`). */
  grounds: readonly Ground[];
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
}

export type Caller = UserCaller | SignerCaller;

/** True where the caller's roles, own and groups' permissions confer `permission`. */
export const may = (caller: UserCaller, permission: Permission): boolean => caller.permissions.has(permission);

/** Ends the request with 401 unless the caller has every one of `permissions`. */
export const demand = (caller: UserCaller, ...permissions: readonly Permission[]): void => {
  const missing = permissions.find((permission) => !may(caller, permission));
  if (missing) fail('forbidden', { permission: missing });
};
