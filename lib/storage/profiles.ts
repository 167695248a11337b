import { profileKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { ProfileItem } from './records/profile.ts';
import { PRESENT } from './where.ts';
import type { Write } from './write.ts';

export const profileAt = (organization_id: string, id: string): At<ProfileItem> => at(profileKey(organization_id, id));

export const profileWrites = {
  create: (profile: ProfileItem): Write => ({ put: profile }),
  /** Lets a profile stay that was made at a sign-up; holds while it is there. */
  stay: ({ pk, sk }: ProfileItem): Write => ({ change: { pk, sk }, unset: ['ttl'], where: PRESENT }),
};
