import { fail } from '../../base/errors.ts';
import { demand, may, type UserCaller } from './caller.ts';
import { effectivePermissions, type Permission, type Role } from './permissions.ts';

/**
 * Rights to give and take roles: `owner:add` and `owner:remove` for owners, `admin:…` for administrators, `member:…`
 * for all others. Nobody gives more than they have. Each rule throws `forbidden`.
 */
const kindOf = (role: Role): 'owner' | 'admin' | 'member' => (role === 'owner' || role === 'admin' ? role : 'member');

/** Roles and permissions by which somebody may do something. */
type Rights = Pick<UserCaller, 'roles' | 'permissions'>;

/** Throws `forbidden` unless the caller may make somebody a member with these roles. */
export const demandToAppoint = (caller: Rights, roles: readonly Role[]): void => {
  demand(caller, ...rightsToAppoint(roles));
  demandToGive(caller, [...effectivePermissions(roles)]);
};

/** True for those whom `demandToAppoint` lets through. */
export const mayAppoint = (one: Rights, roles: readonly Role[]): boolean =>
  rightsToAppoint(roles).every((right) => may(one, right)) &&
  (one.roles.includes('owner') || [...effectivePermissions(roles)].every((right) => may(one, right)));

const rightsToAppoint = (roles: readonly Role[]) => roles.map((role) => `${kindOf(role)}:add` as const);

/** Throws `forbidden` unless the caller may take these roles from a member. */
export const demandToDismiss = (caller: UserCaller, roles: readonly Role[]): void =>
  demand(caller, ...roles.map((role) => `${kindOf(role)}:remove` as const));

/**
 * Throws `forbidden` unless the caller has the given permissions. Owners may give any: some permissions belong to no
 * role.
 */
export const demandToGive = (caller: Rights, permissions: readonly Permission[]): void => {
  if (caller.roles.includes('owner')) return;
  const missing = permissions.find((permission) => !may(caller, permission));
  if (missing) fail('forbidden', { permission: missing });
};
