import { membershipKey, userProfilesIndex } from './engine/keys.ts';
import { ABSENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { ProfileItem } from './records/profile.ts';

/**
 * Writes by which a user takes the profile (`kept`, as it was read) that an administrator prepared. They hold while it
 * isn't taken and the user is no member yet. Its current roles, permissions and groups stay.
 */
export const takePlaceWrites = (kept: ProfileItem, taken: ProfileItem & { user_id: string }): Write[] => {
  const { pk, sk, roles: _roles, permissions: _permissions, group_ids: _groups, invited: _invited, ...own } = taken;
  const before = membershipKey(kept.organization_id, kept.user_id ?? '');
  const after = membershipKey(taken.organization_id, taken.user_id);
  return [
    {
      change: { pk, sk },
      set: { ...own, ...userProfilesIndex(taken.user_id, taken.id) },
      unset: ['invited'],
      where: { invited: true, user_id: kept.user_id },
    },
    ...(before.sk === after.sk ? [] : [{ remove: before }, { put: after, where: ABSENT }]),
  ];
};
