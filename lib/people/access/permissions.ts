import { PERMISSIONS, type Permission, ROLES, type Role } from '../../storage/records/permissions.ts';

export { PERMISSIONS, type Permission, ROLES, type Role };

/** Rights that each role confers, by the names that clients know. */
const except = (from: readonly Permission[], ...left: Permission[]) => from.filter((one) => !left.includes(one));

const owner = except(PERMISSIONS, 'envelope:org:view');
const admin = except(owner, 'owner:add', 'owner:remove', 'org:delete', 'org:transfer');
const member = except(
  admin,
  'template:member:visibility',
  'admin:add',
  'admin:remove',
  'member:add',
  'member:remove',
  'org:update',
);

const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner,
  admin,
  member,
  basic_user: ['template:member:read', 'member:view', 'org:view', 'org:list'],
  contact: ['org:view', 'org:list', 'org:create'],
};

/** Permissions of a profile: those of its roles, its own and its groups'. */
export const effectivePermissions = (roles: readonly Role[], own: readonly Permission[] = []): Set<Permission> =>
  new Set([...roles.flatMap((role) => ROLE_PERMISSIONS[role] ?? []), ...own]);
