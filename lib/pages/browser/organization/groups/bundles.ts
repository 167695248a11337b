import type { Permission } from '../../../../people/access/permissions.ts';

/** Permissions that are given together: each bundle is something that people know, and has a word. */
export const BUNDLES = {
  allEnvelopes: ['envelope:org:view'],
  send: ['envelope:create', 'envelope:cancel', 'envelope:view'],
  ownTemplates: [
    'template:creator:create:public',
    'template:creator:create:org',
    'template:creator:create:personal',
    'template:creator:delete',
    'template:creator:visibility',
  ],
  othersTemplates: [
    'template:member:read',
    'template:member:write',
    'template:member:delete',
    'template:member:visibility',
  ],
  members: ['member:view', 'member:add', 'member:remove'],
  admins: ['admin:add', 'admin:remove'],
  owners: ['owner:add', 'owner:remove'],
  settings: ['org:view', 'org:update', 'org:list', 'org:create'],
  end: ['org:transfer', 'org:delete'],
} as const satisfies Record<string, readonly Permission[]>;
export type Bundle = keyof typeof BUNDLES;

export const ALL_BUNDLES = Object.keys(BUNDLES) as Bundle[];

/** The bundles that are given as a whole, and the permissions beside them, which programs have given one by one. */
export const bundlesOf = (permissions: readonly Permission[]): { whole: Bundle[]; others: Permission[] } => {
  const whole = ALL_BUNDLES.filter((bundle) => BUNDLES[bundle].every((one) => permissions.includes(one)));
  const inWhole = permissionsOf(whole);
  return { whole, others: permissions.filter((one) => !inWhole.includes(one)) };
};

/** The permissions of these bundles. */
export const permissionsOf = (bundles: readonly Bundle[]): Permission[] => bundles.flatMap((one) => BUNDLES[one]);
