import { organizationWrites } from '../../storage/organizations.ts';
import { profileWrites } from '../../storage/profiles.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { addressWrites, type UserChanges, userWrites } from '../../storage/users.ts';
import type { Write } from '../../storage/write.ts';
import { emailClaim } from './record.ts';

/**
 * The writes by which an address becomes the user's who has proven it, with `changes` of the user: the first user who does,
 * has it; their condition fails for every other. Who is verified stays, and so does what was made at the sign-up
 * (`profile`: the one from then, where it is still there).
 */
export const provingAddress = (user: UserItem, profile: ProfileItem | undefined, changes: UserChanges): Write[] => [
  userWrites.verify(user.id, changes),
  addressWrites.prove(emailClaim(user)),
  ...(profile?.ttl ? [profileWrites.stay(profile), organizationWrites.stay(profile.organization_id)] : []),
];
