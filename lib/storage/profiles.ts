import { profileKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { ProfileItem } from './records/profile.ts';

export const profileAt = (organization_id: string, id: string): At<ProfileItem> => at(profileKey(organization_id, id));

export const profileWrites = {
  create: (profile: ProfileItem): Write => ({ put: profile }),
  /** Keeps a profile of a sign-up permanently; holds while it exists. */
  stay: ({ pk, sk }: ProfileItem): Write => ({ change: { pk, sk }, unset: ['ttl'], where: PRESENT }),
};
