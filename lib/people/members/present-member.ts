import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { presentProfile } from '../profiles/profile.ts';
import { presentUser } from '../users/user.ts';
import type { Member } from './member-schema.ts';

/** Presents the member; `user`: the member's account. */
export const presentMember = (item: ProfileItem, user?: UserItem): Member => {
  const lock = { locked: item.locked ?? false, lock_reason: item.lock_reason ?? null };
  return { ...presentProfile(item), ...lock, ...(user ? { user: { ...presentUser(user), ...lock } } : {}) };
};

/** Facts that those who may remove members see of one beside the profile. */
export const presentSecurity = (
  { invited, last_seen_on }: ProfileItem,
  user: UserItem | undefined,
): Pick<Member, 'second_factor' | 'last_seen_on'> => ({
  second_factor: invited || !user ? null : { code: Boolean(user.mfa), passkeys: user.passkeys ?? 0 },
  last_seen_on: last_seen_on ?? null,
});
