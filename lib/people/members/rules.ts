import { fail } from '../../base/errors.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { demand, may, type UserCaller } from '../access/caller.ts';
import { effectivePermissions, type Permission, type Role } from '../access/permissions.ts';
import { permissionsOf } from '../groups/permissions.ts';

/**
 * Who may give and take which roles: `owner:add` and `owner:remove` for owners, `admin:…` for administrators, `member:…`
 * for all others; and nobody gives more than they have. Each rule ends the request with 401 where it is broken.
 */
const kindOf = (role: Role): 'owner' | 'admin' | 'member' => (role === 'owner' || role === 'admin' ? role : 'member');

/** Ends the request unless the caller may make somebody a member with these roles. */
export const demandToAppoint = (caller: UserCaller, roles: readonly Role[]): void => {
  demand(caller, ...roles.map((role) => `${kindOf(role)}:add` as const));
  demandToGive(caller, [...effectivePermissions(roles)]);
};

/** Ends the request unless the caller may take these roles from a member. */
export const demandToDismiss = (caller: UserCaller, roles: readonly Role[]): void =>
  demand(caller, ...roles.map((role) => `${kindOf(role)}:remove` as const));

/** Ends the request unless the caller has what is given. Owners can give everything: some permissions no role confers. */
export const demandToGive = (caller: UserCaller, permissions: readonly Permission[]): void => {
  if (caller.roles.includes('owner')) return;
  const missing = permissions.find((permission) => !may(caller, permission));
  if (missing) fail('forbidden', { permission: missing });
};

/** Ends the request unless the caller has all that the member has: who could act on more could come to have more. */
export const demandOver = async (caller: UserCaller, member: ProfileItem): Promise<void> =>
  demandToGive(caller, [...effectivePermissions(member.roles, await permissionsOf(member))]);
