/** Permissions, roles, and what each role confers, by the names that clients know. */
export const PERMISSIONS = [
  'template:creator:create:public',
  'template:creator:create:org',
  'template:creator:create:personal',
  'template:creator:delete',
  'template:creator:visibility',
  'template:member:read',
  'template:member:write',
  'template:member:delete',
  'template:member:visibility',
  'owner:add',
  'owner:remove',
  'admin:add',
  'admin:remove',
  'member:view',
  'member:add',
  'member:remove',
  'org:create',
  'org:view',
  'org:update',
  'org:delete',
  'org:transfer',
  'org:list',
  'envelope:create',
  'envelope:cancel',
  'envelope:view',
  'envelope:org:view',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ['owner', 'admin', 'member', 'basic_user', 'contact'] as const;
export type Role = (typeof ROLES)[number];

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
