import { addressWrites, type UserChanges, userWrites } from '../../storage/users.ts';
import type { Write } from '../../storage/write.ts';

/** What a user's record says of where the user is: signing in goes there again. */
export interface Whereabouts {
  current_organization_id: string;
  current_profile_id: string;
}

/**
 * The writes by which signing in leads to the profile from now on; the first, which changes `more` of the user too, fails
 * where the user is no more. An address is removed with its user, so that the second needs no condition.
 */
export const entering = (
  user: { id: string; email: string },
  { organization_id, id: profile_id }: { organization_id: string; id: string },
  more: UserChanges = {},
): [Write, Write] => {
  const whereabouts: Whereabouts = { current_organization_id: organization_id, current_profile_id: profile_id };
  return [
    userWrites.change(user.id, { ...more, ...whereabouts }),
    addressWrites.follow(user.email, { organization_id, profile_id }),
  ];
};
