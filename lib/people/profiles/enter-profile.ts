import type { Write } from '../../storage/engine/write.ts';
import { addressWrites, type UserChanges, userWrites } from '../../storage/users.ts';

/** The part of a user's record that names the current profile, where the next sign-in goes. */
export interface CurrentProfile {
  current_organization_id: string;
  current_profile_id: string;
}

/**
 * Writes that make the profile the user's current one. The first, which also makes the changes `more`, fails if the
 * user is gone. The second needs no condition, because an address is removed with its user.
 */
export const enterProfileWrites = (
  user: { id: string; email: string },
  { organization_id, id: profile_id }: { organization_id: string; id: string },
  more: UserChanges = {},
): [Write, Write] => {
  const current: CurrentProfile = { current_organization_id: organization_id, current_profile_id: profile_id };
  return [
    userWrites.change(user.id, { ...more, ...current }),
    addressWrites.follow(user.email, { organization_id, profile_id }),
  ];
};
