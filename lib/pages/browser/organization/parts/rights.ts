import { effectivePermissions, type Permission, type Role } from '../../../../people/access/permissions.ts';
import { me } from '../../user/session.ts';

/**
 * Rights of the user, by the rules of the API: what a role may not do isn't offered. Permissions of the user's groups
 * aren't in a profile, so what they add isn't offered either.
 */

/** True if the user's roles or own permissions include all of these. */
export const may = (...permissions: readonly Permission[]): boolean => {
  const { roles = [], permissions: own = [] } = me.value ?? {};
  const all = effectivePermissions(roles, own);
  return permissions.every((one) => all.has(one));
};

/** Nobody gives more than they have; owners give everything. */
export const mayGive = (permissions: readonly Permission[]): boolean =>
  (me.value?.roles.includes('owner') ?? false) || may(...permissions);

const kindOf = (role: Role): 'owner' | 'admin' | 'member' => (role === 'owner' || role === 'admin' ? role : 'member');

/** True if the user may make somebody a member with these roles. */
export const mayAppoint = (roles: readonly Role[]): boolean =>
  may(...roles.map((role) => `${kindOf(role)}:add` as const)) && mayGive([...effectivePermissions(roles)]);

/** True if the user may take these roles from a member. */
export const mayDismiss = (roles: readonly Role[]): boolean =>
  may(...roles.map((role) => `${kindOf(role)}:remove` as const));
