import { me } from '../user/session.ts';

/** Rights of the user, as far as the user's roles say them: so that nothing is offered that would be refused. */

/** Members see templates; somebody who is a contact alone needs the permission. */
export const seesTemplates = (): boolean => has('template:member:read', ['owner', 'admin', 'member', 'basic_user']);

/** Whoever sends envelopes makes templates. */
export const makesTemplates = (): boolean => has('template:creator:create:personal', ['owner', 'admin', 'member']);

const has = (permission: string, byRole: readonly string[]): boolean => {
  const { roles = [], permissions = [] } = me.value ?? {};
  return roles.some((role) => byRole.includes(role)) || permissions.some((one) => one === permission);
};
