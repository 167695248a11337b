import { profileKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { ProfileItem } from './records/profile.ts';
import { PRESENT } from './where.ts';
import type { Write } from './write.ts';

export const profileAt = (organization_id: string, id: string): At<ProfileItem> => at(profileKey(organization_id, id));

export const profileWrites = {
  create: (profile: ProfileItem): Write => ({ put: profile }),
  /** Keeps a profile of a sign-up permanently; holds while it exists. */
  stay: ({ pk, sk }: ProfileItem): Write => ({ change: { pk, sk }, unset: ['ttl'], where: PRESENT }),
};
