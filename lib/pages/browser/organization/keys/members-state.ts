import { signal } from '@preact/signals';
import { effectivePermissions } from '../../../../people/access/permissions.ts';
import type { Member } from '../../shared/answers.ts';
import { ask, me, onOtherProfile } from '../../user/session.ts';
import { mayGive } from '../parts/rights.ts';
import { w } from '../words/index.ts';

/** Members of the organization, as keys act for them and the log names them. */
export const members = signal<readonly Member[]>([]);
onOtherProfile(() => {
  members.value = [];
});

/** Reads the members. */
export const readMembers = async (): Promise<void> => {
  members.value = await ask<Member[]>('GET', '/v2/organization-members');
};

export const memberOf = (profile_id: string): Member | undefined => members.value.find(({ id }) => id === profile_id);

export const nameOf = ({ first_name, last_name, email }: Member): string =>
  `${first_name} ${last_name}`.trim() || email;

/** The member's roles in words. */
export const rolesOf = ({ roles }: Member): string =>
  roles.flatMap((role) => (role === 'contact' ? [] : [w[`role_${role}`]])).join(', ');

/** True if the member can do nothing that the user can't: so the user may have a key that acts for the member. */
export const isWithin = ({ id, roles, permissions }: Member): boolean =>
  id === me.value?.id || mayGive([...effectivePermissions(roles, permissions)]);
