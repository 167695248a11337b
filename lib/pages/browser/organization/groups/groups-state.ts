import type { Group, Member } from '../../shared/answers.ts';
import { ask } from '../../user/session.ts';
import { pagedList } from '../parts/list-state.ts';
import { may, mayGive } from '../parts/rights.ts';

/** The groups of the organization, and what is done with one. */

const PATH = '/v2/organization-groups';

export const groups = pagedList<Group>(async () => ({ rows: await ask<Group[]>('GET', PATH), next: null }));

/** True if the user may make groups and rename them. */
export const mayName = (): boolean => may('org:update');

/** True if the user may also say what the group gives and to whom: nobody gives or takes what they don't have. */
export const mayManage = ({ permissions }: Pick<Group, 'permissions'>): boolean => mayName() && mayGive(permissions);

/** Name and permissions of a group. */
export type Details = Partial<Pick<Group, 'name' | 'permissions'>>;

export const makeGroup = async (details: Details): Promise<Group> => {
  const made = await ask<Group>('POST', PATH, details);
  await groups.read();
  return made;
};

export const readGroup = ({ id }: Group): Promise<Group> => ask<Group>('GET', `${PATH}/${id}`);

export const changeGroup = async ({ id }: Group, details: Details): Promise<void> => {
  await ask<Group>('PATCH', `${PATH}/${id}`, details);
  await groups.read();
};

export const deleteGroup = async ({ id }: Group): Promise<void> => {
  await ask('DELETE', `${PATH}/${id}`);
  await groups.read();
};

/** Adds a member; answers the group as it is then. */
export const join = ({ id }: Group, profile_id: string): Promise<Group> =>
  ask<Group>('POST', `${PATH}/${id}/members`, { profile_id });

/** Removes a member; answers the group as it is then. */
export const leave = ({ id }: Group, profile_id: string): Promise<Group> =>
  ask<Group>('DELETE', `${PATH}/${id}/members/${profile_id}`);

export const readMembers = (): Promise<Member[]> => ask<Member[]>('GET', '/v2/organization-members');
