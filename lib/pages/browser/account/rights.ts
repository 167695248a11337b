import { me } from '../user/session.ts';

/** Rights of the user, as far as the user's roles say them: so that nothing is offered that would be refused. */

const MEMBERS = ['owner', 'admin', 'member', 'basic_user'];

/** Members see templates; somebody who is a contact alone needs the permission. */
export const seesTemplates = (): boolean => has('template:member:read', MEMBERS);

/** Whoever sends envelopes makes templates. */
export const makesTemplates = (): boolean => has('template:creator:create:personal', ['owner', 'admin', 'member']);

/** Members see who else is one, with what they may change themselves. */
export const seesOrganization = (): boolean => has('member:view', MEMBERS);

const has = (permission: string, byRole: readonly string[]): boolean => {
  const { roles = [], permissions = [] } = me.value ?? {};
  return roles.some((role) => byRole.includes(role)) || permissions.some((one) => one === permission);
};
