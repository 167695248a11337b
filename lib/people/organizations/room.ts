import { fail } from '../../base/errors.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';

/** The most members of one organization: the list stays one query. */
export const MAX_MEMBERS = 500;

/** Throws `organization_full` if there is no room for another member. */
export const demandRoom = (members: readonly ProfileItem[]): void => {
  if (members.length >= MAX_MEMBERS) fail('organization_full', { limit: MAX_MEMBERS, things: 'members' });
};
