/** Permissions in stored profiles and groups. */
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

/** Roles in stored profiles. */
export const ROLES = ['owner', 'admin', 'member', 'basic_user', 'contact'] as const;
export type Role = (typeof ROLES)[number];
