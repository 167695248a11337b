import type { Write } from '../../storage/engine/write.ts';
import { organizationWrites } from '../../storage/organizations.ts';
import { profileWrites } from '../../storage/profiles.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { addressWrites, type UserChanges, userWrites } from '../../storage/users.ts';
import { emailClaim } from './user.ts';

/**
 * Writes that give an address to the user who has proven it, with `changes` of the user. The first user who proves it
 * gets it; for every other the condition fails. A verified user and the records of the sign-up stay (`profile`: the one
 * of the sign-up, if it still exists).
 */
export const proveAddressWrites = (user: UserItem, profile: ProfileItem | undefined, changes: UserChanges): Write[] => [
  userWrites.verify(user.id, changes),
  addressWrites.prove(emailClaim(user)),
  ...(profile?.ttl ? [profileWrites.stay(profile), organizationWrites.stay(profile.organization_id)] : []),
];
