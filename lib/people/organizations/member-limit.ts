import { fail } from '../../base/errors.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';

/** The most members of one organization: the list stays one query. */
export const MAX_MEMBERS = 500;

/** Throws `organization_full` if it has as many members as it may have. */
export const demandBelowMemberLimit = (members: readonly ProfileItem[]): void => {
  if (members.length >= MAX_MEMBERS) fail('organization_full', { limit: MAX_MEMBERS, things: 'members' });
};
